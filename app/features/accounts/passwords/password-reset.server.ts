import { sql } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueue, jobsAreOpen } from "#app/platform/queues/jobs.server.ts";
import { markVerified } from "../accounts.server.ts";
import { passwordChangedMail } from "../emails/password-changed.tsx";
import { mailResetJob } from "../jobs.server.ts";
import { findUserByEmail } from "../profile/profile.server.ts";
import { endAllSessions } from "../sign-in/open-sessions.server.ts";
import {
  consumeProof,
  findProof,
  findRequest,
  identifierOf,
  mailedCode,
  makeProof,
  tryMailedCode,
} from "../sign-in/proofs.server.ts";
import { resetRequestOf } from "../sign-in/session-cookie.server.ts";
import { user } from "../tables.server.ts";
import { replacePassword } from "./password-change.server.ts";
import { hashNewPassword } from "./password-hash.server.ts";
import { mailReset } from "./reset-mail.server.ts";

/*
 * Password reset. The response and its timing are the same whether or not the address has an account: one query, one row,
 * one job. Only the job differs; it also counts the mail against the limits of the mailbox. The mail contains a link and,
 * for the browser that requested it, a six-digit code.
 *
 * A link expires in one hour and can be used once. A new password ends every session and every pending sign-in, and
 * verifies the address: if someone else signed up with it, the account belongs to the owner of the address from then on. It
 * does not sign in, so an account with a second factor still needs its code (ASVS 6.4.3).
 */
/** Starts a reset and returns the request token for the cookie of the browser that asked. */
export async function requestReset(ctx: Ctx, input: { email: string }): Promise<string> {
  const person = await findUserByEmail(ctx, input.email);
  const userId = person && !person.isDisabled ? person.id : null;
  return inTransaction(ctx, async (tx) => {
    const value = userId ?? newId();
    const request = await makeProof(tx, {
      purpose: "reset-request",
      value,
      minutes: mailedCode.minutes,
      awaitsCode: true,
    });
    const work = { userId: value, request: identifierOf("reset-request", request) };
    if (jobsAreOpen()) await enqueue(tx, mailResetJob, work);
    else await mailReset(tx, work);
    return request;
  });
}

/** Does not use the link up. */
export const isResetLinkValid = async (ctx: Pick<Ctx, "db" | "now">, token: string): Promise<boolean> =>
  (await findProof(ctx, "reset-password", token)) !== null;

/** Whether this browser asked for a code, and can still enter one; the same with and without an account. */
export async function findResetCode(
  ctx: Pick<Ctx, "db" | "now">,
  headers: Headers,
): Promise<"open" | "over" | "not_asked"> {
  const token = resetRequestOf(headers, env());
  const request = token ? await findRequest(ctx, "reset-request", token) : null;
  if (!request) return "not_asked";
  return request.isCodeOver ? "over" : "open";
}

/**
 * Accepts the code instead of the link and returns the token that sets the password. Refusals: `code_over`, `wrong_code`,
 * `last_wrong_code` (the fifth).
 */
export async function tryResetCode(
  ctx: Ctx,
  input: { request: string; code: string },
): Promise<Result<{ token: string }, Refusal<"code_over" | "wrong_code" | "last_wrong_code">>> {
  const tried = await tryMailedCode(ctx, { purpose: "reset-request", ...input });
  // A request for an unknown address never gets a code and must not be recognizable by that.
  if (!tried.ok) return refuse(tried.reason.kind === "no_code" ? "wrong_code" : tried.reason.kind);
  return ok({ token: await makeProof(ctx, { purpose: "reset-password", value: tried.value, minutes: 10 }) });
}

/**
 * Sets the new password. Refusals: `link_not_valid` (unknown, used, expired, or the account is deleted or disabled),
 * `common_password`, which keeps the link valid. Throws GateCrowded.
 */
export async function resetPassword(
  ctx: Ctx,
  input: { token: string; newPassword: string },
): Promise<Result<undefined, Refusal<"link_not_valid" | "common_password">>> {
  if (!(await isResetLinkValid(ctx, input.token))) return refuse("link_not_valid");
  const password = await hashNewPassword(input.newPassword);
  if (!password) return refuse("common_password");
  return inTransaction(ctx, async (tx) => {
    const userId = await consumeProof(tx, "reset-password", input.token);
    const person = userId ? await markVerified(tx, sql`${user.id} = ${userId} and ${user.disabledAt} is null`) : null;
    if (!person) return refuse("link_not_valid");
    await replacePassword(tx, { userId: person.userId, password });
    await endAllSessions(tx, person.userId);
    await queueMail(tx, passwordChangedMail({ to: person.email, now: ctx.now }));
    return ok();
  });
}
