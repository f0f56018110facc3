import { and, eq, gt } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { actsInTeam, isTeamMember } from "#app/lib/actor.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { openSealed, sealText } from "#app/platform/secrets/sealed-text.server.ts";
import { accountAudit } from "../audit.ts";
import { factorAddedMail, factorRemovedMail } from "../emails/factor-mails.tsx";
import { endOtherSessions } from "../sign-in/open-sessions.server.ts";
import { alarmLink } from "../sign-in/security-alarm.server.ts";
import { twoFactor } from "../tables.server.ts";
import { lockAccount } from "./account-lock.server.ts";
import { acceptCode } from "./codes.server.ts";
import { acceptRecoveryCode, forgetRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.server.ts";
import { matchingStep, newTotpSecret, stepAt, totpUri } from "./totp.server.ts";

/*
 * The second factor of a member of the team. Enrollment creates a `pending` secret, shown as a QR code and as text; its first valid code
 * activates it. A verified factor stays active until then, so an admin who changes phones is never without one. Changes to
 * one account's factor are serialized by a lock. Every change requires the password (fresh-proof.server.ts), ends the
 * user's other sessions and sends a mail.
 */
const pendingMinutes = 15;

/** Creates a secret and discards an earlier pending one. Refusal: `not_allowed` for users outside the team (spec: factors-for-admins). */
export async function startEnrollment(
  ctx: SignedInCtx,
): Promise<Result<{ factorId: string; secret: string; uri: string }, Refusal<"not_allowed">>> {
  const { userId, email } = ctx.actor;
  if (!isTeamMember(ctx.actor)) return refuse("not_allowed");
  const secret = newTotpSecret();
  const encrypted = sealText(secret);
  const factorId = await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    await tx.db.delete(twoFactor).where(pendingOf(userId));
    const [made] = await tx.db
      .insert(twoFactor)
      .values({ userId, secret: encrypted, status: "pending", createdAt: ctx.now, updatedAt: ctx.now })
      .returning({ id: twoFactor.id });
    return made!.id;
  });
  return ok({ factorId, secret, uri: totpUri(secret, email) });
}

/**
 * Activates the new factor with its first code, replaces the previous one and ends every other session. Returns ten
 * recovery codes, readable only here. Refusals: `factor_not_found` (another enrollment was started, or 15 minutes have
 * passed), `wrong_code`.
 */
export async function finishEnrollment(
  ctx: SignedInCtx,
  input: { factorId: string; code: string },
): Promise<Result<{ recoveryCodes: string[] }, Refusal<"factor_not_found" | "wrong_code">>> {
  const { userId, email, sessionId } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    const [pending] = await tx.db
      .select({ id: twoFactor.id, secret: twoFactor.secret })
      .from(twoFactor)
      .where(
        and(
          pendingOf(userId),
          eq(twoFactor.id, input.factorId),
          gt(twoFactor.createdAt, new Date(ctx.now.getTime() - pendingMinutes * minuteMs)),
        ),
      );
    if (!pending) return refuse("factor_not_found");
    const secret = openSealed(pending.secret);
    const step = matchingStep(secret, input.code, stepAt(ctx.now));
    if (step === null) return refuse("wrong_code");

    await tx.db.delete(twoFactor).where(and(eq(twoFactor.userId, userId), eq(twoFactor.status, "verified")));
    await tx.db
      .update(twoFactor)
      .set({ status: "verified", lastStep: step, updatedAt: ctx.now })
      .where(eq(twoFactor.id, pending.id));
    const recoveryCodes = await replaceRecoveryCodes(tx, userId);
    await endOtherSessions(tx, { userId, sessionId });
    await writeAuditEntry(tx, { action: accountAudit.secondFactorAdded, subject: userId });
    await queueMail(tx, factorAddedMail({ to: email, notMe: await alarmLink(tx, userId), now: ctx.now }));
    return ok({ recoveryCodes });
  });
}

/** Removes the factor and its recovery codes, given a code of either kind. Refusals: `not_allowed`, `wrong_code`. */
export async function removeFactor(
  ctx: SignedInCtx,
  input: { code: string },
): Promise<Result<undefined, Refusal<"not_allowed" | "wrong_code">>> {
  const { userId, email, sessionId } = ctx.actor;
  if (!isTeamMember(ctx.actor)) return refuse("not_allowed");
  const accept = /^\d{6}$/.test(input.code) ? acceptCode : acceptRecoveryCode;
  if (!(await accept(ctx, { userId, code: input.code }))) return refuse("wrong_code");
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    await dropFactor(tx, userId);
    await endOtherSessions(tx, { userId, sessionId });
    await writeAuditEntry(tx, { action: accountAudit.secondFactorRemoved, subject: userId });
    await queueMail(tx, factorRemovedMail({ to: email, notMe: await alarmLink(tx, userId), now: ctx.now }));
    return ok();
  });
}

/** Removes an account's factor and its recovery codes. False if it had no verified factor. Call it with the account locked. */
export async function dropFactor(tx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  const dropped = await tx.db
    .delete(twoFactor)
    .where(eq(twoFactor.userId, userId))
    .returning({ status: twoFactor.status });
  await forgetRecoveryCodes(tx, userId);
  return dropped.some(({ status }) => status === "verified");
}

/** Replaces the recovery codes and returns the new ones, readable only here. Refusal: `not_allowed`. */
export async function renewRecoveryCodes(
  ctx: SignedInCtx,
): Promise<Result<{ recoveryCodes: string[] }, Refusal<"not_allowed">>> {
  const { userId } = ctx.actor;
  if (!isTeamMember(ctx.actor) || !actsInTeam(ctx.actor)) return refuse("not_allowed");
  const recoveryCodes = await replaceRecoveryCodes(ctx, userId);
  await writeAuditEntry(ctx, { action: accountAudit.recoveryCodesRenewed, subject: userId });
  return ok({ recoveryCodes });
}

const pendingOf = (userId: string) => and(eq(twoFactor.userId, userId), eq(twoFactor.status, "pending"));
