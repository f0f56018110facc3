import { createHmac } from "node:crypto";
import { parse } from "cookie-es";
import { hashToken, isSameText } from "#app/platform/secrets/hashes.server.ts";

export type CookieSettings = { SITE_URL: string; SECRET: string };

const secure = (settings: CookieSettings) => settings.SITE_URL.startsWith("https:");
const named = (settings: CookieSettings, name: string) => (secure(settings) ? `__Host-${name}` : name);

/** `__Host-` makes browsers refuse the cookie from other hosts, other paths and plain http (spec: session-cookies). */
export const sessionCookieName = (settings: CookieSettings): string => named(settings, "gtmarc_session");
/** Holds the token of a sign-in that waits for its second factor. */
export const challengeCookieName = (settings: CookieSettings): string => named(settings, "gtmarc_challenge");

/** Identifies the browser that signed up or requested a reset: only it can enter the mailed code. */
export const verifyCookieName = (settings: CookieSettings): string => named(settings, "gtmarc_verify");
export const resetCookieName = (settings: CookieSettings): string => named(settings, "gtmarc_reset");
/** Identifies a browser that has signed in before. */
export const deviceCookieName = (settings: CookieSettings): string => named(settings, "gtmarc_device");

/** Holds the link of a call that was booked without scripts: only its browser shows later that it has booked it. */
export const bookedCookieName = (settings: CookieSettings): string => named(settings, "gtmarc_booked");

/**
 * Identifies the browser that started a sign-in at a provider: only it can finish it. Each sign-in has a cookie of its
 * own, named after its state, so that two tabs do not end each other's.
 */
export const providerCookieName = (settings: CookieSettings, state: string): string =>
  `${providerCookiePrefix(settings)}${hashToken(state).slice(0, 16)}`;
const providerCookiePrefix = (settings: CookieSettings) => named(settings, "gtmarc_provider_");

const maxProviderCookies = 5;

/** The cookies of this browser's oldest sign-ins, to be dropped so that with a new one at most five remain. */
export const surplusProviderCookies = (headers: Headers, settings: CookieSettings): string[] =>
  // Browsers send older cookies first (RFC 6265 §5.4).
  Object.keys(parse(headers.get("cookie") ?? "", { filter: (key) => key.startsWith(providerCookiePrefix(settings)) }))
    .toReversed()
    .slice(maxProviderCookies - 1);

export const cookieAttributes = (settings: CookieSettings) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: secure(settings) }) as const;

/** Token, dot and HMAC-SHA256 signature in base64: the format of the session cookie and of bearer tokens. */
export const signToken = (token: string, settings: CookieSettings): string =>
  `${token}.${createHmac("sha256", settings.SECRET).update(token).digest("base64")}`;

/** Returns the token of a signed text, or null if the signature is invalid: a copied session table is useless. */
export function openSignedToken(text: string, settings: CookieSettings): string | null {
  const cut = text.lastIndexOf(".");
  if (cut < 1) return null;
  const token = text.slice(0, cut);
  return isSameText(text, signToken(token, settings)) ? token : null;
}

/** The session token from cookie or `Authorization: Bearer`; null if missing or its signature is invalid. */
export function sessionTokenOf(headers: Pick<Headers, "get">, settings: CookieSettings): string | null {
  const cookie = cookieOf(headers, sessionCookieName(settings));
  if (cookie) return openSignedToken(cookie, settings);
  const bearer = /^Bearer (\S{1,500})$/i.exec(headers.get("authorization") ?? "")?.[1];
  return bearer ? openSignedToken(decoded(bearer), settings) : null;
}

export const challengeTokenOf = (headers: Headers, settings: CookieSettings): string | undefined =>
  cookieOf(headers, challengeCookieName(settings));

export const verifyRequestOf = (headers: Headers, settings: CookieSettings): string | undefined =>
  cookieOf(headers, verifyCookieName(settings));
export const resetRequestOf = (headers: Headers, settings: CookieSettings): string | undefined =>
  cookieOf(headers, resetCookieName(settings));
export const providerTokenOf = (headers: Headers, settings: CookieSettings, state: string): string | undefined =>
  cookieOf(headers, providerCookieName(settings, state));
export const deviceTokenOf = (headers: Headers, settings: CookieSettings): string | undefined =>
  cookieOf(headers, deviceCookieName(settings));

const cookieOf = (headers: Pick<Headers, "get">, name: string): string | undefined =>
  parse(headers.get("cookie") ?? "", { filter: (key) => key === name })[name];

/** Some clients send the cookie's value percent-encoded, as received. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
