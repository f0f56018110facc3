import type { Hono } from "hono";
import { z } from "zod";
import { accountWords } from "./accounts.ts";
import {
  type AuthContext,
  type AuthEnv,
  type AuthParts,
  dropCookie,
  forgetPrefetched,
  getCall,
  isForm,
  postCall,
  readJson,
  refused,
  signedIn,
} from "./auth-answers.server.ts";
import { endOtherSessions, listSessions, revokeSession } from "./open-sessions.server.ts";
import { endSession } from "./session.server.ts";
import { challengeCookieName, sessionCookieName } from "./session-cookie.server.ts";

/** Where somebody is signed in, and signing out. */
export function sessionCalls(routes: Hono<AuthEnv>, parts: AuthParts) {
  postCall(routes, "/api/auth/sign-out", (c) => signOutCall(c, parts));
  getCall(routes, "/api/auth/get-session", (c) => getSessionCall(c));
  getCall(routes, "/api/auth/list-sessions", (c) => listSessionsCall(c));
  postCall(routes, "/api/auth/revoke-session", (c) => revokeSessionCall(c));
  postCall(routes, "/api/auth/revoke-other-sessions", (c) => revokeOthersCall(c));
}

async function signOutCall(c: AuthContext, parts: AuthParts) {
  const { actor } = c.get("ctx");
  if (actor.kind === "user") await endSession(c.get("ctx"), actor.sessionId);
  for (const name of [sessionCookieName(parts.settings), challengeCookieName(parts.settings)])
    dropCookie(c, parts.settings, name);
  forgetPrefetched(c);
  return isForm(c) ? c.redirect("/", 303) : c.json({ success: true });
}

/** Who is signed in, or null. The session's token is not in it: scripts of a page have no use for it. */
function getSessionCall(c: AuthContext) {
  const { actor } = c.get("ctx");
  if (actor.kind !== "user") return c.json(null);
  const { userId: id, sessionId, email, isAdmin, aal } = actor;
  return c.json({ session: { id: sessionId, userId: id, aal }, user: { id, email, emailVerified: true, isAdmin } });
}

async function listSessionsCall(c: AuthContext) {
  const { ctx, answer } = signedIn(c);
  return answer ?? c.json(await listSessions(ctx));
}

const OneSession = z.object({ id: z.uuid("Which session?") });

async function revokeSessionCall(c: AuthContext) {
  const { ctx, answer } = signedIn(c);
  if (answer) return answer;
  const read = await readJson(c, OneSession);
  if (read.answer) return read.answer;
  const revoked = await revokeSession(ctx, read.value);
  return revoked.ok
    ? c.json({ status: true })
    : refused(c, 404, { code: "not_found", message: accountWords.sessionNotFound });
}

async function revokeOthersCall(c: AuthContext) {
  const { ctx, answer } = signedIn(c);
  if (answer) return answer;
  return c.json({ status: true, ended: await endOtherSessions(ctx, ctx.actor) });
}
