import type { Hono } from "hono";
import { MailboxFull, orMailboxFull } from "#app/features/mail/stranger-mail.server.ts";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import { never } from "#app/lib/result.ts";
import { accountWords, ChangePassword, EmailOnly, MailedCode, ResetPassword } from "./accounts.ts";
import {
  type AuthContext,
  type AuthEnv,
  type AuthParts,
  dropCookie,
  formToken,
  keepCookie,
  notProven,
  postCall,
  readJson,
  refused,
  refusedField,
  renewSession,
  signedIn,
  tooMany,
} from "./auth-answers.server.ts";
import { changePassword } from "./password-change.server.ts";
import { requestReset, resetPassword, tryResetCode } from "./password-reset.server.ts";
import { mailedCode } from "./proofs.server.ts";
import { shutAccount } from "./security-alarm.server.ts";
import { resetCookieName, resetRequestOf } from "./session-cookie.server.ts";

/** Passwords that are forgotten, changed, or known to the wrong person. */
export function passwordCalls(routes: Hono<AuthEnv>, parts: AuthParts) {
  postCall(routes, "/api/auth/request-password-reset", (c) => requestResetCall(c, parts));
  postCall(routes, "/api/auth/verify-reset-code", (c) => resetCodeCall(c, parts));
  postCall(routes, "/api/auth/reset-password", (c) => resetPasswordCall(c));
  postCall(routes, "/api/auth/change-password", (c) => changePasswordCall(c, parts));
  routes.post("/auth/not-me", (c) => notMeForm(c));
}

/**
 * The same answer, at the same pace, for every address. At the limit no mail is sent and the answer says so; links that were
 * mailed before keep working, for longer than the limit lasts.
 */
async function requestResetCall(c: AuthContext, parts: AuthParts) {
  const ctx = c.get("ctx");
  const read = await readJson(c, EmailOnly);
  if (read.answer) return read.answer;
  const client = await countUse(ctx, "password-reset-client", limitKey(c.get("address")));
  if (!client.allowed) return tooMany(c, client.retryAfterSeconds);
  const account = await countUse(ctx, "password-reset-account", read.value.email);
  if (!account.allowed) return tooMany(c, account.retryAfterSeconds, accountWords.resetLimit);
  const request = await orMailboxFull(requestReset(ctx, read.value));
  if (request instanceof MailboxFull) return tooMany(c, request.retryAfterSeconds, accountWords.resetLimit);
  keepCookie(c, parts.settings, resetCookieName(parts.settings), request, mailedCode.minutes * 60);
  return c.json({ status: true, message: accountWords.resetAsked });
}

async function resetCodeCall(c: AuthContext, parts: AuthParts) {
  const ctx = c.get("ctx");
  const read = await readJson(c, MailedCode);
  if (read.answer) return read.answer;
  const limit = await countUse(ctx, "second-factor", limitKey(c.get("address")));
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  const request = resetRequestOf(c.req.raw.headers, parts.settings) ?? "";
  const tried = await tryResetCode(ctx, { request, code: read.value.code });
  if (tried.ok) {
    dropCookie(c, parts.settings, resetCookieName(parts.settings));
    return c.json({ token: tried.value.token });
  }
  return tried.reason === "wrong-code"
    ? refused(c, 422, { code: "wrong_code", message: accountWords.mailedCodeWrong })
    : refused(c, 422, { code: "code_over", message: accountWords.mailedCodeOver });
}

async function resetPasswordCall(c: AuthContext) {
  const read = await readJson(c, ResetPassword);
  if (read.answer) return read.answer;
  const reset = await resetPassword(c.get("ctx"), read.value);
  if (reset.ok) return c.json({ status: true, message: accountWords.passwordReset });
  switch (reset.reason) {
    case "link-not-valid":
      return refused(c, 422, { code: "link_not_valid", message: accountWords.resetLinkNotValid });
    case "common-password":
      return refusedField(c, "common_password", "newPassword", accountWords.commonPassword);
    default:
      return never(reset.reason);
  }
}

async function changePasswordCall(c: AuthContext, parts: AuthParts) {
  const { ctx, answer } = signedIn(c);
  if (answer) return answer;
  const read = await readJson(c, ChangePassword);
  if (read.answer) return read.answer;
  const changed = await changePassword(ctx, { ...read.value, address: c.get("address") });
  if (!changed.ok) {
    return changed.reason.why === "common-password"
      ? refusedField(c, "common_password", "newPassword", accountWords.commonPassword)
      : notProven(c, changed.reason, "currentPassword");
  }
  await renewSession(c, parts.settings, ctx.actor.sessionId);
  return c.json({ status: true, message: accountWords.passwordSaved });
}

/** The one button of "This wasn't me": on to a new password. */
async function notMeForm(c: AuthContext) {
  const shut = await shutAccount(c.get("ctx"), { token: await formToken(c) });
  return c.redirect(shut.ok ? `${shut.value.resetPath}&notice=shut` : "/auth/not-me", 303);
}
