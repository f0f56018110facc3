import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { listLegalVersions } from "#app/features/content/texts/legal-versions.server.ts";
import { siteText } from "#app/features/content/texts/site-texts.server.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import type { Route } from "./+types/privacy";
import { DataWays } from "./data-ways.tsx";
import { LegalPage } from "./legal-page.tsx";

export const handle: PageHandle = { content: true };

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { contactEmail, legal } = siteFacts(ctx.now);
  return { contactEmail, legal, text: siteText("privacy"), others: await listLegalVersions(ctx, "privacy") };
}

export const meta = pageMeta("/privacy-policy");

export default function Privacy({ loaderData: { contactEmail, legal, text, others } }: Route.ComponentProps) {
  return (
    <LegalPage
      of={text}
      contactEmail={contactEmail}
      legal={legal}
      others={others}
      figure={<DataWays />}
      caption="Fig. 01. Every way your data takes"
    />
  );
}
