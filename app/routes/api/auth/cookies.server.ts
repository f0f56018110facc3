import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { providerMinutes } from "#app/features/accounts/providers/provider-sign-in.server.ts";
import { challengeLife } from "#app/features/accounts/second-factor/codes.server.ts";
import { sessionLife } from "#app/features/accounts/sign-in/session.server.ts";
import {
  challengeCookieName,
  cookieAttributes,
  deviceCookieName,
  deviceTokenOf,
  providerCookieName,
  sessionCookieName,
  signToken,
  surplusProviderCookies,
  verifyCookieName,
  verifyRequestOf,
} from "#app/features/accounts/sign-in/session-cookie.server.ts";
import {
  type Client,
  deviceDays,
  rotateSession,
  type SignedInSession,
} from "#app/features/accounts/sign-in/sign-in.server.ts";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import { daySeconds } from "#app/lib/durations.ts";
import { env } from "#app/platform/env.server.ts";
import type { EndpointEnv } from "../endpoint.server.ts";

type AuthContext = Context<EndpointEnv>;

export const keepCookie = (c: Context, name: string, value: string, seconds: number) =>
  setCookie(c, name, value, { ...cookieAttributes(env()), maxAge: seconds });

export const dropCookie = (c: AuthContext, name: string) => deleteCookie(c, name, cookieAttributes(env()));

/** Lets only this browser finish a flow at a provider. Of many started flows the oldest are dropped. */
export function keepProviderCookie(c: AuthContext, token: string) {
  for (const name of surplusProviderCookies(c.req.raw.headers, env())) dropCookie(c, name);
  keepCookie(c, providerCookieName(env(), token), token, providerMinutes * 60);
}

/** Clears prefetched pages: they were rendered for another visitor. */
export const clearPrefetched = (c: AuthContext) => c.header("clear-site-data", '"prefetchCache", "prerenderCache"');

/** Clears every page that the browser keeps, including the back/forward cache: they show the previous user. */
export const clearPages = (c: AuthContext) => c.header("clear-site-data", '"cache", "prefetchCache", "prerenderCache"');

/** The browser that sent this request, for the commands that open a session. */
export const clientOf = (c: AuthContext): Client => ({
  address: c.get("address"),
  userAgent: userAgentOf(c.req.raw.headers),
  device: deviceTokenOf(c.req.raw.headers, env()),
  verifyRequest: verifyRequestOf(c.req.raw.headers, env()),
});

/** Lets this browser enter the mailed verification code for a day. Without a new mail the existing cookie is kept. */
export function keepVerifyRequest(c: AuthContext, request: string | null) {
  if (request) keepCookie(c, verifyCookieName(env()), request, daySeconds);
}

export const keepChallenge = (c: AuthContext, challenge: string) =>
  keepCookie(c, challengeCookieName(env()), challenge, challengeLife.minutes * 60);

/** Sets the cookies of an opened session. The token is only in an HttpOnly cookie, which scripts cannot read. */
export function keepSession(c: AuthContext, { token, device }: SignedInSession) {
  const settings = env();
  keepToken(c, token);
  keepCookie(c, deviceCookieName(settings), device, deviceDays * daySeconds);
  for (const name of [challengeCookieName(settings), verifyCookieName(settings)]) dropCookie(c, name);
  clearPrefetched(c);
}

/** Gives the open session a new token, and a new assurance level if given. */
export async function renewSession<Env extends EndpointEnv>(c: Context<Env>, sessionId: string, aal?: "aal1" | "aal2") {
  const token = await rotateSession(c.get("ctx"), { sessionId, ...(aal ? { aal } : {}) });
  if (token) keepToken(c, token);
}

export function keepToken(c: Context, token: string) {
  const settings = env();
  keepCookie(c, sessionCookieName(settings), signToken(token, settings), sessionLife.maxDays * daySeconds);
}
