import { and, eq } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import {
  adminCommand,
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
  unrecorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { hasFreshCode } from "#app/lib/actor.ts";
import { canonicalAddress } from "#app/lib/people/canonical-address.ts";
import { notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { roleOf } from "#app/lib/rights.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { accountAudit } from "../audit.ts";
import { eraseAccount } from "../deletion.server.ts";
import { factorResetMail } from "../emails/role-mails.tsx";
import { dropFactor } from "../second-factor/factor-enrollment.server.ts";
import { endAllSessions } from "../sign-in/open-sessions.server.ts";
import { forgetProofs } from "../sign-in/proofs.server.ts";
import { session, user } from "../tables.server.ts";
import { lockTarget, type TargetRefusal } from "./admin-target.server.ts";
import { endInvitationsBy } from "./roles.server.ts";

/*
 * Admins' commands on other users' accounts. They refuse the admin's own account, which has the account page with its
 * password check. Commands that weaken or remove the protection of an account, or show its data, need a recent code.
 */

type OfUser = { userId: string };

/** Blocks sign-in, and ends every session and the user's invitations to the team; keeps the data. Idempotent. The account of a member of the team needs a recent code. */
export const disableUser = (
  ctx: Ctx,
  { userId }: OfUser,
): Promise<Result<undefined, TargetRefusal | FreshCodeRequired>> =>
  adminCommand(ctx, "users", async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    if (locked.value.disabledAt) return unrecorded();
    if (roleOf(locked.value) && !hasFreshCode(tx.actor, tx.now)) return refuse("fresh_code_required");
    await tx.db.update(user).set({ disabledAt: tx.now, updatedAt: tx.now }).where(eq(user.id, userId));
    await endAllSessions(tx, userId);
    await endInvitationsBy(tx, userId);
    await forgetProofs(tx, "second-factor", userId);
    return recorded({ action: accountAudit.userDisabled, subject: userId });
  });

/** Allows sign-in again. Idempotent. The account of a member of the team needs a recent code. */
export const enableUser = (
  ctx: Ctx,
  { userId }: OfUser,
): Promise<Result<undefined, TargetRefusal | FreshCodeRequired>> =>
  adminCommand(ctx, "users", async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    if (!locked.value.disabledAt) return unrecorded();
    if (roleOf(locked.value) && !hasFreshCode(tx.actor, tx.now)) return refuse("fresh_code_required");
    await tx.db.update(user).set({ disabledAt: null, updatedAt: tx.now }).where(eq(user.id, userId));
    return recorded({ action: accountAudit.userEnabled, subject: userId });
  });

/** Ends one session, or all without `sessionId`. Refuses with `not_found` if the session has already ended. */
export const endUserSessions = (
  ctx: Ctx,
  { userId, sessionId }: OfUser & { sessionId?: string | undefined },
): Promise<Result<{ ended: number }, TargetRefusal>> =>
  adminCommand(ctx, "users", async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    if (sessionId !== undefined && !isUuid(sessionId)) return notFound();
    const ended = await tx.db
      .delete(session)
      .where(and(eq(session.userId, userId), sessionId ? eq(session.id, sessionId) : undefined))
      .returning({ id: session.id });
    if (ended.length === 0) return sessionId ? notFound() : unrecorded({ ended: 0 });
    return recorded(
      { action: accountAudit.sessionsEnded, subject: userId, detail: { sessions: ended.length } },
      { ended: ended.length },
    );
  });

/**
 * Removes the second factor and the recovery codes of a user who lost them, ends their sessions and informs them by mail. An
 * admin cannot sign in afterwards until they set up another factor. Further refusal: no_factor.
 */
export const resetFactor = (
  ctx: Ctx,
  { userId }: OfUser,
): Promise<Result<undefined, TargetRefusal | FreshCodeRequired | Refusal<"no_factor">>> =>
  freshAdminCommand(ctx, "users", async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    if (!(await dropFactor(tx, userId))) return refuse("no_factor");
    await endAllSessions(tx, userId);
    await forgetProofs(tx, "second-factor", userId);
    const { email } = locked.value;
    await queueMail(tx, factorResetMail({ to: email, now: tx.now, isAdmin: roleOf(locked.value) !== null }));
    return recorded({ action: accountAudit.factorReset, subject: userId });
  });

/** Records the export in the audit log, and returns the user for the file (routes/api/personal-data-file). */
export const exportUser = (
  ctx: Ctx,
  { userId }: OfUser,
): Promise<Result<{ userId: string; email: string }, TargetRefusal | FreshCodeRequired>> =>
  freshAdminCommand(ctx, "users", async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    return recorded({ action: accountAudit.userExported, subject: userId }, { userId, email: locked.value.email });
  });

/**
 * Deletes a user and their data at once, without the grace period of the account page. `email` is the address as the
 * admin typed it. Further refusals: admin_account, email_mismatch.
 */
export const deleteUser = (
  ctx: Ctx,
  { userId, email }: OfUser & { email: string },
): Promise<Result<undefined, TargetRefusal | FreshCodeRequired | Refusal<"admin_account" | "email_mismatch">>> =>
  freshAdminCommand(ctx, "users", async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    if (roleOf(locked.value)) return refuse("admin_account");
    if (canonicalAddress(email) !== locked.value.email) return refuse("email_mismatch");
    await eraseAccount(tx, { userId, email: locked.value.email });
    return recorded({ action: accountAudit.accountDeleted, subject: userId });
  });
