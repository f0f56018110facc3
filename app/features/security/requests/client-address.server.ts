import { type BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { canonicalAddress, isListed } from "#app/platform/outside/ip-address.server.ts";

/**
 * Returns the `for` value of every element of a Forwarded header (RFC 7239), left to right, unquoted; null for an
 * element with none or several. A syntax error anywhere yields a single null: an open quote in the visitor's part could
 * otherwise swallow what the proxy added.
 */
function forwardedClients(header: string): (string | null)[] {
  const clients: (string | null)[] = [];
  let fors: string[] = [];
  pairs.lastIndex = 0;
  while (pairs.lastIndex < header.length) {
    const { name, token, quoted, end } = pairs.exec(header)?.groups ?? {};
    if (name === undefined) return [null];
    if (name.toLowerCase() === "for") fors.push(token ?? quoted!.replace(/\\(.)/g, "$1"));
    if (end === ";") continue;
    clients.push(fors.length === 1 ? fors[0]! : null);
    fors = [];
  }
  return /[;,]\s*$/.test(header) ? [null] : clients;
}

const pairs =
  /[ \t]*(?<name>[\w!#$%&'*+.^`|~-]+)=(?:(?<token>[\w!#$%&'*+.^`|~-]+)|"(?<quoted>(?:[^"\\]|\\.)*)")[ \t]*(?<end>[;,]|$)/y;

/**
 * Returns the client's address in canonical form. X-Forwarded-For and Forwarded count only if the peer is a trusted
 * proxy; they are read from the right, through further trusted proxies, up to the first hop that is unreadable or not
 * trusted. The left part is under the visitor's control and never affects the result (ASVS 4.1.3).
 *
 * If both headers are present and differ, the peer's own address counts: a proxy usually writes one of them and
 * forwards the visitor's value of the other, and the server cannot know which.
 */
export function clientAddress(peer: string, headers: Pick<Headers, "get">, trusted: BlockList): string {
  const direct = canonicalAddress(peer) ?? peer;
  const forwardedFor = headers.get("x-forwarded-for");
  const forwarded = headers.get("forwarded");
  if (!isListed(direct, trusted) || (forwardedFor === null && forwarded === null)) return direct;
  const found = new Set<string>();
  if (forwardedFor !== null) found.add(firstUntrusted(direct, forwardedFor.split(",").map(nodeAddress), trusted));
  if (forwarded !== null) found.add(firstUntrusted(direct, forwardedClients(forwarded).map(nodeAddress), trusted));
  return found.size === 1 ? [...found][0]! : direct;
}

function firstUntrusted(direct: string, hops: (string | null)[], trusted: BlockList): string {
  let current = direct;
  for (const hop of hops.reverse()) {
    if (hop === null) return current;
    current = hop;
    if (!isListed(current, trusted)) return current;
  }
  return current;
}

/** Parses an address with or without a port (RFC 7239, section 6). Null for `unknown` and other text. */
function nodeAddress(node: string | null): string | null {
  const text = node?.trim() ?? "";
  const [, bracketed] = /^\[([^\]]+)\](?::[\w.-]+)?$/.exec(text) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? canonicalAddress(bracketed) : null;
  return canonicalAddress(/^([\d.]+):(?:\d{1,5}|_[\w.-]+)$/.exec(text)?.[1] ?? text);
}

/** The address as key of limits: IPv4 whole, IPv6 its /64 (usually one household). */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}
