import { type Context, Hono } from "hono";
import { RouterContextProvider } from "react-router";
import { securityHeaders } from "../app/features/security/headers.server.ts";
import { hostKind } from "../app/features/security/hosts.server.ts";
import type { Settings } from "../app/platform/env.server.ts";
import { requestContext } from "../app/request-context.ts";
import type { AppEnv } from "./app.ts";
import { compressed } from "./encoding.ts";
import type { FrozenPages } from "./frozen-pages.ts";
import { type Render, renderForNobody } from "./page-renderer.ts";

/** Every page, by React Router. The first visitor without a session to a content page also leaves a frozen copy of it. */
export function pages(options: {
  render: Render;
  settings: Settings;
  frozen: FrozenPages;
  development: boolean;
}): Hono<AppEnv> {
  const { render, settings, frozen, development } = options;
  const routes = new Hono<AppEnv>();

  routes.all("*", async (c) => {
    const { actor } = c.get("ctx");
    const isVisitor = actor.kind === "anonymous" && hostKind(c.get("host"), settings) !== "preview";
    const address = !development && c.req.method === "GET" && isVisitor ? frozen.addressOf(pathAndQuery(c)) : null;
    const kept = address !== null && !frozen.has(address) && (await freeze(render, c, address, settings, frozen));
    if (kept) return kept;
    const response = await render(publicRequest(c, settings), pageContext(c));
    const answer = await compressed(new Response(response.body, response), c.req.header("accept-encoding"));
    if (!answer.headers.has("cache-control"))
      answer.headers.set("cache-control", actor.kind === "anonymous" ? "no-cache" : "private, no-cache");
    answer.headers.append("vary", "accept-encoding, cookie");
    return answer;
  });
  return routes;
}

const pathAndQuery = (c: Context<AppEnv>) => {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
};

/**
 * Keeps what this visitor gets, rendered as for nobody in particular. Null for what is no page: an error screen is alive
 * under its visitor's own nonce, so it is rendered once more for them alone.
 */
async function freeze(
  render: Render,
  c: Context<AppEnv>,
  address: string,
  settings: Settings,
  frozen: FrozenPages,
): Promise<Response | null> {
  const response = await renderForNobody(render, address, c.get("ctx"), settings);
  if (response.status !== 200) return null;
  const html = Buffer.from(await response.arrayBuffer());
  const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
  frozen.keep(address, html, { ...securityHeaders({ https: settings.SITE_URL.startsWith("https:") }), ...headers });
  const first = new Response(html, {
    headers: { ...headers, "cache-control": "no-cache", vary: "accept-encoding, cookie" },
  });
  return compressed(first, c.req.header("accept-encoding"));
}

function pageContext(c: Context<AppEnv>): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestContext, {
    ...c.get("ctx"),
    nonce: c.get("nonce"),
    address: c.get("address"),
    userAgent: (c.req.header("user-agent") ?? "").slice(0, 500),
    requestId: c.get("requestId"),
  });
  return context;
}

/** The request with the address its visitor sees, so that loaders build links from it and never from a proxy's inside. */
function publicRequest(c: Context<AppEnv>, settings: Settings): Request {
  const inside = new URL(c.req.url);
  const outside = new URL(inside.pathname + inside.search, settings.SITE_URL);
  outside.host = c.get("host");
  return new Request(outside, c.req.raw);
}
