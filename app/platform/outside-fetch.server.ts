import { lookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP } from "node:net";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";

/*
 * Fetching an address that somebody typed. What that could be used for, and what stops it: reading what only this machine or its
 * network may read (every address the name resolves to must be public, and the connection goes to exactly the address that was
 * looked at, so a name cannot change its mind in between); being sent there (each redirect is looked at like the first
 * address); tying the process up (one time limit for everything, one size limit); learning about the inside from errors (the
 * answer is one of a few words, and nothing of a body that was refused is passed on).
 */

export type OutsideRefusal = Refusal<
  | "not_https"
  | "has_credentials"
  | "unknown_name"
  | "not_public"
  | "unreachable"
  | "timed_out"
  | "too_large"
  | "too_many_redirects"
  | "refused_by_server"
>;

/** How the outside is reached; tests bring one that knows their own machine. */
export type Reach = {
  resolve: (hostname: string) => Promise<readonly string[]>;
  isPublic: (address: string) => boolean;
  protocols: readonly string[];
};

export const theOutside: Reach = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
  protocols: ["https:"],
};

const mostRedirects = 3;

/**
 * The text behind an https address. `maxBytes` of the body, `timeoutMs` for everything together. A status other than 200 is
 * `refused_by_server`.
 */
export async function fetchOutside(
  address: string,
  { maxBytes, timeoutMs, accept }: { maxBytes: number; timeoutMs: number; accept: string },
  reach: Reach = theOutside,
): Promise<Result<string, OutsideRefusal>> {
  const deadline = AbortSignal.timeout(timeoutMs);
  let url = address;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const target = await look(url, reach, deadline);
    if (!target.ok) return target;
    const answer = await ask(target.value, accept, deadline);
    if (!answer.ok) return answer;
    const { statusCode = 0, headers } = answer.value;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      answer.value.destroy();
      if (!URL.canParse(headers.location, url)) return refuse("refused_by_server");
      url = new URL(headers.location, url).href;
      continue;
    }
    if (statusCode !== 200) {
      answer.value.destroy();
      return refuse("refused_by_server");
    }
    return readBody(answer.value, maxBytes, deadline);
  }
  return refuse("too_many_redirects");
}

/**
 * The error that fetching `address` has before any connection is made, or null: its form, its name, or the network that the name
 * leads to. `timeoutMs`: the limit for resolving the name.
 */
export async function checkOutside(
  address: string,
  { timeoutMs }: { timeoutMs: number },
  reach: Reach = theOutside,
): Promise<OutsideRefusal | null> {
  const target = await look(address, reach, AbortSignal.timeout(timeoutMs));
  return target.ok ? null : target.reason;
}

type Target = { url: URL; address: string };

/** Where the connection will go, once the name and every address behind it have been found harmless. */
async function look(text: string, reach: Reach, deadline: AbortSignal): Promise<Result<Target, OutsideRefusal>> {
  if (!URL.canParse(text)) return refuse("unknown_name");
  const url = new URL(text);
  if (!reach.protocols.includes(url.protocol)) return refuse("not_https");
  if (url.username || url.password) return refuse("has_credentials");
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(hostname) ? [hostname] : await resolveWithin(hostname, reach, deadline);
  if (found === "timed_out") return refuse("timed_out");
  const [first] = found;
  if (!first) return refuse("unknown_name");
  if (!found.every((address) => reach.isPublic(address))) return refuse("not_public");
  return ok({ url, address: first });
}

async function resolveWithin(hostname: string, reach: Reach, deadline: AbortSignal) {
  const late = new Promise<"timed_out">((resolve) =>
    deadline.addEventListener("abort", () => resolve("timed_out"), { once: true }),
  );
  return Promise.race([reach.resolve(hostname).catch(() => [] as readonly string[]), late]);
}

function ask({ url, address }: Target, accept: string, deadline: AbortSignal) {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const family = isIP(address);
  return new Promise<Result<IncomingMessage, OutsideRefusal>>((resolve) => {
    const request = send(
      url,
      {
        signal: deadline,
        agent: false,
        headers: { accept, "accept-encoding": "identity", "user-agent": "GTMarc calendar reader" },
        // Pinned: the name is not asked again, whatever it would say now.
        lookup: (_name, options, done) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
      },
      (response) => resolve(ok(response)),
    );
    request.on("error", () => resolve(refuse(deadline.aborted ? "timed_out" : "unreachable")));
    request.end();
  });
}

async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  deadline: AbortSignal,
): Promise<Result<string, OutsideRefusal>> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) {
        response.destroy();
        return refuse("too_large");
      }
      pieces.push(piece);
    }
  } catch {
    return refuse(deadline.aborted ? "timed_out" : "unreachable");
  }
  return ok(Buffer.concat(pieces).toString("utf8"));
}

/** Special-purpose addresses of IANA's registries: not for a service of ours to call, whoever asks. */
const closed = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  closed.addSubnet(network, prefix, "ipv4");
// Documentation, benchmarking and tunnels that carry an IPv4 address inside, which could be a private one.
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  closed.addSubnet(network, prefix, "ipv6");
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** Whether an address belongs to the public internet. IPv6 that maps, embeds or translates IPv4 never does. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, "ipv4");
    case 6:
      return globalUnicast.check(address, "ipv6") && !closed.check(address, "ipv6");
    default:
      return false;
  }
}
