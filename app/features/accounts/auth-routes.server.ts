import { Hono } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { never } from "../../lib/result.ts";
import { limitKey } from "../security/client-address.server.ts";
import { countUse, takeBackUse } from "../security/limits.server.ts";
import { signUp, verifyEmail, welcome } from "./accounts.server.ts";
import { accountWords, SecondFactorCode, SignIn, SignUp } from "./accounts.ts";
import type { Auth } from "./auth.server.ts";
import {
  type AuthContext,
  type AuthEnv,
  forgetPrefetched,
  isForm,
  readJson,
  refused,
  tooMany,
} from "./auth-answers.server.ts";
import { mailVerificationLink } from "./email-links.server.ts";
import { type Opened, openVerifiedSession, tryPassword } from "./library-calls.server.ts";
import { acceptCode, answerChallenge, challengeLife, openChallenge } from "./second-factor.server.ts";
import { endSession } from "./session.server.ts";
import {
  type CookieSettings,
  challengeCookieName,
  challengeTokenOf,
  cookieAttributes,
  sessionCookieName,
  signToken,
} from "./session-cookie.server.ts";
import { countSignInTry } from "./sign-in-limits.server.ts";

/*
 * /api/auth/*: the calls around signing in, written out one by one; whatever is not here is 404, and what changes
 * something does not answer to GET. The library never sees a request: it is handed an address that our chain found, a
 * user agent, and checked input.
 *
 * Sign-in answers a wrong password and an unknown address alike, in text, status and time (the library hashes in both
 * cases). What an account has beyond its password (unverified, an admin without a factor, a factor) is told only to whoever
 * knows the password. A new session is a new token; the one that the browser held before is ended.
 */

type Parts = { auth: Auth; settings: CookieSettings };

/** The calls of /api/auth and the POST of the page /auth/verify, for server/app.ts. */
export function authRoutes(parts: Parts): Hono<AuthEnv> {
  const routes = new Hono<AuthEnv>();
  const post = (path: string, answer: (c: AuthContext) => Promise<Response>) =>
    routes.post(path, answer).all(path, (c) => wrongMethod(c, "POST"));

  post("/api/auth/sign-up/email", (c) => signUpCall(c));
  post("/api/auth/sign-in/email", (c) => signInCall(c, parts));
  post("/api/auth/two-factor/verify-totp", (c) => secondFactorCall(c, parts));
  post("/api/auth/sign-out", (c) => signOutCall(c, parts));
  post("/api/auth/verify-email", (c) => verifyEmailCall(c));
  routes
    .get("/api/auth/get-session", (c) => getSessionCall(c))
    .all("/api/auth/get-session", (c) => wrongMethod(c, "GET"));
  routes.post("/auth/verify", (c) => verifyEmailForm(c));
  routes.all("/api/auth/*", (c) => refused(c, 404, { code: "not_found", message: "There is no such call." }));
  return routes;
}

async function signUpCall(c: AuthContext) {
  const ctx = c.get("ctx");
  const read = await readJson(c, SignUp);
  if (read.answer) return read.answer;
  for (const who of [limitKey(c.get("address")), `email:${read.value.email}`]) {
    const limit = await countUse(ctx, "sign-up", who);
    if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  }
  const made = await signUp(ctx, read.value);
  if (!made.ok) {
    const message = accountWords.emailTaken;
    return refused(c, 422, { code: "email_taken", message, fields: { email: message } });
  }
  const { userId: id, email, name } = made.value;
  return c.json({ token: null, user: { id, email, name, emailVerified: false }, message: accountWords.signedUp });
}

