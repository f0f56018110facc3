import { isInFilter } from "./bloom-filter.ts";

/** A Bloom filter of 474,743 leaked passwords (decision 0030), loaded on first use to keep startup fast. */
let leaked: Promise<Uint8Array> | undefined;

/** Whether a password is common or leaked, ignoring case. 1 in 100,000 other passwords also match. */
export async function isCommonPassword(password: string): Promise<boolean> {
  leaked ??= import("./breached-passwords.bin?inline").then(({ default: url }) =>
    Buffer.from(url.slice(url.indexOf(",") + 1), "base64"),
  );
  return isInFilter(await leaked, password.normalize("NFKC").toLowerCase());
}
