import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { Counter } from "prom-client";
import { registry } from "../app/platform/metrics.server.ts";

type Encoding = "br" | "gzip" | "identity";
type Copy = { etag: string; body: Buffer; headers: Record<string, string> };
type Frozen = Record<Encoding, Copy>;

const served = new Counter({
  name: "gtmarc_frozen_pages_total",
  help: "Content pages answered from memory",
  registers: [registry],
});

/**
 * Copies of content pages for visitors without a session: rendered once per process, compressed once, answered straight
 * from memory. Paths are a fixed list and the query is ignored, so nothing a visitor sends can fill memory or be repeated
 * to somebody else.
 */
export class FrozenPages {
  readonly #paths: ReadonlySet<string>;
  readonly #copies = new Map<string, Frozen>();

  constructor(paths: ReadonlySet<string>) {
    this.#paths = paths;
  }

  mayFreeze(path: string): boolean {
    return this.#paths.has(path) && !this.#copies.has(path);
  }

  /** Keeps a page as rendered for nobody in particular, together with the headers every answer carries. */
  keep(path: string, html: Buffer, headers: Record<string, string>): void {
    const etag = createHash("sha256").update(html).digest("base64url").slice(0, 20);
    const copy = (encoding: Encoding, body: Buffer): Copy => ({
      etag: `"${etag}${encoding === "identity" ? "" : `-${encoding}`}"`,
      body,
      headers: {
        ...headers,
        "cache-control": "no-cache",
        vary: "accept-encoding, cookie",
        ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
        "content-length": String(body.length),
        etag: `"${etag}${encoding === "identity" ? "" : `-${encoding}`}"`,
      },
    });
    this.#copies.set(path, {
      identity: copy("identity", html),
      br: copy(
        "br",
        brotliCompressSync(html, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
        }),
      ),
      gzip: copy("gzip", gzipSync(html, { level: 9 })),
    });
  }

  /**
   * Answers the request if it is one for a kept page by a visitor without session or token; says whether it did.
   * Everything else, and every first request for a page, takes the whole way through the chain.
   */
  answer(request: IncomingMessage, response: ServerResponse, isOwnHost: (host: string) => boolean): boolean {
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    const query = url.indexOf("?");
    const page = this.#copies.get(query === -1 ? url : url.slice(0, query));
    if (!page || headers.authorization || headers["x-forwarded-host"] || headers.cookie?.includes("gtmarc_session"))
      return false;
    if (!isOwnHost(headers.host ?? "")) return false;
    const { etag, body, headers: fixed } = page[encodingFor(headers["accept-encoding"])];
    served.inc();
    if (headers["if-none-match"] === etag) {
      const { "content-length": _, "content-encoding": __, ...rest } = fixed;
      response.writeHead(304, rest).end();
      return true;
    }
    response.writeHead(200, fixed);
    response.end(method === "HEAD" ? undefined : body);
    return true;
  }
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? "");
  return /\bbr\b/.test(text) ? "br" : /\bgzip\b/.test(text) ? "gzip" : "identity";
}