async function signInCall(c: AuthContext, parts: Parts) {
  const ctx = c.get("ctx");
  const read = await readJson(c, SignIn);
  if (read.answer) return read.answer;
  const tried = await countSignInTry(ctx, { email: read.value.email, address: c.get("address") });
  if (!tried.allowed) return tooMany(c, tried.retryAfterSeconds);

  const outcome = await tryPassword(parts.auth, c, read.value);
  if (outcome.kind === "wrong")
    return refused(c, 401, { code: "invalid_credentials", message: accountWords.invalidCredentials });
  await tried.forgive();
  switch (outcome.kind) {
    case "unverified":
      await mailVerificationLink(ctx, { id: outcome.userId, email: read.value.email });
      return refused(c, 403, { code: "email_not_verified", message: accountWords.notVerified });
    case "factor-missing":
      return refused(c, 403, { code: "second_factor_missing", message: accountWords.adminNeedsFactor });
    case "code-needed": {
      const maxAge = challengeLife.minutes * 60;
      const token = await openChallenge(ctx, outcome.userId);
      setCookie(c, challengeCookieName(parts.settings), token, { ...cookieAttributes(parts.settings), maxAge });
      return c.json({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    }
    case "opened":
      await welcome(ctx, { userId: outcome.opened.user.id });
      return signedInAnswer(c, parts, outcome.opened);
    default:
      return never(outcome);
  }
}

/** A code answers the pending challenge; without one, it raises the session that is already open to aal2. */
async function secondFactorCall(c: AuthContext, parts: Parts) {
  const ctx = c.get("ctx");
  const read = await readJson(c, SecondFactorCode);
  if (read.answer) return read.answer;
  const client = limitKey(c.get("address"));
  const limit = await countUse(ctx, "second-factor", client);
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);

  const answered = await answerWith(c, parts, read.value.code);
  if (answered === "challenge-over") {
    deleteCookie(c, challengeCookieName(parts.settings), cookieAttributes(parts.settings));
    return refused(c, 401, { code: "challenge_over", message: accountWords.challengeOver });
  }
  if (answered === "wrong-code") return refused(c, 401, { code: "wrong_code", message: accountWords.wrongCode });
  await takeBackUse(ctx, "second-factor", client);
  const opened = await openVerifiedSession(parts.auth, c, answered.userId);
  if (!opened) return refused(c, 401, { code: "challenge_over", message: accountWords.challengeOver });
  await welcome(ctx, { userId: answered.userId });
  return signedInAnswer(c, parts, opened);
}

async function answerWith(c: AuthContext, parts: Parts, code: string) {
  const ctx = c.get("ctx");
  const token = challengeTokenOf(c.req.raw.headers, parts.settings);
  if (token) {
    const answered = await answerChallenge(ctx, { token, code });
    return answered.ok ? answered.value : answered.reason;
  }
  if (ctx.actor.kind !== "user") return "challenge-over" as const;
  const { userId } = ctx.actor;
  return (await acceptCode(ctx, { userId, code })) ? { userId } : ("wrong-code" as const);
}

async function signedInAnswer(c: AuthContext, parts: Parts, opened: Opened) {
  const { actor } = c.get("ctx");
  if (actor.kind === "user") await endSession(c.get("ctx"), actor.sessionId);
  for (const cookie of opened.cookies) c.header("set-cookie", cookie, { append: true });
  deleteCookie(c, challengeCookieName(parts.settings), cookieAttributes(parts.settings));
  forgetPrefetched(c);
  return c.json({ redirect: false, token: signToken(opened.token, parts.settings), user: opened.user });
}

async function signOutCall(c: AuthContext, parts: Parts) {
  const { actor } = c.get("ctx");
  if (actor.kind === "user") await endSession(c.get("ctx"), actor.sessionId);
  for (const name of [sessionCookieName(parts.settings), challengeCookieName(parts.settings)])
    deleteCookie(c, name, cookieAttributes(parts.settings));
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

const Token = z.object({ token: z.string().max(200) });

async function verifyEmailCall(c: AuthContext) {
  const read = await readJson(c, Token);
  if (read.answer) return read.answer;
  const verified = await verifyEmail(c.get("ctx"), read.value);
  return verified.ok
    ? c.json({ status: true, message: accountWords.verified })
    : refused(c, 422, { code: "link_not_valid", message: accountWords.linkNotValid });
}

/** The one button of the page that the mailed link opens; a page that only loads it verifies nothing. */
async function verifyEmailForm(c: AuthContext) {
  const { token } = await c.req.parseBody();
  const verified = typeof token === "string" && (await verifyEmail(c.get("ctx"), { token })).ok;
  return c.redirect(verified ? "/auth?notice=verified" : "/auth?notice=link-not-valid", 303);
}

function wrongMethod(c: AuthContext, allowed: "GET" | "POST") {
  c.header("allow", allowed);
  return refused(c, 405, { code: "method_not_allowed", message: `This call answers to ${allowed} only.` });
}
