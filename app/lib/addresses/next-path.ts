import { normalPath } from "./normal-path.ts";

const anyOrigin = "http://origin.invalid";
const longest = 2000;

/**
 * Returns the page to open after signing in, from a `next` parameter: a path of this site with its query and fragment, or
 * null for everything else (ASVS 3.7.2). `nextPath("/blueprint/wizard?mode=quick")` is itself; `nextPath("//evil.example")`,
 * `"/\\evil.example"`, their encoded forms and anything with a control character are null, and so are /auth, which would send
 * a signed-in visitor into a redirect loop, /api, which is not a page, and `.data`, which the router appends for a page's
 * data. The rules apply to the normal form that the server would redirect to.
 */
export function nextPath(text: string | null | undefined): string | null {
  if (!text || text.length > longest || !text.startsWith("/")) return null;
  const [path = ""] = text.split(/[?#]/);
  if (!everyReading(path).every(isPlainPath) || hasControlCharacter(text)) return null;
  if (!URL.canParse(text, anyOrigin)) return null;
  const asked = new URL(text, anyOrigin);
  if (asked.origin !== anyOrigin || !isPlainPath(asked.pathname)) return null;
  const url = asPage(asked);
  if (!everyReading(url.pathname).every(isPage)) return null;
  return url.pathname + url.search + url.hash;
}

/** The path itself and as intermediate servers might decode it: once, twice and three times. */
function everyReading(path: string): string[] {
  const readings = [path];
  for (let round = 0; round < 3; round += 1) {
    try {
      readings.push(decodeURIComponent(readings.at(-1)!));
    } catch {
      break;
    }
  }
  return readings;
}

const isPage = (path: string) => !/^\/(auth|api)(\/|$)/i.test(path) && !/\.data$/i.test(path);

const isPlainPath = (path: string) =>
  path.startsWith("/") && !/^\/[/\\]/.test(path) && !path.includes("\\") && !hasControlCharacter(path);

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0x2028 || code === 0x2029) return true;
  }
  return false;
}

function asPage(url: URL): URL {
  const page = new URL(url);
  const path = normalPath(url.pathname);
  page.pathname = path;
  while (page.pathname.endsWith(".data"))
    page.pathname = page.pathname.replace(/\/_(root)?\.data$/, "/").replace(/\.data$/, "");
  if (page.pathname !== path) page.searchParams.delete("_routes");
  return page;
}

export function pageOf(url: string): string {
  const { pathname, search } = asPage(new URL(url));
  return pathname + search;
}

/** Returns the sign-in URL that continues to the page of `url`: `/auth?next=%2Faccount`. */
export const signInAddress = (url: string): string => `/auth?next=${encodeURIComponent(pageOf(url))}`;
