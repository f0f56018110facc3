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
import { isAdminRole, type Role, roleOf } from "#app/lib/rights.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { accountAudit } from "../audit.ts";
import { roleGivenMail, roleRemovedMail } from "../emails/role-mails.tsx";
import { hasFactor } from "../second-factor/codes.server.ts";
import { endAllSessions } from "../sign-in/open-sessions.server.ts";
import { session, teamInvitation, user } from "../tables.server.ts";
import { lockTarget, type TargetRefusal } from "./admin-target.server.ts";

/*
 * The roles of existing users. Changing one needs a recent code, and the user is notified by email. Members cannot change their
 * own role and only owners change owners, so at least one owner is left; the operator can remove all of them on the
 * command line and create new ones there.
 */

/**
 * Gives a user a role. Outside the team, a user without a second factor must be signed in: they set it up in that session, which
 * has no rights until then (spec: admin-second-factor). Further refusals: not_verified, account_disabled, cannot_enroll.
 */
export const changeRole = (
  ctx: Ctx,
  { userId, role }: { userId: string; role: Role },
): Promise<
  Result<undefined, TargetRefusal | FreshCodeRequired | Refusal<"not_verified" | "account_disabled" | "cannot_enroll">>
> =>
  freshAdminCommand(ctx, "team", async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    const { email, emailVerified, disabledAt, isByOwner } = locked.value;
    const before = roleOf(locked.value);
    if (before === role) return unrecorded();
    if (role === "owner" && !isByOwner) return refuse("owner_only");
    if (disabledAt) return refuse("account_disabled");
    if (!emailVerified) return refuse("not_verified");
    const isProtected = await hasFactor.of(tx, userId);
    if (!before && !isProtected && !(await isSignedIn(tx, userId))) return refuse("cannot_enroll");
    await setRole(tx, userId, role);
    await queueMail(tx, roleGivenMail({ to: email, now: tx.now, isProtected, role, before }));
    return recorded({ action: accountAudit.roleChanged, subject: userId, detail: { from: before, to: role } });
  });

/** Removes the role and ends the user's sessions. The second factor stays. Further refusal: not_in_team. */
export const removeFromTeam = (
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<Result<undefined, TargetRefusal | FreshCodeRequired | Refusal<"not_in_team">>> =>
  freshAdminCommand(ctx, "team", async (tx) => {
    const locked = await lockTarget(tx, userId);
    if (!locked.ok) return locked;
    const role = roleOf(locked.value);
    if (!role) return refuse("not_in_team");
    await setRole(tx, userId, null);
    await endAllSessions(tx, userId);
    await queueMail(tx, roleRemovedMail({ to: locked.value.email, now: tx.now, role }));
    return recorded({ action: accountAudit.adminRevoked, subject: userId, detail: { role } });
  });

/** Writes a role, with the `is_admin` that belongs to it. Anyone who is no owner from then on loses their pending invitations. */
export async function setRole(tx: Ctx, userId: string, role: Role | null): Promise<void> {
  await tx.db
    .update(user)
    .set({ role, isAdmin: role !== null && isAdminRole(role), updatedAt: tx.now })
    .where(eq(user.id, userId));
  if (role !== "owner") await endInvitationsBy(tx, userId);
}

/** A removed member could otherwise come back with the role of an own invitation. */
export const endInvitationsBy = (tx: Ctx, userId: string) =>
  tx.db.delete(teamInvitation).where(eq(teamInvitation.invitedBy, userId));

async function isSignedIn(tx: Ctx, userId: string): Promise<boolean> {
  const [open] = await tx.db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, tx.now)))
    .limit(1);
  return open !== undefined;
}
