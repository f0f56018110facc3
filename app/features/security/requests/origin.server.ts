/**
 * Detects a change that another site made a signed-in browser send (CSRF, ASVS 3.5). A request that changes something
 * and carries a cookie must state its origin: Sec-Fetch-Site same-origin, or an Origin that is one of `origins`
 * (scheme, host and port: an http page is not the https site). A request with a cookie and neither header is foreign.
 * A request without a cookie is foreign if Sec-Fetch-Site says that another site sent it: its form could sign the
 * visitor in to an account of the attacker (login CSRF).
 */
export function isForeignRequest(
  request: { method: string; headers: Pick<Headers, "get" | "has"> },
  origins: readonly string[],
): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return false;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const hasCookie = request.headers.has("cookie");
  if (!hasCookie && !origin) return site === "cross-site" || site === "same-site";
  if (origin !== null) return !origins.includes(withoutRootDot(origin));
  return site !== "same-origin";
}

/** `https://gtmarc.example.` is the same host as without the dot, and `origins` are normalized. */
const withoutRootDot = (origin: string) => origin.replace(/\.(?=(:\d+)?$)/, "");
