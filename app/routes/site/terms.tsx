import { termsOfService } from "../../features/content/legal/terms.ts";
import { siteFacts } from "../../features/content/site-facts.server.ts";
import type { PageHandle } from "../../page-handle.ts";
import { requestContext } from "../../request-context.ts";
import type { Route } from "./+types/terms";
import { LegalPage } from "./legal/legal-page.tsx";
import { Periods } from "./legal/periods.tsx";

export const handle: PageHandle = { content: true };

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, contactEmail } = siteFacts(context.get(requestContext).now);
  return { canonical: `${siteUrl}${termsOfService.path}`, contactEmail };
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: "Terms of Service | GTMarc" },
  {
    name: "description",
    content:
      "The terms of GTMarc's analysis, blueprint, projects and retainer: fixed prices, half on signing and half on completion, 30 days' notice, in fourteen sections.",
  },
  { tagName: "link", rel: "canonical", href: loaderData?.canonical },
];

export default function Terms({ loaderData: { contactEmail } }: Route.ComponentProps) {
  return (
    <LegalPage
      of={termsOfService}
      contactEmail={contactEmail}
      figure={<Periods />}
      caption="Fig. 01. The periods of these terms, in days, on one scale"
    />
  );
}
