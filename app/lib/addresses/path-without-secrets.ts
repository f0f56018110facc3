/** First segments before a secret that grants read or write access. */
const secretAfter = /^(booking|call-request|share|unsubscribe|calendar|newsletter\/confirm|blueprint\/help)$/i;

/** Recognizes secrets and ids. Long words of page paths have neither digits nor capitals, except a leading year. */
const looksSecret = /^(?!20..-)(?=.*[\dA-Z])[\w.~-]{20,}$|@/;

/** Replaces ids, tokens and email addresses in a path of this site by `:token`. */
export function pathWithoutSecrets(path: string): string {
  const segments = path.split("/").filter(Boolean);
  const plain = segments.map(decoded);
  const isSecret = (segment: string, index: number) =>
    // No longer prefix can match, and joining every one would take quadratic time.
    (index < 3 && secretAfter.test(plain.slice(0, index).join("/"))) || looksSecret.test(segment);
  return `/${segments.map((segment, index) => (isSecret(plain[index]!, index) ? ":token" : segment)).join("/")}`;
}

/** Like `pathWithoutSecrets`, but keeps the names of the build's files. */
export const filePathWithoutSecrets = (path: string): string =>
  path.startsWith("/assets/") ? path : pathWithoutSecrets(path);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
