import { type AuthContext, dropCookie, forgetPrefetched, keepCookie } from "./auth-answers.server.ts";
import { deviceDays, noteDevice } from "./devices.server.ts";
import type { Opened } from "./library-calls.server.ts";
import { endSession } from "./session.server.ts";
import {
  type CookieSettings,
  challengeCookieName,
  deviceCookieName,
  deviceTokenOf,
  verifyCookieName,
} from "./session-cookie.server.ts";

/**
 * A session was opened: sets its cookie, ends the previous session, and remembers the browser. The token is in the cookie
 * only, where no script of the page can read it.
 */
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
  return c.json({ redirect: false, user: opened.user });
}
