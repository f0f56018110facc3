import { getSampleAnalysis } from "#app/features/analysis/sample/sample-analysis.server.ts";
import { samplePath } from "#app/features/analysis/sample/sample-analysis.ts";
import { drawnPart } from "#app/features/analysis/sample/sample-draws.ts";
import { SampleAsk } from "#app/features/analysis/ui/page/sample-ask.tsx";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { Island } from "#app/island-kit/island.tsx";
import SampleAnalysis from "#app/islands/sample-analysis.tsx";
import { bookLink } from "#app/lib/offered-calls.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { wizardPath } from "#app/shell/site/main-paths.ts";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import type { Route } from "./+types/sample-analysis";

export const handle: PageHandle = { content: true, whatIf: true };

export const meta = pageMeta(samplePath);

export async function loader({ context }: Route.LoaderArgs) {
  return {
    hasAccess: (await wizardTarget(context)) === wizardPath,
    drawn: drawnPart(getSampleAnalysis()),
  };
}

/** The whole analysis of the example firm, as a client reads it, and the two ways to one of one's own. */
export default function SampleAnalysisPage({ loaderData: { hasAccess, drawn } }: Route.ComponentProps) {
  const book = bookLink("session", { label: "Book a call", href: "/contact" });
  return (
    <>
      <Island of={SampleAnalysis} props={{ drawn }} />
      <SampleAsk>
        {hasAccess ? (
          <ButtonLink variant="primary" forward href={wizardPath}>
            Start your analysis
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" forward href="/request-access">
            Request access
          </ButtonLink>
        )}
        <ButtonLink href={book.href}>{book.label}</ButtonLink>
      </SampleAsk>
    </>
  );
}
