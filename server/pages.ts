import { constants, brotliCompressSync, gzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { hostKind } from "../app/features/security/hosts.server.ts";
import { anonymous } from "../app/lib/actor.ts";
import type { Settings } from "../app/platform/env.server.ts";
import { requestContext } from "../app/request-context.ts";
import type { AppEnv } from "./app.ts";

type Frozen = { headers: Record<string, string>; identity: Buffer; br: Buffer; gzip: Buffer; etag: string };

/**
 * Pages. Anonymous copies of the content pages named in `frozenPaths` are rendered once per process, compressed once and
 * served from memory; the list is fixed, so query strings cannot fill memory. Everything else is React Router's.
 */
export function pages(options: { build: ServerBuild | (() => Promise<ServerBuild>); settings: Settings; frozenPaths: ReadonlySet<string>; development: boolean }): Hono<AppEnv> {
  const { settings, frozenPaths, development } = options;
  const render = createRequestHandler(options.build as ServerBuild, development ? "development" : "production");
  const frozen = new Map<string, Promise<Frozen | null>>();
  const routes = new Hono<AppEnv>();

  routes.get("*", async (c, next) => {
    const path = c.req.path;
    if (development || !frozenPaths.has(path) || c.get("ctx").actor.kind !== "anonymous") return next();
    if (hostKind(c.get("host"), settings) === "preview") return next();
    let copy = frozen.get(path);
    if (!copy) {
      copy = freeze(render, c, new URL(path, settings.SITE_URL));
      frozen.set(path, copy);
    }
    const page = await copy;
    if (!page) {
      frozen.delete(path);
      return next();
    }
    return sendFrozen(c, page);
  });

  routes.all("*", async (c) => {
    const response = await render(publicRequest(c, settings), pageContext(c));
    const answer = new Response(response.body, response);
    if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", c.get("ctx").actor.kind === "anonymous" ? "no-cache" : "private, no-cache");
    answer.headers.append("vary", "accept-encoding, cookie");
    return answer;
  });
  return routes;
}

type Render = (request: Request, context: RouterContextProvider) => Promise<Response>;

async function freeze(render: Render, c: Context<AppEnv>, url: URL): Promise<Frozen | null> {
  const context = new RouterContextProvider();
  const { db, now } = c.get("ctx");
  context.set(requestContext, { db, now, actor: anonymous, nonce: "", address: "", userAgent: "", requestId: "" });
  const response = await render(new Request(url), context);
  if (response.status !== 200) return null;
  const identity = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  delete headers["x-request-id"];
  return {
    headers: { ...headers, "cache-control": "no-cache", vary: "accept-encoding, cookie" },
    identity,
    br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    gzip: gzipSync(identity, { level: 9 }),
    etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 20)}"`,
  };
}

function sendFrozen(c: Context<AppEnv>, page: Frozen): Response {
  const accepted = c.req.header("accept-encoding") ?? "";
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity";
  const etag = encoding === "identity" ? page.etag : page.etag.replace(/"$/, `-${encoding}"`);
  if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers: { etag, "cache-control": "no-cache", vary: "accept-encoding, cookie" } });
  const body = page[encoding];
  const headers: Record<string, string> = { ...page.headers, etag, "content-length": String(body.length) };
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return new Response(c.req.method === "HEAD" ? null : new Uint8Array(body), { status: 200, headers });
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
