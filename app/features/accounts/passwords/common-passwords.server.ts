import { isInFilter } from "./bloom-filter.ts";

/** A filter of 474,743 leaked passwords (decision 0107), read at the first question so that a start does not wait for it. */
let leaked: Promise<Uint8Array> | undefined;

/**
 * Whether guessing would start with this one; case makes no difference. Of passwords that are not in the lists, 1 in 100,000
 * is refused as well.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  leaked ??= import("./breached-passwords.bin?inline").then(({ default: url }) =>
    Buffer.from(url.slice(url.indexOf(",") + 1), "base64"),
  );
  return isInFilter(await leaked, password.normalize("NFKC").toLowerCase());
}
