import { privacyPolicy } from "../../features/content/legal/privacy.ts";
import { siteFacts } from "../../features/content/site-facts.server.ts";
import type { PageHandle } from "../../page-handle.ts";
import { requestContext } from "../../request-context.ts";
import type { Route } from "./+types/privacy";
import { DataWays } from "./legal/data-ways.tsx";
import { LegalPage } from "./legal/legal-page.tsx";

export const handle: PageHandle = { content: true };

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, contactEmail } = siteFacts(context.get(requestContext).now);
  return { canonical: `${siteUrl}${privacyPolicy.path}`, contactEmail };
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: "Privacy Policy | GTMarc" },
  {
    name: "description",
    content:
      "What GTMarc keeps about you, why and for how long: no cookies for visitors, no third parties on our pages, download and deletion in your own account.",
  },
  { tagName: "link", rel: "canonical", href: loaderData?.canonical },
];

export default function Privacy({ loaderData: { contactEmail } }: Route.ComponentProps) {
  return (
    <LegalPage
      of={privacyPolicy}
      contactEmail={contactEmail}
      figure={<DataWays />}
      caption="Fig. 01. Every way your data takes"
    />
  );
}
