import { createHash } from "node:crypto";

/* A Bloom filter. 24 bits and 17 probes per member give false positives with a probability of 1 in 100,000. */
export const bitsPerMember = 24;
const probes = 17;

export function buildFilter(members: ReadonlySet<string>): Uint8Array {
  const filter = new Uint8Array(Math.ceil((members.size * bitsPerMember) / 8));
  for (const member of members)
    for (const bit of bitsOf(member, filter.length * 8)) filter[bit >> 3]! |= 1 << (bit & 7);
  return filter;
}

/** Whether `text` is a member; 1 in 100,000 non-members also match. */
export const isInFilter = (filter: Uint8Array, text: string): boolean =>
  bitsOf(text, filter.length * 8).every((bit) => (filter[bit >> 3]! & (1 << (bit & 7))) !== 0);

/** Double hashing (Kirsch and Mitzenmacher): two 48-bit halves of one SHA-256 replace independent hash functions. */
function bitsOf(text: string, size: number): number[] {
  const digest = createHash("sha256").update(text).digest();
  const [first, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
  return Array.from({ length: probes }, (_, probe) => (first + probe * step) % size);
}
