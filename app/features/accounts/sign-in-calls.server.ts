import type { Hono } from "hono";
import { MailboxFull, orMailboxFull } from "#app/features/mail/stranger-mail.server.ts";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse, takeBackUse } from "#app/features/security/limits.server.ts";
import { never } from "#app/lib/result.ts";
import { signUp, welcome } from "./accounts.server.ts";
import { accountWords, Recovery, SecondFactorCode, SignIn, SignUp } from "./accounts.ts";
import {
  type AuthContext,
  type AuthEnv,
  type AuthParts,
  dropCookie,
  keepCookie,
  postCall,
  readJson,
  refused,
  refusedField,
  tooMany,
} from "./auth-answers.server.ts";
import { mailVerification } from "./email-links.server.ts";
import { openProvenSession, tryPassword } from "./library-calls.server.ts";
import { tellRecoveryCodeUsed } from "./recovery-notice.server.ts";
import { acceptCode, answerChallenge, challengeLife, openChallenge } from "./second-factor.server.ts";
import { challengeCookieName, challengeTokenOf, verifyCookieName } from "./session-cookie.server.ts";
import { countSignInTry } from "./sign-in-limits.server.ts";
import { signedInAnswer } from "./signed-in-answer.server.ts";

/*
 * Signing up and in. Sign-in answers a wrong password and an unknown address alike, in text, status and time (a hash is
 * made in both cases). What an account has beyond its password (unverified, an admin without a factor, a factor) is told
 * only to whoever knows the password. A new session is a new token; the one that the browser held before is ended.
 */
export function signInCalls(routes: Hono<AuthEnv>, parts: AuthParts) {
  postCall(routes, "/api/auth/sign-up/email", (c) => signUpCall(c, parts));
  postCall(routes, "/api/auth/sign-in/email", (c) => signInCall(c, parts));
  postCall(routes, "/api/auth/two-factor/verify-totp", (c) => codeCall(c, parts));
  postCall(routes, "/api/auth/two-factor/verify-recovery-code", (c) => recoveryCall(c, parts));
}

async function signUpCall(c: AuthContext, parts: AuthParts) {
  const ctx = c.get("ctx");
  const read = await readJson(c, SignUp);
  if (read.answer) return read.answer;
  for (const who of [limitKey(c.get("address")), `email:${read.value.email}`]) {
    const limit = await countUse(ctx, "sign-up", who);
    if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  }
  const made = await signUp(ctx, read.value);
  if (made.ok) {
    const { userId: id, email, name, request } = made.value;
    awaitCode(c, parts, request);
    return c.json({ user: { id, email, name, emailVerified: false }, message: accountWords.signedUp });
  }
  switch (made.reason) {
    case "common-password":
      return refusedField(c, "common_password", "password", accountWords.commonPassword);
    case "email-taken":
      return refusedField(c, "email_taken", "email", accountWords.emailTaken);
    default:
      return never(made.reason);
  }
}

async function signInCall(c: AuthContext, parts: AuthParts) {
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
    case "unverified": {
      const person = { id: outcome.userId, email: read.value.email };
      const request = await orMailboxFull(mailVerification(ctx, person));
      const isFull = request instanceof MailboxFull;
      if (!isFull) awaitCode(c, parts, request);
      const message = isFull ? accountWords.notVerifiedNoMail : accountWords.notVerified;
      return refused(c, 403, { code: isFull ? "mailbox_limit" : "email_not_verified", message });
    }
    case "factor-missing":
      return refused(c, 403, { code: "second_factor_missing", message: accountWords.adminNeedsFactor });
    case "code-needed": {
      const token = await openChallenge(ctx, outcome.userId);
      keepCookie(c, parts.settings, challengeCookieName(parts.settings), token, challengeLife.minutes * 60);
      return c.json({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    }
    case "opened":
      await welcome(ctx, { userId: outcome.opened.user.id });
      return signedInAnswer(c, parts.settings, outcome.opened);
    default:
      return never(outcome);
  }
}

/** The browser that just asked may answer with the mailed code, for a day; without a new mail it keeps what it has. */
export function awaitCode(c: AuthContext, { settings }: AuthParts, request: string | null) {
  if (request) keepCookie(c, settings, verifyCookieName(settings), request, 24 * 3600);
}

/** A code answers the pending challenge; without one, it raises the session that is already open to aal2. */
async function codeCall(c: AuthContext, parts: AuthParts) {
  const ctx = c.get("ctx");
  const read = await readJson(c, SecondFactorCode);
  if (read.answer) return read.answer;
  const { code } = read.value;
  return countedCode(c, parts, accountWords.wrongCode, async () => {
    const token = challengeTokenOf(c.req.raw.headers, parts.settings);
    if (token) {
      const answered = await answerChallenge(ctx, { token, code });
      return answered.ok ? answered.value : answered.reason;
    }
    if (ctx.actor.kind !== "user") return "challenge-over";
    const { userId } = ctx.actor;
    return (await acceptCode(ctx, { userId, code })) ? { userId } : "wrong-code";
  });
}

/** A recovery code in place of the app; only a pending sign-in takes one, and its owner is told. */
async function recoveryCall(c: AuthContext, parts: AuthParts) {
  const ctx = c.get("ctx");
  const read = await readJson(c, Recovery);
  if (read.answer) return read.answer;
  const { code } = read.value;
  return countedCode(c, parts, accountWords.recoveryCodeWrong, async () => {
    const token = challengeTokenOf(c.req.raw.headers, parts.settings);
    if (!token) return "challenge-over";
    const answered = await answerChallenge(ctx, { token, code, by: "recovery" });
    if (!answered.ok) return answered.reason;
    await tellRecoveryCodeUsed(ctx, answered.value.userId);
    return answered.value;
  });
}

type Answered = { userId: string } | "challenge-over" | "wrong-code";

/** Counts the answer before it is looked at; a right one is taken back and opens a session at aal2. */
async function countedCode(c: AuthContext, parts: AuthParts, wrong: string, answer: () => Promise<Answered>) {
  const ctx = c.get("ctx");
  const client = limitKey(c.get("address"));
  const limit = await countUse(ctx, "second-factor", client);
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  const answered = await answer();
  if (answered === "challenge-over") {
    dropCookie(c, parts.settings, challengeCookieName(parts.settings));
    return refused(c, 401, { code: "challenge_over", message: accountWords.challengeOver });
  }
  if (answered === "wrong-code") return refused(c, 401, { code: "wrong_code", message: wrong });
  await takeBackUse(ctx, "second-factor", client);
  const opened = await openProvenSession(parts.auth, c, { userId: answered.userId, aal: "aal2" });
  if (!opened) return refused(c, 401, { code: "challenge_over", message: accountWords.challengeOver });
  await welcome(ctx, { userId: answered.userId });
  return signedInAnswer(c, parts.settings, opened);
}
