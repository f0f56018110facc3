/** First segments before a secret that grants read or write access. */
const secretAfter = /^(booking|share|unsubscribe|calendar|blueprint\/help)$/i;

/** Finds secrets and ids in other paths. Long words of page paths have neither digits nor capitals, except a year in front (2026-…). */
const looksSecret = /^(?!20..-)(?=.*[\dA-Z])[\w.~-]{20,}$|@/;

/** A path of this site with ids, tokens and email addresses replaced by `:token`. */
export function pathWithoutSecrets(path: string): string {
  const segments = path.split("/").filter(Boolean);
  const plain = segments.map(decoded);
  const isSecret = (segment: string, index: number) =>
    secretAfter.test(plain.slice(0, index).join("/")) || looksSecret.test(segment);
  return `/${segments.map((segment, index) => (isSecret(plain[index]!, index) ? ":token" : segment)).join("/")}`;
}

/** The same, with the names of the build's files as they are. */
export const filePathWithoutSecrets = (path: string): string =>
  path.startsWith("/assets/") ? path : pathWithoutSecrets(path);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
