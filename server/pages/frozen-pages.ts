import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { Counter } from "prom-client";
import { minuteMs } from "#app/lib/durations.ts";
import { settingsRevision } from "#app/platform/env.server.ts";
import { registry } from "#app/platform/metrics.server.ts";
import { type Encoding, encodingFor } from "../files/encoding.ts";
import { isNamed } from "../files/etag.ts";

/** `found` and `unchanged`: the headers of 200 and 304 as one flat row of name, value, name, value: the fastest form to write. */
type Copy = { etag: string; body: Buffer; headers: Record<string, string>; found: string[]; unchanged: string[] };
type Frozen = Record<Encoding, Copy> & { until: number };

/** The list follows the settings. */
export type FrozenPaths = Pick<ReadonlySet<string>, "has">;

/**
 * Pages that vary by a few values of one query parameter: path → that parameter and its values. `uncounted`: parameters with
 * unlimited values; URLs with one of them are rendered for each request.
 */
export type Choices = ReadonlyMap<
  string,
  { parameter: string; values: ReadonlySet<string>; uncounted: readonly string[] }
>;

let served = 0;
new Counter({
  name: "gtmarc_frozen_pages_total",
  help: "Content pages answered from memory",
  registers: [registry],
  // Updated on collection: updating at every response would cost 5 % of its time.
  collect() {
    this.reset();
    this.inc(served);
  },
});

/**
 * Copies of content pages for visitors without a session: rendered once per process, compressed once, served from memory. Paths
 * are a fixed list, and only listed values of one query parameter count, so requests can neither fill memory nor leak content
 * to other visitors.
 */
export class FrozenPages {
  readonly #paths: FrozenPaths;
  readonly #choices: Choices;
  readonly #freshSeconds: ReadonlyMap<string, number>;
  readonly #yearNow: () => string;
  readonly #copies = new Map<string, Frozen>();
  #year = "";
  #yearKnownUntil = 0;
  #revision = settingsRevision();

  /**
   * `freshSeconds`: when the copies of these pages expire. Other copies last until a setting changes, but at most until `yearNow`
   * changes, because every footer shows the year.
   */
  constructor(
    paths: FrozenPaths,
    choices: Choices = new Map(),
    freshSeconds: ReadonlyMap<string, number> = new Map(),
    yearNow: () => string = () => "",
  ) {
    this.#paths = paths;
    this.#choices = choices;
    this.#freshSeconds = freshSeconds;
    this.#yearNow = yearNow;
  }

  /**
   * Returns the key of the copy for this URL: its path, with a query only for a listed choice. Null if the path is not on the
   * list, the query contains anything else that changes the page, or its choice is unknown: such a URL redirects.
   */
  addressOf(url: string): string | null {
    const query = url.indexOf("?");
    const path = query === -1 ? url : url.slice(0, query);
    if (!this.#paths.has(path)) return null;
    const choice = query === -1 ? undefined : this.#choices.get(path);
    if (!choice) return path;
    const parameters = new URLSearchParams(url.slice(query));
    if (choice.uncounted.some((name) => parameters.getAll(name).some(Boolean))) return null;
    const value = parameters.get(choice.parameter);
    if (!value) return path;
    return choice.values.has(value) ? `${path}?${choice.parameter}=${encodeURIComponent(value)}` : null;
  }

  /** Returns the kept page for requests that came through the chain; null if there is none. */
  copy(address: string, accepted: string | undefined): Response | null {
    const page = this.#fresh(address)?.[encodingFor(accepted)];
    return page ? new Response(new Uint8Array(page.body), { headers: page.headers }) : null;
  }

  /** `revision`: that of the settings before the page was rendered. */
  keep(address: string, html: Buffer, headers: Record<string, string>, revision = settingsRevision()): void {
    this.#dropOutdated();
    if (revision !== this.#revision) return;
    const etag = createHash("sha256").update(html).digest("base64url").slice(0, 12);
    const copy = (encoding: Encoding, body: Buffer): Copy => {
      const isPacked = encoding !== "identity";
      const always = {
        ...headers,
        "cache-control": "no-cache",
        vary: "accept-encoding, cookie",
        etag: `"${etag}${isPacked ? `-${encoding}` : ""}"`,
      };
      const all = {
        ...always,
        ...(isPacked ? { "content-encoding": encoding } : {}),
        "content-length": String(body.length),
      };
      return {
        etag: always.etag,
        body,
        headers: all,
        found: Object.entries(all).flat(),
        unchanged: Object.entries(always).flat(),
      };
    };
    const seconds = this.#freshSeconds.get(address);
    // A copy with a short life does not justify the slowest compression.
    const quality = seconds === undefined ? 11 : 5;
    this.#copies.set(address, {
      until: seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + seconds * 1000,
      identity: copy("identity", html),
      br: copy(
        "br",
        brotliCompressSync(html, {
          params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
        }),
      ),
      gzip: copy("gzip", gzipSync(html, { level: 9 })),
    });
  }

  /** Reads the calendar once a minute. */
  #dropOutdated(): void {
    if (this.#revision !== settingsRevision()) {
      this.#revision = settingsRevision();
      this.#copies.clear();
      this.#yearKnownUntil = 0;
    }
    if (performance.now() < this.#yearKnownUntil) return;
    this.#yearKnownUntil = performance.now() + minuteMs;
    const year = this.#yearNow();
    if (year !== this.#year) this.#copies.clear();
    this.#year = year;
  }

  #fresh(address: string): Frozen | undefined {
    this.#dropOutdated();
    const page = this.#copies.get(address);
    return page && performance.now() < page.until ? page : undefined;
  }

  /**
   * Serves the request if it is for a kept page and has no session or token; returns whether it did. Everything else, including
   * the first request for a page, goes through the chain.
   */
  answer(request: IncomingMessage, response: ServerResponse, isOwnHost: (host: string) => boolean): boolean {
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    const address = this.addressOf(url);
    const page = address === null ? undefined : this.#fresh(address);
    if (!page || headers.authorization || headers["x-forwarded-host"] || headers.cookie?.includes("gtmarc_session"))
      return false;
    if (!isOwnHost(headers.host ?? "")) return false;
    const { etag, body, found, unchanged } = page[encodingFor(headers["accept-encoding"])];
    served += 1;
    if (isNamed(headers["if-none-match"], etag)) {
      response.writeHead(304, unchanged).end();
      return true;
    }
    response.writeHead(200, found);
    response.end(method === "HEAD" ? undefined : body);
    return true;
  }
}
