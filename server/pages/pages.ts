import { type Context, Hono } from "hono";
import { RouterContextProvider } from "react-router";
import { securityHeaders } from "#app/features/security/security.server.ts";
import { storedAddress } from "#app/features/security/security-log/stored-address.server.ts";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import { failureResponses } from "#app/platform/database/database-failure.server.ts";
import { type Settings, settingsRevision } from "#app/platform/env.server.ts";
import { type RequestContext, requestContext, type VisitorView } from "#app/shell/request-context.ts";
import { visitorView } from "#app/shell/visitor-view.server.ts";
import { compressed } from "../files/encoding.ts";
import { methodNotAllowed } from "../requests/request-checks.ts";
import type { AppEnv } from "../requests/request-env.ts";
import { SignedInPages } from "../requests/signed-in-pages.ts";
import type { FrozenPages } from "./frozen-pages.ts";
import { type Render, renderForAnonymous } from "./page-renderer.ts";

/**
 * Every page, rendered by React Router. The first anonymous visitor of a content page creates its frozen copy, the first
 * signed-in one a copy for their kind of visitor.
 */
export function pages(options: {
  render: Render;
  settings: Settings;
  frozen: FrozenPages;
  signedIn?: SignedInPages;
  development: boolean;
}): Hono<AppEnv> {
  const { render, settings, frozen, development } = options;
  const routes = new Hono<AppEnv>();
  const signedIn = options.signedIn ?? new SignedInPages(render, settings);

  routes.all("*", async (c) => {
    // Pages have no server actions: forms are sent to endpoints.
    const refused = c.get("refusedForm");
    if (c.req.method !== "GET" && c.req.method !== "HEAD" && !refused) return methodNotAllowed(c, ["GET", "HEAD"]);
    const ctx = c.get("ctx");
    const { actor } = ctx;
    const view = () => visitorView(ctx);
    const keeps = !development && c.req.method === "GET" && c.get("hostKind") !== "preview";
    const address = keeps ? frozen.addressOf(pathAndQuery(c)) : null;
    const kept =
      address === null
        ? null
        : actor.kind === "anonymous"
          ? await forAnonymous(render, c, address, settings, frozen)
          : await forVisitor(signedIn, c, await view(), address);
    if (kept) return kept;
    const rendered = await render(publicRequest(c, settings), pageContext(c, view));
    const response = refused && rendered.status === 200 ? withStatus(rendered, refused.status) : rendered;
    const answer = await compressed(response, c.req.header("accept-encoding"));
    if (!answer.headers.has("cache-control"))
      answer.headers.set("cache-control", refused || isPersonal(c) ? "private, no-store" : "no-cache");
    const { unavailable } = failureResponses;
    const wait = refused?.retryAfterSeconds ?? (answer.status === 503 ? unavailable.retryAfterSeconds : undefined);
    if (wait) answer.headers.set("retry-after", String(wait));
    answer.headers.append("vary", "accept-encoding, accept-language, cookie");
    return answer;
  });
  return routes;
}

const withStatus = (response: Response, status: number) =>
  new Response(response.body, { status, headers: response.headers });

const personalParameters = ["token", "email", "name", "move", "step", "link"];

/**
 * Whether a page was rendered for one person: with a session, or at a URL that contains a secret or personal data. Such a page
 * must not reappear from a cache or the back/forward cache after signing out.
 */
function isPersonal(c: Context<AppEnv>): boolean {
  const { pathname, searchParams } = new URL(c.req.url);
  return (
    c.get("ctx").actor.kind !== "anonymous" ||
    storedAddress(pathname) !== pathname ||
    personalParameters.some((name) => searchParams.has(name))
  );
}

const pathAndQuery = (c: Context<AppEnv>) => {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
};

/**
 * Returns the frozen copy for anonymous visitors, creating it if needed. Null if the page failed: an error screen needs the
 * nonce of its own request, so it is rendered again for this visitor.
 */
async function forAnonymous(
  render: Render,
  c: Context<AppEnv>,
  address: string,
  settings: Settings,
  frozen: FrozenPages,
): Promise<Response | null> {
  const known = frozen.copy(address, c.req.header("accept-encoding"));
  if (known) return known;
  const revision = settingsRevision();
  const response = await renderForAnonymous(render, address, c.get("ctx"), settings);
  if (response.status !== 200) return null;
  const html = Buffer.from(await response.arrayBuffer());
  const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
  frozen.keep(address, html, { ...securityHeaders(settings), ...headers }, revision);
  const first = new Response(html, {
    headers: { ...headers, "cache-control": "no-cache", vary: "accept-encoding, cookie" },
  });
  return compressed(first, c.req.header("accept-encoding"));
}

async function forVisitor(
  signedIn: SignedInPages,
  c: Context<AppEnv>,
  view: VisitorView,
  address: string,
): Promise<Response | null> {
  const asked = { encodings: c.req.header("accept-encoding"), ifNoneMatch: c.req.header("if-none-match") };
  const answer = await signedIn.answer(c.get("ctx"), view, address, asked);
  return answer && new Response(answer.body, answer);
}

function pageContext(c: Context<AppEnv>, view: RequestContext["view"]): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestContext, {
    ...c.get("ctx"),
    nonce: c.get("nonce"),
    isLocal: c.get("isLocal"),
    userAgent: userAgentOf(c.req.raw.headers),
    requestId: c.get("requestId"),
    preview: c.get("preview"),
    view,
    refusedForm: c.get("refusedForm"),
  });
  return context;
}

/** The request with its public URL, so that loaders never build links from a proxy's internal URL. */
class PublicRequest extends Request {
  readonly #original: Request;

  constructor(url: string, original: Request) {
    // The page of a refused form is rendered with GET.
    super(url, { method: original.method === "HEAD" ? "HEAD" : "GET" });
    this.#original = original;
  }

  // Not copied: pages rarely use them, and following a signal is costly.
  override get headers() {
    return this.#original.headers;
  }
  override get signal() {
    return this.#original.signal;
  }
}

function publicRequest(c: Context<AppEnv>, settings: Settings): Request {
  const { pathname, search } = new URL(c.req.url);
  const host = c.get("host") || new URL(settings.SITE_URL).host;
  return new PublicRequest(`${c.get("scheme")}://${host}${pathname}${search}`, c.req.raw);
}
