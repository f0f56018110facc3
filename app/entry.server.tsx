import { text } from "node:stream/consumers";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { schedulerFrameSource } from "#app/features/booking/calendly/calendly.server.ts";
import { trustedDomains } from "./features/security/requests/page-settings.server.ts";
import { contentSecurityPolicy, frameAncestors } from "./features/security/security.server.ts";
import { chunks } from "./island-kit/chunks.server.ts";
import { ContentPage } from "./island-kit/island.tsx";
import { contentPage } from "./island-kit/render.server.tsx";
import { wholeResponse } from "./lib/browsers/whole-response.ts";
import { log } from "./platform/log.server.ts";
import { signedInHead } from "./shell/pages/chunks-ahead.server.ts";
import { AppPage } from "./shell/pages/early-events.tsx";
import type { PageHandle } from "./shell/pages/page-handle.ts";
import {
  compact,
  inlineJson,
  oneLine,
  withIntegrity,
  withinHead,
  withoutLinkNonces,
} from "./shell/pages/page-html.server.ts";
import { withPageRoutes } from "./shell/pages/page-routes.server.ts";
import { cutPage, findScripts, keepScripts } from "./shell/pages/page-scripts.server.ts";
import { requestContext } from "./shell/request-context.ts";

/** React and React DOM, which every app page starts with. */
const appScripts = chunks.importsOf("app/island-kit/hydrate.ts");

export const streamTimeout = 5_000;

/**
 * Renders a page. Content pages (handle.content) are rendered whole, without hydration and without any inline script;
 * app pages hydrate under this request's nonce. Either way the response is complete before it is sent, so a failure while
 * rendering is a clean error page and never half a page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, view, preview, refusedForm } = context.get(requestContext);
  const handle = pageHandle(entry);
  const framed = frameOf(handle.embeds);
  const visitor = await view();
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("x-request-id", requestId);
  headers.set(
    "content-security-policy",
    contentSecurityPolicy({
      nonce: handle.content ? undefined : nonce,
      frameAncestors: frameAncestors({
        embeddable: handle.embeddable,
        trusted: preview !== "none" && !visitor.account ? trustedDomains() : [],
      }),
      frameSrc: framed?.source,
      whatIf: handle.whatIf,
      development: import.meta.env.DEV,
    }),
  );
  // Another firm's page cannot be made to ask for isolation, and would not be shown in a page that does.
  if (framed?.foreign) headers.set("cross-origin-embedder-policy", "unsafe-none");
  if (handle.content) headers.set("speculation-rules", '"/speculation-rules.json"');
  else headers.set("x-robots-tag", "noindex");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const rendered = handle.content
    ? finished(contentHtml(entry, request.url))
    : await appHtml(entry, request.url, nonce);
  const html = refusedForm ? rendered.replace(invalidMark, `${invalidMark} autofocus=""`) : rendered;
  const added = signedInHead(visitor, new URL(request.url).pathname, handle.content ? "content" : "app");
  return wholeResponse(withinHead(html, added), { status, headers });
}

/** Marks the first invalid field of a refused form, which gets the focus as it would from a script. */
const invalidMark = 'aria-invalid="true"';

const preload = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
/** The head's own scripts load these files already. */
const withoutAppScript = (link: string, file: string) => (appScripts.includes(file) ? "" : link);

const finished = (html: string) => compact(withIntegrity(html));

/**
 * Never hydrated, so it needs none of React's markers between texts. Nor the mark of style sheets that loaded code needs as well: React
 * Router removes a page's sheets when it is left, and code of islands would load a marked sheet again.
 */
const contentHtml = (entry: EntryContext, url: string) =>
  `<!DOCTYPE html>${renderToStaticMarkup(
    <ContentPage value={contentPage}>
      <AppPage value={null}>
        <ServerRouter context={withPageRoutes(entry)} url={url} />
      </AppPage>
    </ContentPage>,
  ).replaceAll('.css#"', '.css"')}`;

/**
 * No page suspends, so React renders it at once. Left to itself, React Router writes the loaders' data from inside a Suspense
 * boundary, which only the streaming renderer can wait for, at several times the cost; here the data is read first.
 */
async function appHtml(entry: EntryContext, url: string, nonce: string): Promise<string> {
  const { serverHandoffStream, ...page } = withPageRoutes(entry);
  const data = serverHandoffStream ? await text(serverHandoffStream) : "";
  const earlier = findScripts(entry, nonce);
  const html = renderToString(
    <ContentPage value={null}>
      <AppPage value={{ nonce, scripts: appScripts, scriptsKnown: earlier !== null }}>
        <ServerRouter context={page} url={url} nonce={nonce} />
      </AppPage>
    </ContentPage>,
  );
  const { start, middle, end, ...rendered } = cutPage(html);
  const own = earlier ?? {
    links: withoutLinkNonces(finished(rendered.links.replace(preload, withoutAppScript)), nonce),
    scripts: oneLine(finished(rendered.scripts)),
  };
  if (!earlier) keepScripts(entry, nonce, own);
  const stream = "window.__reactRouterContext.streamController";
  const handoff = `<script nonce="${nonce}">${stream}.enqueue(${inlineJson(data)});${stream}.close();</script>`;
  return `<!DOCTYPE html>${withoutLinkNonces(finished(start), nonce)}${own.links}${finished(middle)}${own.scripts}${handoff}${end}`;
}

/**
 * Logs what broke in a loader or while rendering, with the request id that the visitor sees. Aborted requests are ignored;
 * a visitor's mistake, such as a POST to a page without an action (405), is a debug line.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted) return;
  const { requestId } = context.get(requestContext);
  const path = new URL(request.url).pathname;
  if (isRouteErrorResponse(error) && error.status < 500)
    log.debug({ status: error.status, requestId, path }, "refused");
  else log.error({ err: error, requestId, path }, "page failed");
}

/** The innermost match that says something decides; an error page is an app page, because its buttons need to be alive. */
function pageHandle(entry: EntryContext): PageHandle {
  const { matches, errors } = entry.staticHandlerContext;
  if (Object.values(errors ?? {}).some((error) => !isRouteErrorResponse(error) || error.status >= 500)) return {};
  return Object.assign(
    {},
    ...matches.map((match) => (entry.routeModules[match.route.id]?.handle as PageHandle | undefined) ?? {}),
  );
}

function frameOf(embeds: PageHandle["embeds"]): { source: string; foreign: boolean } | undefined {
  if (embeds === "mail") return { source: "'self'", foreign: false };
  return embeds === "scheduler" ? schedulerFrameSource() : undefined;
}
