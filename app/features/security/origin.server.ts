/**
 * Refuses a change that another site made a signed-in browser send (CSRF, ASVS 3.5). A request that changes something
 * and carries a cookie must say where it came from: Sec-Fetch-Site same-origin (or none: typed by the user), or an
 * Origin whose host is the host it came to. Neither header with a cookie means no.
 */
export function isForeignRequest(request: { method: string; headers: Headers }, host: string): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return false;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const hasCookie = request.headers.has("cookie");
  if (!hasCookie && !origin) return false;
  if (origin !== null) return !isOriginOf(origin, host);
  return site !== "same-origin";
}

const isOriginOf = (origin: string, host: string) => URL.canParse(origin) && new URL(origin).host === host;
