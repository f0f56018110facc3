import { pathWithoutSecrets } from "#app/lib/addresses/path-without-secrets.ts";
import { emailPattern, longTokenPattern } from "#app/lib/words/scrub.ts";

/**
 * Returns one line of at most 100 characters without emails, ids, tokens and halves of characters. The server scrubs again, with more
 * patterns.
 */
export const cleanText = (text: unknown, maxLength = 100): string =>
  `${text}`
    .slice(0, 1000)
    .replace(emailPattern, "[email]")
    .replace(longTokenPattern, "[token]")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxLength)
    .replace(/[\0\p{Cs}]/gu, "");

/** Returns the path without ids and tokens; never the query. */
export const cleanPath = (path: string): string => pathWithoutSecrets(path).slice(0, 200);

/** Returns a link's path on this site, its origin elsewhere, only the scheme of `mailto:` and `tel:`. */
export function cleanHref({ protocol, origin, pathname }: URL | HTMLAnchorElement, ownOrigin: string): string {
  if (origin === ownOrigin) return cleanPath(pathname);
  return /^http/.test(protocol) ? origin : protocol;
}

/** Returns the referrer's path on this site, its origin elsewhere, an Android app, or an empty string. */
export const cleanReferrer = (referrer: string, ownOrigin: string): string =>
  /^http/.test(referrer) ? cleanHref(new URL(referrer), ownOrigin) : referrer.match(/^android-app:..[\w.]+|$/)![0];

const maxDepth = 4;

/** Returns a short selector: up to the nearest id, at most four elements, each with its position in its parent. Of icons only the `svg`. */
export function selectorOf(element: Element): string {
  const parts: string[] = [];
  for (
    let at: Element | null = element.closest("svg") ?? element;
    at && parts.length < maxDepth;
    at = at.parentElement
  ) {
    const place = [...(at.parentElement?.children ?? [])].indexOf(at) + 1;
    parts.unshift(at.id ? `#${at.id}` : `${at.localName}:nth-child(${place})`);
    if (at.id) break;
  }
  return cleanText(parts.join(">"), 200);
}
