/** 49,233 passwords out of published leaks, lower-case; read at the first question, so that a start does not wait for it. */
let common: Promise<ReadonlySet<string>> | undefined;

/** Whether guessing would start with this one. Capitals make no difference; the list never leaves the server. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return (await common).has(password.normalize("NFKC").toLowerCase());
}
