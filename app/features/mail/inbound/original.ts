import { createHash } from "node:crypto";
import { cut, oneLine } from "#app/lib/text.ts";

/** A received mail as it arrived. */
export type InboundOriginal = {
  /** The same for each delivery of the same mail. */
  inboundKey: string;
  /** RFC 5322, at most its first MiB. */
  content: Uint8Array;
  /** Bytes of the complete mail. */
  size: number;
  fromAddress: string | null;
  subject: string;
  /** Every address in it, so that erasure finds it. */
  addresses: string;
};

export const maxOriginal = 1024 * 1024;
const maxAddresses = 200;
/** Per text: a hostile mail can consist of at signs. */
const maxSigns = 2000;

/**
 * Returns every address in these texts, lower case, without repetitions, at most 200, separated by spaces. `texts`: the
 * decoded headers and bodies. Takes linear time.
 */
export function addressesIn(texts: readonly string[]): string {
  const found = new Set<string>();
  for (const text of texts) {
    let signs = 0;
    for (const at of text.matchAll(/@/g)) {
      signs += 1;
      if (signs > maxSigns) break;
      const name = /[^\s<>()[\]\\,;:"@]{1,64}$/u.exec(text.slice(Math.max(0, at.index - 64), at.index))?.[0];
      const domain = /^[\p{L}\p{N}.-]{1,253}/u.exec(text.slice(at.index + 1, at.index + 254))?.[0];
      if (name && domain) found.add(`${name}@${domain.replace(/[.-]+$/, "")}`.toLowerCase());
      if (found.size >= maxAddresses) return [...found].join(" ");
    }
  }
  return [...found].join(" ");
}

/** Identifies a received mail: by its Message-ID, otherwise by its content. */
export const inboundKeyOf = (messageId: string | undefined, raw: Uint8Array | string): string =>
  createHash("sha256")
    .update(/<[^<>\s]{3,300}>/.exec(messageId ?? "")?.[0] ?? raw)
    .digest("base64url");

/** Texts in which addresses are searched are truncated to this length. */
const maxSearched = 200_000;

type ReadMail = {
  headers: readonly string[];
  messageId: string | undefined;
  from: string | null;
  subject: string;
  /** Decoded. */
  body: string;
  raw: Uint8Array;
};

export function originalOf({ headers, messageId, from, subject, body, raw }: ReadMail): InboundOriginal {
  // Quoted mails and the parts of reports are rarely encoded.
  const start = new TextDecoder("latin1").decode(raw.subarray(0, maxSearched));
  return {
    inboundKey: inboundKeyOf(messageId, raw),
    content: raw.subarray(0, maxOriginal),
    size: raw.length,
    fromAddress: from ? cut(from.toLowerCase(), 255) : null,
    subject: cut(oneLine(subject.toWellFormed()), 300),
    addresses: addressesIn([...headers, subject, body.slice(0, maxSearched), start]),
  };
}
