import { and, asc, eq, isNotNull, lte, not } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { isTeamMember } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { accountAudit } from "./audit.ts";
import { deletionScheduledMail } from "./emails/deletion-scheduled.tsx";
import { accountDeleted } from "./events.ts";
import { listAddresses } from "./personal-data.server.ts";
import { isInTeam } from "./profile/people.server.ts";
import { type FreshProofRefusal, proveAgain } from "./sign-in/fresh-proof.server.ts";
import { endOtherSessions } from "./sign-in/open-sessions.server.ts";
import { alarmLink } from "./sign-in/security-alarm.server.ts";
import { user } from "./tables.server.ts";

/*
 * Account deletion. There is a grace period of seven days: the account keeps working, its page shows the pending deletion,
 * and a button there cancels it. Then a timed job publishes "account.deleted" and every feature deletes its data about the
 * user (server/process/listeners.ts); this feature's rows, including the account, are deleted in the same transaction. What remains
 * is an audit entry with the id of the deleted account.
 *
 * An admin can delete a user at once (users/user-commands.server.ts). No mail confirms the deletion, because the address is deleted as well.
 */

export const graceDays = 7;

/**
 * Schedules the deletion, ends the other sessions and notifies the user by mail. Refusals: those of `proveAgain`,
 * `admin_account` (the operator must revoke the admin right first).
 */
export async function scheduleDeletion(
  ctx: SignedInCtx,
  input: { password?: string | undefined; address: string },
): Promise<Result<{ dueAt: Date }, FreshProofRefusal | Refusal<"admin_account">>> {
  const { userId, email, sessionId } = ctx.actor;
  if (isTeamMember(ctx.actor)) return refuse("admin_account");
  const proven = await proveAgain(ctx, input);
  if (!proven.ok) return proven;
  const dueAt = new Date(ctx.now.getTime() + graceDays * dayMs);
  return inTransaction(ctx, async (tx) => {
    // The session may have been read before the user got a role.
    const scheduled = await tx.db
      .update(user)
      .set({ deletionDueAt: dueAt, deletionDueOn: companyDates().isoDay(dueAt), updatedAt: ctx.now })
      .where(and(eq(user.id, userId), not(isInTeam)))
      .returning({ id: user.id });
    if (scheduled.length === 0) return refuse("admin_account");
    await endOtherSessions(tx, { userId, sessionId });
    await queueMail(tx, deletionScheduledMail({ to: email, dueAt, notMe: await alarmLink(tx, userId) }));
    return ok({ dueAt });
  });
}

/** Idempotent. */
export async function cancelDeletion(ctx: SignedInCtx): Promise<Result<undefined, never>> {
  await ctx.db
    .update(user)
    .set({ deletionDueAt: null, deletionDueOn: null, updatedAt: ctx.now })
    .where(eq(user.id, ctx.actor.userId));
  return ok();
}

export async function deleteDueAccounts(ctx: Ctx): Promise<number> {
  const due = await ctx.db.select({ id: user.id }).from(user).where(isDue(ctx)).orderBy(asc(user.deletionDueAt));
  let deleted = 0;
  for (const { id } of due) if (await deleteAccount(ctx, id)) deleted += 1;
  return deleted;
}

const deleteAccount = (ctx: Ctx, userId: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const [person] = await tx.db
      .select({ email: user.email })
      .from(user)
      .where(and(eq(user.id, userId), isDue(ctx)))
      .for("update");
    if (!person) return false;
    await writeAuditEntry(tx, { action: accountAudit.accountDeleted, subject: userId });
    await eraseAccount(tx, { userId, email: person.email });
    return true;
  });

/** Deletes an account and everything that any feature stores about its user, in the caller's transaction. */
export async function eraseAccount(tx: Ctx, person: { userId: string; email: string }): Promise<void> {
  for (const address of (await listAddresses(tx, person)).reverse())
    await publish(tx, accountDeleted, { userId: person.userId, ...address });
}

/** The ISO date of the deletion as the user was notified; if an older release scheduled it, the day in COMPANY_TIMEZONE. */
export const deletionDay = (due: { deletionDueAt: Date | null; deletionDueOn: string | null }): string | null =>
  due.deletionDueAt && (due.deletionDueOn ?? companyDates().isoDay(due.deletionDueAt));

/** Never an admin: their deletion waits until the right is removed. */
const isDue = (ctx: Pick<Ctx, "now">) =>
  and(isNotNull(user.deletionDueAt), lte(user.deletionDueAt, ctx.now), not(isInTeam));
