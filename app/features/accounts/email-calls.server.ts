import type { Hono } from "hono";
import { z } from "zod";
import { MailboxFull, orMailboxFull } from "#app/features/mail/stranger-mail.server.ts";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import { never } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { verifyEmail, verifyEmailByCode, welcome } from "./accounts.server.ts";
import { accountWords, ChangeEmail, MailedCode } from "./accounts.ts";
import {
  type AuthContext,
  type AuthEnv,
  type AuthParts,
  dropCookie,
  formToken,
  notProven,
  postCall,
  readJson,
  refused,
  refusedField,
  signedIn,
  tooMany,
} from "./auth-answers.server.ts";
import { cancelEmailChange, startEmailChange, takeEmailStep } from "./email-change.server.ts";
import { findAwaitedBy, mailVerification, resendPauseSeconds } from "./email-links.server.ts";
import { openProvenSession } from "./library-calls.server.ts";
import { verifyCookieName, verifyRequestOf } from "./session-cookie.server.ts";
import { awaitCode } from "./sign-in-calls.server.ts";
import { signedInAnswer } from "./signed-in-answer.server.ts";

/** Proving an address, and moving to another. */
export function emailCalls(routes: Hono<AuthEnv>, parts: AuthParts) {
  postCall(routes, "/api/auth/verify-email", (c) => verifyEmailCall(c, parts));
  postCall(routes, "/api/auth/send-verification-email", (c) => resendCall(c, parts));
  postCall(routes, "/api/auth/change-email", (c) => changeEmailCall(c));
  postCall(routes, "/api/auth/cancel-email-change", (c) => cancelChangeCall(c));
  routes.post("/auth/verify", (c) => verifyEmailForm(c));
  routes.post("/auth/email-change", (c) => emailChangeForm(c));
}

const LinkOrCode = z.union([z.object({ token: text({ max: 200, shape: "verbatim" }) }), MailedCode], {
  error: "Enter the 6 digits from the mail.",
});

/**
 * By the token of a link, from anywhere; or by the code, in the browser that asked. The code also signs in: that browser
 * has just shown the password. Admins, and accounts that owe a code, are verified and sign in as usual.
 */
async function verifyEmailCall(c: AuthContext, parts: AuthParts) {
  const ctx = c.get("ctx");
  const read = await readJson(c, LinkOrCode);
  if (read.answer) return read.answer;
  if ("token" in read.value) {
    return (await verifyEmail(ctx, read.value)).ok
      ? c.json({ status: true, message: accountWords.verified })
      : refused(c, 422, { code: "link_not_valid", message: accountWords.linkNotValid });
  }
  const limit = await countUse(ctx, "second-factor", limitKey(c.get("address")));
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  const request = verifyRequestOf(c.req.raw.headers, parts.settings) ?? "";
  const verified = await verifyEmailByCode(ctx, { request, code: read.value.code });
  if (!verified.ok) {
    return verified.reason === "wrong-code"
      ? refused(c, 422, { code: "wrong_code", message: accountWords.mailedCodeWrong })
      : refused(c, 422, { code: "code_over", message: accountWords.mailedCodeOver });
  }
  dropCookie(c, parts.settings, verifyCookieName(parts.settings));
  const { userId } = verified.value;
  const opened = await openProvenSession(parts.auth, c, { userId, aal: "aal1" });
  if (!opened) return c.json({ status: true, message: accountWords.verified });
  await welcome(ctx, { userId });
  return signedInAnswer(c, parts.settings, opened);
}

/** Another mail for the browser that waits, at most one a minute and five an hour. */
async function resendCall(c: AuthContext, parts: AuthParts) {
  const ctx = c.get("ctx");
  const person = await findAwaitedBy(ctx, c.req.raw.headers);
  if (!person) return refused(c, 422, { code: "code_over", message: accountWords.linkNotValid });
  const limit = await countUse(ctx, "verification-mail", person.id);
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  const request = await mailVerification(ctx, person, resendPauseSeconds);
  if (!request) return refused(c, 409, { code: "sent_just_now", message: accountWords.mailPause });
  awaitCode(c, parts, request);
  return c.json({ status: true, message: accountWords.mailSentAgain });
}

async function changeEmailCall(c: AuthContext) {
  const { ctx, answer } = signedIn(c);
  if (answer) return answer;
  const read = await readJson(c, ChangeEmail);
  if (read.answer) return read.answer;
  const limit = await countUse(ctx, "verification-mail", ctx.actor.userId);
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  const started = await startEmailChange(ctx, { ...read.value, address: c.get("address") });
  if (started.ok) return c.json({ status: true });
  if (started.reason.why === "same-address") return refusedField(c, "same_address", "newEmail", accountWords.sameEmail);
  return notProven(c, started.reason, "password");
}

async function cancelChangeCall(c: AuthContext) {
  const { ctx, answer } = signedIn(c);
  if (answer) return answer;
  await cancelEmailChange(ctx);
  return c.json({ status: true });
}

/** The one button of the page that the mailed link opens; a page that only loads it verifies nothing. */
async function verifyEmailForm(c: AuthContext) {
  const verified = (await verifyEmail(c.get("ctx"), { token: await formToken(c) })).ok;
  return c.redirect(verified ? "/auth?notice=verified" : "/auth?notice=link-not-valid", 303);
}

async function emailChangeForm(c: AuthContext) {
  const token = await formToken(c);
  const taken = await orMailboxFull(takeEmailStep(c.get("ctx"), { token }));
  if (taken instanceof MailboxFull)
    return c.redirect(`/auth/email-change?token=${encodeURIComponent(token)}&notice=mailbox-limit`, 303);
  if (taken.ok) return c.redirect(`/auth/email-change?done=${taken.value}`, 303);
  switch (taken.reason) {
    case "link-not-valid":
    case "taken":
      return c.redirect("/auth/email-change", 303);
    default:
      return never(taken.reason);
  }
}
