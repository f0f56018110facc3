import { type AuthContext, dropCookie, forgetPrefetched, keepCookie } from "./auth-answers.server.ts";
import { deviceDays, noteDevice } from "./devices.server.ts";
import type { Opened } from "./library-calls.server.ts";
import { endSession } from "./session.server.ts";
import {
  type CookieSettings,
  challengeCookieName,
  deviceCookieName,
  deviceTokenOf,
  signToken,
  verifyCookieName,
} from "./session-cookie.server.ts";

/** A session was opened: hands it over, ends the one before, and remembers the browser. */
export async function signedInAnswer(c: AuthContext, settings: CookieSettings, opened: Opened) {
  const ctx = c.get("ctx");
  if (ctx.actor.kind === "user") await endSession(ctx, ctx.actor.sessionId);
  const device = await noteDevice(ctx, {
    userId: opened.user.id,
    token: deviceTokenOf(c.req.raw.headers, settings),
    userAgent: c.req.header("user-agent") ?? "",
  });
  for (const cookie of opened.cookies) c.header("set-cookie", cookie, { append: true });
  keepCookie(c, settings, deviceCookieName(settings), device, deviceDays * 86_400);
  for (const name of [challengeCookieName(settings), verifyCookieName(settings)]) dropCookie(c, settings, name);
  forgetPrefetched(c);
  return c.json({ redirect: false, token: signToken(opened.token, settings), user: opened.user });
}
