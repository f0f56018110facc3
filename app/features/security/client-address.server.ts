import { BlockList, isIP } from "node:net";

/**
 * The address a request really comes from. X-Forwarded-For is ignored unless the direct peer is a trusted proxy; then
 * it is read from the right, past every further trusted proxy. A visitor can write the left part freely, so rotating it
 * never changes the answer (ASVS 4.1.3).
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let current = plainAddress(peer);
  const hops = (forwardedFor ?? "")
    .split(",")
    .map((hop) => plainAddress(hop.trim()))
    .filter((hop) => isIP(hop));
  while (isTrusted(current, trusted) && hops.length > 0) current = hops.pop()!;
  return current;
}

/** The part of an address that limits count: a whole IPv4 address, the /64 of an IPv6 one (a household's share). */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const groups = address.includes("::")
    ? [...left, ...Array(8 - left.length - right.length).fill("0"), ...right]
    : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** Builds the list once from TRUSTED_PROXIES: addresses or CIDR blocks. Throws naming an entry that is neither. */
export function trustedProxies(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address);
    if (!family) throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a block such as 10.0.0.0/8`);
    const kind = family === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(prefix), kind);
  }
  return list;
}

export const isTrusted = (address: string, trusted: BlockList) => {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
};

const plainAddress = (address: string) =>
  address
    .replace(/^\[|\]$/g, "")
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "")
    .replace(/%.*$/, "")
    .toLowerCase();
