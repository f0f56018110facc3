import { lookup, Resolver } from "node:dns/promises";
import { open } from "node:fs/promises";
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import ipaddr from "ipaddr.js";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";

/*
 * The only way in which the server requests a URL that a person entered: calendars, webhooks, connection tests. Attacks and
 * their prevention:
 *
 * - access to services that only this machine or its network can reach: every address of the name must be public;
 * - DNS rebinding: the connection uses the checked addresses, and the name is not resolved again. A kept connection serves
 *   only requests to names that resolve to the same addresses;
 * - redirects into the network: a redirect is returned, never followed;
 * - services that are not HTTP: only https, and no port below 1024 except 443;
 * - exhaustion: limits for connecting, for the whole request, for headers and for the body, after decompression;
 * - information about the network in errors: a refusal is one of a few codes.
 */

export type RequestRefusal = Refusal<
  | "not_https"
  | "has_credentials"
  | "bad_port"
  | "unknown_name"
  | "not_public"
  | "unreachable"
  | "timed_out"
  | "too_large"
>;

/** How names are resolved, and which addresses may be reached. */
export type Reach = {
  resolve: (hostname: string) => Promise<readonly string[]>;
  isPublic: (address: string) => boolean;
  protocols: readonly string[];
};

/** The public internet over https. */
export const theOutside: Reach = { resolve: resolvePublic, isPublic: isPublicAddress, protocols: ["https:"] };

/** All addresses, including this machine. For tests and development (`WEBHOOK_ALLOW_PRIVATE`), never in production. */
export const everywhere: Reach = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  isPublic: () => true,
  protocols: ["https:", "http:"],
};

export type OutsideRequest = {
  url: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "PROPFIND" | "REPORT";
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** `timeoutMs` limits the whole request; `connectMs` the name, the connection and TLS. */
  limits: { timeoutMs: number; connectMs?: number; maxBytes: number };
  /** Keeps the connection open for a few seconds, for the next request to the same host. */
  keepsConnection?: boolean;
  /**
   * How a body over `maxBytes` is handled: `refuse` it, or `cut` it. With `cut`, a body that is not complete in time is also
   * returned, truncated.
   */
  oversize: "refuse" | "cut";
  /** The path of a file, created or replaced: the body is written there, and the one returned is empty. */
  into?: string | undefined;
};

export type OutsideResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; isTruncated: boolean };

const maxHeaderBytes = 16 * 1024;
/** The parser's code for headers over `maxHeaderBytes`. */
const headerOverflow = "HPE_HEADER_OVERFLOW";

