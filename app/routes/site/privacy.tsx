import { privacyPolicy } from "#app/features/content/legal/privacy.ts";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import type { PageHandle } from "#app/shell/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import type { Route } from "./+types/privacy";
import { DataWays } from "./legal/data-ways.tsx";
import { LegalPage } from "./legal/legal-page.tsx";

export const handle: PageHandle = { content: true };

export function loader({ context }: Route.LoaderArgs) {
  const { contactEmail, legal } = siteFacts(context.get(requestContext).now);
  return { contactEmail, legal };
}

export const meta = pageMeta("/privacy-policy");

export default function Privacy({ loaderData: { contactEmail, legal } }: Route.ComponentProps) {
  return (
    <LegalPage
      of={privacyPolicy}
      contactEmail={contactEmail}
      legal={legal}
      figure={<DataWays />}
      caption="Fig. 01. Every way your data takes"
    />
  );
}
