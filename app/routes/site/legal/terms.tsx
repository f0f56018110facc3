import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { listLegalVersions } from "#app/features/content/texts/legal-versions.server.ts";
import { isOwnText, siteText } from "#app/features/content/texts/site-texts.server.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import type { Route } from "./+types/terms";
import { LegalPage } from "./legal-page.tsx";
import { Periods } from "./periods.tsx";

export const handle: PageHandle = { content: true };

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { contactEmail, legal } = siteFacts(ctx.now);
  return {
    contactEmail,
    legal,
    text: siteText("terms"),
    others: await listLegalVersions(ctx, "terms"),
    isOwn: isOwnText("terms"),
  };
}

export const meta = pageMeta("/terms-of-service");

export default function Terms({ loaderData: { contactEmail, legal, text, others, isOwn } }: Route.ComponentProps) {
  return (
    <LegalPage
      of={text}
      contactEmail={contactEmail}
      legal={legal}
      others={others}
      // It draws the periods of the specified terms.
      figure={!isOwn && <Periods />}
      caption="Fig. 01. The periods of these terms, in days, on one scale"
    />
  );
}