/** Sends one request and returns the response, whatever its status. Does not follow redirects. */
export async function requestOutside(
  wanted: OutsideRequest,
  reach: Reach = theOutside,
): Promise<Result<OutsideResponse, RequestRefusal>> {
  const { timeoutMs, connectMs = timeoutMs } = wanted.limits;
  const deadline = AbortSignal.timeout(timeoutMs);
  const connected = new AbortController();
  const timer = setTimeout(() => connected.abort(), connectMs);
  try {
    const signal = AbortSignal.any([deadline, connected.signal]);
    const target = await findTarget(wanted.url, reach, signal);
    if (!target.ok) return target;
    const response = await send(wanted, target.value, signal, () => clearTimeout(timer));
    return response.ok ? await readBody(response.value, wanted, deadline) : response;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the refusal that a request to `url` would get before connecting, or null: its form, its name, or the network of its
 * addresses. `timeoutMs`: the limit for resolving the name.
 */
export async function checkOutside(
  url: string,
  { timeoutMs }: { timeoutMs: number },
  reach: Reach = theOutside,
): Promise<RequestRefusal | null> {
  const target = await findTarget(url, reach, AbortSignal.timeout(timeoutMs));
  return target.ok ? null : target.reason;
}

type Target = { url: URL; addresses: readonly string[] };

async function findTarget(text: string, reach: Reach, signal: AbortSignal): Promise<Result<Target, RequestRefusal>> {
  if (!URL.canParse(text)) return refuse("unknown_name");
  const url = new URL(text);
  if (!reach.protocols.includes(url.protocol)) return refuse("not_https");
  if (url.username || url.password) return refuse("has_credentials");
  if (!isWebPort(url.port)) return refuse("bad_port");
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(hostname) ? [hostname] : await resolveWithin(hostname, reach, signal);
  if (addresses === "timed_out") return refuse("timed_out");
  if (addresses.length === 0) return refuse("unknown_name");
  if (!addresses.every((address) => reach.isPublic(address))) return refuse("not_public");
  return ok({ url, addresses });
}

/** Well-known ports belong to other services; webhook receivers listen on 443, 80 or a high port. */
const isWebPort = (port: string) => port === "" || port === "443" || port === "80" || Number(port) >= 1024;

function resolveWithin(hostname: string, reach: Reach, signal: AbortSignal) {
  const late = new Promise<"timed_out">((resolve) =>
    signal.addEventListener("abort", () => resolve("timed_out"), { once: true }),
  );
  return Promise.race([reach.resolve(hostname).catch(() => [] as readonly string[]), late]);
}

/** Not `lookup`, which uses the thread pool, where a few unresolvable names would block everything else. */
async function resolvePublic(hostname: string): Promise<readonly string[]> {
  // RFC 6761: always this machine, never resolved by DNS.
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) return ["127.0.0.1"];
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
}

type Pinned = { pinned?: string };

/* Open connections, by host and checked addresses. */

class PinnedHttpAgent extends HttpAgent {
  override getName(options?: Parameters<HttpAgent["getName"]>[0] & Pinned) {
    return `${super.getName(options)}:${options?.pinned}`;
  }
}

class PinnedHttpsAgent extends HttpsAgent {
  override getName(options?: Parameters<HttpsAgent["getName"]>[0] & Pinned) {
    return `${super.getName(options)}:${options?.pinned}`;
  }
}

/** Shorter than the five seconds after which Node servers close idle connections. */
const keptOpen = { keepAlive: true, timeout: 4000 };
const httpAgent = new PinnedHttpAgent(keptOpen);
const httpsAgent = new PinnedHttpsAgent(keptOpen);

/** Error codes of a kept connection that the other side has closed meanwhile. */
const closedCodes = ["ECONNRESET", "EPIPE"];

function send(
  wanted: OutsideRequest,
  target: Target,
  signal: AbortSignal,
  onConnected: () => void,
  mayReuse = wanted.keepsConnection ?? false,
): Promise<Result<IncomingMessage, RequestRefusal>> {
  const { method, headers, body } = wanted;
  const { url, addresses } = target;
  const agent = url.protocol === "https:" ? httpsAgent : httpAgent;
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Promise<Result<IncomingMessage, RequestRefusal>>((resolve) => {
    const request = start(
      url,
      {
        method,
        signal,
        agent: mayReuse ? agent : false,
        ...({ pinned: addresses.join() } satisfies Pinned),
        maxHeaderSize: maxHeaderBytes,
        headers: {
          "accept-encoding": "identity",
          ...headers,
          ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
        },
        // The checked addresses; the name is not resolved again.
        lookup: (_name, options, done) =>
          options.all ? done(null, pinned) : done(null, pinned[0]!.address, pinned[0]!.family),
      },
      (response) => resolve(ok(response)),
    );
    request.on("socket", (socket) => {
      if (request.reusedSocket) onConnected();
      else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", onConnected);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (signal.aborted) return resolve(refuse("timed_out"));
      if (request.reusedSocket && closedCodes.includes(error.code ?? ""))
        return resolve(send(wanted, target, signal, onConnected, false));
      resolve(error.code === headerOverflow ? refuse("too_large") : refuse("unreachable"));
    });
    // A response that changes the protocol (101) ends the request without a response or an error.
    request.on("close", () => resolve(refuse(signal.aborted ? "timed_out" : "unreachable")));
    request.end(body);
  });
}

async function readBody(
  response: IncomingMessage,
  { limits, oversize, into }: OutsideRequest,
  deadline: AbortSignal,
): Promise<Result<OutsideResponse, RequestRefusal>> {
  const pieces: Buffer[] = [];
  let size = 0;
  const whole = (isTruncated: boolean) =>
    ok({
      ...{ status: response.statusCode ?? 0, headers: response.headers, isTruncated },
      body: Buffer.concat(pieces).subarray(0, limits.maxBytes),
    });
  const file = into === undefined ? null : await open(into, "w", 0o600);
  try {
    for await (const piece of decoded(response) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (!file) pieces.push(piece);
      else if (size <= limits.maxBytes) await file.write(piece);
      if (size <= limits.maxBytes) continue;
      response.destroy();
      return oversize === "cut" ? whole(true) : refuse("too_large");
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") throw error;
    if (oversize === "cut") return whole(true);
    return refuse(deadline.aborted ? "timed_out" : "unreachable");
  } finally {
    await file?.close();
  }
  return whole(false);
}

const decoders: Record<string, typeof createGunzip | typeof createInflate | typeof createBrotliDecompress> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Servers compress even what was asked for uncompressed. Limits apply to the content: a small body can decompress to gigabytes. */
function decoded(response: IncomingMessage): NodeJS.ReadableStream {
  const decoder = decoders[response.headers["content-encoding"]?.trim().toLowerCase() ?? ""];
  // Errors of both streams end the returned one.
  return decoder ? pipeline(response, decoder(), () => {}) : response;
}

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address belongs to the public internet: none of IANA's special-purpose ranges. False for IPv6 that maps, embeds
 * or translates IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  // Not in a separate range: the deprecated form ::127.0.0.1, and unassigned space.
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}
