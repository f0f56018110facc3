import { queueMail } from "#app/features/mail/mail.server.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { passwordChangedMail } from "../emails/password-changed.tsx";
import { type FreshProofRefusal, proveAgain } from "../sign-in/fresh-proof.server.ts";
import { endOtherSessions } from "../sign-in/open-sessions.server.ts";
import { forgetProofs } from "../sign-in/proofs.server.ts";
import { alarmLink } from "../sign-in/security-alarm.server.ts";
import { account } from "../tables.server.ts";
import { hashNewPassword } from "./password-hash.server.ts";

/**
 * Changes the password of a user who knows the current one. Other sessions, pending sign-ins and mailed reset links
 * become invalid, and the user is notified by mail. The caller issues a new session token. Refusals: those of
 * `proveAgain`, `common_password`. Throws GateCrowded.
 */
export async function changePassword(
  ctx: SignedInCtx,
  input: { currentPassword: string; newPassword: string; address: string },
): Promise<Result<undefined, FreshProofRefusal | Refusal<"common_password">>> {
  const { userId, email, sessionId } = ctx.actor;
  const proven = await proveAgain(ctx, { password: input.currentPassword, address: input.address });
  if (!proven.ok) return proven;
  const password = await hashNewPassword(input.newPassword);
  if (!password) return refuse("common_password");
  await inTransaction(ctx, async (tx) => {
    await replacePassword(tx, { userId, password });
    await endOtherSessions(tx, { userId, sessionId });
    await queueMail(tx, passwordChangedMail({ to: email, now: ctx.now, notMe: await alarmLink(tx, userId) }));
  });
  return ok();
}

/** Stores a new password hash and revokes pending sign-ins, reset links and sign-in links. */
export async function replacePassword(
  ctx: Pick<Ctx, "db" | "now">,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  const stamps = { createdAt: ctx.now, updatedAt: ctx.now };
  await ctx.db
    .insert(account)
    .values({ userId, providerId: "credential", accountId: userId, password, ...stamps })
    .onConflictDoUpdate({ target: [account.providerId, account.accountId], set: { password, updatedAt: ctx.now } });
  await forgetProofs(ctx, "second-factor", userId);
  await forgetProofs(ctx, "reset-password", userId);
  await forgetProofs(ctx, "reset-request", userId);
  await forgetProofs(ctx, "sign-in-link", userId);
}
