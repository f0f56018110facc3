import { type BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { canonicalAddress, isListed } from "#app/platform/ip-address.server.ts";
import { forwardedClients } from "./forwarded.server.ts";

/**
 * The address of the client, in its canonical form. X-Forwarded-For and Forwarded count only when the peer is a trusted
 * proxy; they are read from the right, through further trusted proxies, up to the first hop that is unreadable or not
 * trusted. A visitor can write the left part freely, so nothing there changes the result (ASVS 4.1.3).
 *
 * With both headers the peer's own address counts unless they agree: a proxy usually writes one of them and passes on
 * whatever the visitor sent as the other, and the server cannot know which is which.
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

/** An address with or without a port; IPv6 with a port has brackets (RFC 7239, section 6). Null for `unknown` and other text. */
function nodeAddress(node: string | null): string | null {
  const text = node?.trim() ?? "";
  const [, bracketed] = /^\[([^\]]+)\](?::[\w.-]+)?$/.exec(text) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? canonicalAddress(bracketed) : null;
  return canonicalAddress(/^([\d.]+):(?:\d{1,5}|_[\w.-]+)$/.exec(text)?.[1] ?? text);
}

/** The part of an address that limits count: a whole IPv4 address, the /64 of an IPv6 one (a household's share). */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}
