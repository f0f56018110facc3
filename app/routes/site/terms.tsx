import { termsOfService } from "#app/features/content/legal/terms.ts";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import type { PageHandle } from "#app/shell/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import type { Route } from "./+types/terms";
import { LegalPage } from "./legal/legal-page.tsx";
import { Periods } from "./legal/periods.tsx";

export const handle: PageHandle = { content: true };

export function loader({ context }: Route.LoaderArgs) {
  const { contactEmail, legal } = siteFacts(context.get(requestContext).now);
  return { contactEmail, legal };
}

export const meta = pageMeta("/terms-of-service");

export default function Terms({ loaderData: { contactEmail, legal } }: Route.ComponentProps) {
  return (
    <LegalPage
      of={termsOfService}
      contactEmail={contactEmail}
      legal={legal}
      figure={<Periods />}
      caption="Fig. 01. The periods of these terms, in days, on one scale"
    />
  );
}
