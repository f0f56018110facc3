import { and, eq, gt } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import {
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
  unrecorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { accountAudit } from "../audit.ts";
import { adminAddedMail, adminRemovedMail } from "../emails/role-mails.tsx";
import { hasFactor } from "../second-factor/codes.server.ts";
import { endAllSessions } from "../sign-in/open-sessions.server.ts";
import { session, user } from "../tables.server.ts";
import { lockTarget, type TargetRefusal } from "./admin-target.server.ts";

/*
 * The admin right of existing users. Changing it needs a recent code, and the user is notified by email. An admin cannot
 * remove their own right, so at least one admin is left; the operator can remove all of them on the command line and
 * create new ones there.
 */

/**
 * Makes a user an admin. A user without a second factor must be signed in: they set it up in that session, which has no
 * admin rights until then (spec: admin-second-factor). Further refusals: not_verified, account_disabled, cannot_enroll.
 */
export const makeAdmin = (
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<
  Result<undefined, TargetRefusal | FreshCodeRequired | Refusal<"not_verified" | "account_disabled" | "cannot_enroll">>
> =>
  freshAdminCommand(ctx, async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    const { email, isAdmin, emailVerified, disabledAt } = locked.value;
    if (isAdmin) return unrecorded();
    if (disabledAt) return refuse("account_disabled");
    if (!emailVerified) return refuse("not_verified");
    const isProtected = await hasFactor.of(tx, userId);
    if (!isProtected && !(await isSignedIn(tx, userId))) return refuse("cannot_enroll");
    await tx.db.update(user).set({ isAdmin: true, updatedAt: tx.now }).where(eq(user.id, userId));
    await queueMail(tx, adminAddedMail({ to: email, now: tx.now, isProtected }));
    return recorded({ action: accountAudit.adminCreated, subject: userId });
  });

/** Removes the admin right and ends the user's sessions. The second factor stays. Further refusal: not_an_admin. */
export const removeAdmin = (
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<Result<undefined, TargetRefusal | FreshCodeRequired | Refusal<"not_an_admin">>> =>
  freshAdminCommand(ctx, async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    const { email, isAdmin } = locked.value;
    if (!isAdmin) return refuse("not_an_admin");
    await tx.db.update(user).set({ isAdmin: false, updatedAt: tx.now }).where(eq(user.id, userId));
    await endAllSessions(tx, userId);
    await queueMail(tx, adminRemovedMail({ to: email, now: tx.now }));
    return recorded({ action: accountAudit.adminRevoked, subject: userId });
  });

async function isSignedIn(tx: Ctx, userId: string): Promise<boolean> {
  const [open] = await tx.db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, tx.now)))
    .limit(1);
  return open !== undefined;
}
