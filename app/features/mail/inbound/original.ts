/** A received mail as it arrived; `addresses` makes it findable for erasure. */
export type InboundOriginal = {
  /** The same for each delivery of the same mail. */
  inboundKey: string;
  /** RFC 5322, at most its first MiB. */
  content: Uint8Array;
  /** Bytes of the complete mail. */
  size: number;
  fromAddress: string | null;
  subject: string;
  addresses: string;
};

export const maxOriginal = 1024 * 1024;
const maxAddresses = 200;

/**
 * Returns every address in these texts, lower case, without repetitions, at most 200, separated by spaces. `texts`: the
 * decoded headers and bodies. Takes linear time.
 */
export function addressesIn(texts: readonly string[]): string {
  const found = new Set<string>();
  for (const text of texts)
    for (const at of text.matchAll(/@/g)) {
      const name = /[^\s<>()[\]\\,;:"@]{1,64}$/u.exec(text.slice(Math.max(0, at.index - 64), at.index))?.[0];
      const domain = /^[\p{L}\p{N}.-]{1,253}/u.exec(text.slice(at.index + 1, at.index + 254))?.[0];
      if (name && domain) found.add(`${name}@${domain.replace(/[.-]+$/, "")}`.toLowerCase());
      if (found.size >= maxAddresses) return [...found].join(" ");
    }
  return [...found].join(" ");
}
