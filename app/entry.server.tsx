import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { PageNonce } from "./early-acts.tsx";
import { schedulerFrameSource } from "./features/booking/calendly-frame.server.ts";
import { contentSecurityPolicy } from "./features/security/headers.server.ts";
import { ContentPage } from "./island-kit/island.tsx";
import { contentPage } from "./island-kit/render.server.tsx";
import type { PageHandle } from "./page-handle.ts";
import { log } from "./platform/log.server.ts";
import { requestContext } from "./request-context.ts";

export const streamTimeout = 5_000;

/**
 * Renders a page. Content pages (handle.content) are rendered whole, without hydration and without any inline script;
 * app pages hydrate under this request's nonce. Either way the answer is complete before it leaves, so a failure while
 * rendering is a clean error page and never half a page.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId } = context.get(requestContext);
  const handle = pageHandle(entry);
  const framed = frameOf(handle.embeds);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("x-request-id", requestId);
  headers.set(
    "content-security-policy",
    contentSecurityPolicy({
      nonce: handle.content ? undefined : nonce,
      frameAncestors: handle.embeddable ? "'self'" : "'none'",
      frameSrc: framed?.source,
      development: import.meta.env.DEV,
    }),
  );
  // Another firm's page cannot be made to ask for isolation, and would not be shown in a page that does.
  if (framed?.foreign) headers.set("cross-origin-embedder-policy", "unsafe-none");
  if (handle.content) headers.set("speculation-rules", '"/speculation-rules.json"');
  else headers.set("x-robots-tag", "noindex");
  if (request.method === "HEAD") return Promise.resolve(new Response(null, { status, headers }));

  return new Promise((resolve, reject) => {
    let failed = status;
    const { pipe, abort } = renderToPipeableStream(
      <ContentPage value={handle.content ? contentPage : null}>
        <PageNonce value={handle.content ? undefined : nonce}>
          <ServerRouter context={entry} url={request.url} nonce={handle.content ? undefined : nonce} />
        </PageNonce>
      </ContentPage>,
      {
        nonce: handle.content ? undefined : nonce,
        onAllReady() {
          const body = new PassThrough();
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status: failed, headers }));
        },
        onShellError: reject,
        onError(error) {
          failed = 500;
          reject(error);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1000).unref();
  });
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
