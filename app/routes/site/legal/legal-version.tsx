import { data, redirect } from "react-router";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { findLegalVersion } from "#app/features/content/texts/legal-versions.server.ts";
import { siteText } from "#app/features/content/texts/site-texts.server.ts";
import { textDefinitions } from "#app/features/content/texts/texts.ts";
import { unlisted } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { notFoundMeta, PageNotFound } from "#app/shell/site/page-not-found.tsx";
import type { Route } from "./+types/legal-version";
import { LegalPage } from "./legal-page.tsx";

export const handle: PageHandle = { content: true };

export async function loader({ context, request, params: { version } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const key = new URL(request.url).pathname.startsWith("/privacy-policy") ? "privacy" : "terms";
  // The links to a coming version, in mails for example, stay valid when it applies.
  if (version === String(siteText(key).version)) throw redirect(textDefinitions[key].path);
  const found = /^\d{1,3}$/.test(version) ? await findLegalVersion(ctx, key, Number(version)) : null;
  // Not thrown: the page keeps its header and footer.
  if (!found) return data(null, { status: 404 });
  return { ...found, contactEmail: siteFacts(ctx.now).contactEmail };
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData ? unlisted(`${loaderData.text.title}, version ${loaderData.text.version}`) : notFoundMeta();

/** Another version than the current one of the terms or the privacy policy. */
export default function OtherLegalText({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <PageNotFound />;
  const { text, state, contactEmail } = loaderData;
  return <LegalPage of={text} contactEmail={contactEmail} legal={null} others={[]} state={state} />;
}
