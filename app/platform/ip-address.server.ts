import { BlockList, isIP, SocketAddress } from "node:net";

/**
 * The canonical form of an IP address: lower case, shortest form, without a zone, IPv4-mapped IPv6 as IPv4
 * (`::ffff:127.0.0.1`, `::ffff:7f00:1`). Null for anything else.
 */
export function canonicalAddress(text: string): string | null {
  const plain = text.replace(/%.*$/, "");
  const family = isIP(plain);
  if (family !== 6) return family === 4 ? plain : null;
  const { address } = new SocketAddress({ address: plain, family: "ipv6" });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

/**
 * A list of addresses and CIDR blocks for `isListed`. Throws a RangeError that names an invalid entry or one whose prefix
 * is shorter than 8 bits (IPv4) or 16 bits (IPv6): two halves of all addresses would trust everyone.
 */
export function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [, text = "", prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const address = canonicalAddress(text);
    const bits = isIP(text) === 6 ? 128 : 32;
    const length = Number(prefix ?? bits);
    // An IPv4-mapped IPv6 block counts its prefix from the 128-bit form.
    const isMapped = address !== null && isIP(address) !== isIP(text);
    if (address === null || length > bits || (isMapped && length !== bits))
      throw new RangeError(`${entry} is not an address or a block such as 10.0.0.0/8`);
    const shortest = bits === 128 ? 16 : 8;
    if (length < shortest)
      throw new RangeError(`${entry} covers too many addresses: the prefix needs at least ${shortest} bits`);
    if (length === bits) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, length, familyOf(address));
  }
  return list;
}

/** Whether a list contains an address, in any notation. False for text that is not an address. */
export function isListed(text: string, list: BlockList): boolean {
  const address = canonicalAddress(text);
  return address !== null && list.check(address, familyOf(address));
}

const loopback = addressList(["127.0.0.0/8", "::1"]);

/** 127.0.0.0/8 and ::1, including IPv4-mapped forms. */
export const isLoopbackAddress = (text: string): boolean => isListed(text, loopback);

/** localhost or a loopback address; IPv6 with or without brackets. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname.toLowerCase() === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""));

function familyOf(address: string) {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
