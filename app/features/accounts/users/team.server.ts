import type { PublicKeyCredentialCreationOptionsJSON as PasskeyOptions } from "@simplewebauthn/server";
import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import {
  adminCommand,
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { canRead, system, userIdOf } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Role, roleLabels, roleOf, roles } from "#app/lib/rights.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { findSealed } from "#app/platform/secrets/sealed-text.server.ts";
import { accountAudit } from "../audit.ts";
import { teamInvitationMail } from "../emails/team-invitation.tsx";
import { linkPasskeyOptions } from "../passkeys/link-passkey.server.ts";
import { isInTeam } from "../profile/people.server.ts";
import { hasFactor } from "../second-factor/codes.server.ts";
import { consumeProof, findProof, forgetProofs, makeProof } from "../sign-in/proofs.server.ts";
import type { Client } from "../sign-in/sign-in.server.ts";
import { profile, session, teamInvitation, twoFactor, user } from "../tables.server.ts";
import { isByOwner } from "./admin-target.server.ts";
import { type AdminRefusal, createAdmin } from "./administrators.server.ts";
import { type Enrollment, enrollmentOf } from "./link-enrollment.server.ts";
import { type Joined, joined, type NewMember, withPasskey } from "./setup-link.server.ts";

/*
 * The team: its members with their roles, and invitations by mail. The mailed link proves the mailbox; the role is given only with
 * a second factor. A new person sets a password and an authenticator on the page of the link. A person who has an account
 * signs in to it first, so that a link alone never opens an existing account.
 */

export const invitationDays = 7;

export type Member = {
  id: string;
  email: string;
  name: string;
  role: Role;
  isDisabled: boolean;
  /** `unreadable`: an authenticator that was encrypted with another SECRET, so that no code of it is accepted. */
  factor: "none" | "working" | "unreadable";
  lastSeenAt: Date | null;
};
export type TeamInvitation = { id: string; email: string; role: Role; expiresAt: Date };

/** Members by role, then name, and open invitations, newest first. Refusal: not_admin. */
export async function readTeam(
  ctx: Ctx,
): Promise<Result<{ members: Member[]; invitations: TeamInvitation[] }, NotAdmin>> {
  if (!canRead(ctx.actor, "team")) return notAdmin();
  const rows = await ctx.db
    .select({
      ...pick(user, ["id", "email", "isAdmin", "role"]),
      name: sql<string>`trim(coalesce(${profile.firstName}, '') || ' ' || coalesce(${profile.lastName}, ''))`,
      isDisabled: sql<boolean>`${user.disabledAt} is not null`,
      factorSecret: twoFactor.secret,
      lastSeenAt: sql<Date | null>`(
        select max(${session.lastSeenAt}) from ${session} where ${session.userId} = ${user.id})`.mapWith(
        session.lastSeenAt,
      ),
    })
    .from(user)
    .leftJoin(profile, eq(profile.authUserId, user.id))
    .leftJoin(twoFactor, and(eq(twoFactor.userId, user.id), eq(twoFactor.status, "verified")))
    .where(isInTeam)
    .orderBy(asc(user.email));
  const members = rows
    .map(
      ({ isAdmin, role, factorSecret, ...row }): Member => ({
        ...row,
        role: roleOf({ isAdmin, role })!,
        factor: factorSecret === null ? "none" : findSealed(factorSecret) === null ? "unreadable" : "working",
      }),
    )
    .sort((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role));
  const { id, email, role, expiresAt } = teamInvitation;
  const invitations = await ctx.db
    .select({ id, email, role, expiresAt })
    .from(teamInvitation)
    .where(gt(expiresAt, ctx.now))
    .orderBy(desc(teamInvitation.createdAt));
  return ok({ members, invitations });
}

/** Mails an invitation; again renews it and ends the earlier link. Refusals: in_team, account_disabled, owner_only. */
export const inviteToTeam = (
  ctx: Ctx,
  { email, role }: { email: string; role: Role },
): Promise<Result<undefined, NotAdmin | FreshCodeRequired | Refusal<"in_team" | "account_disabled" | "owner_only">>> =>
  freshAdminCommand(ctx, "team", async (tx) => {
    const [person] = await tx.db.select().from(user).where(eq(user.email, email));
    if (person?.disabledAt) return refuse("account_disabled");
    if (person && roleOf(person)) return refuse("in_team");
    if (role === "owner" && !(await isByOwner(tx))) return refuse("owner_only");
    await tx.db.delete(teamInvitation).where(lt(teamInvitation.expiresAt, tx.now));
    const expiresAt = new Date(tx.now.getTime() + invitationDays * dayMs);
    const invitedBy = userIdOf(tx.actor);
    const [row] = await tx.db
      .insert(teamInvitation)
      .values({ email, role, invitedBy, createdAt: tx.now, expiresAt })
      .onConflictDoUpdate({ target: teamInvitation.email, set: { role, invitedBy, expiresAt } })
      .returning({ id: teamInvitation.id });
    const { id } = row!;
    await forgetProofs(tx, "team-invitation", id);
    const token = await makeProof(tx, { purpose: "team-invitation", value: id, minutes: invitationDays * 24 * 60 });
    const href = `${env().SITE_URL}/invitation?${new URLSearchParams({ token })}`;
    await queueMail(tx, teamInvitationMail({ to: email, role: roleLabels[role], href, days: invitationDays }));
    return recorded({ action: accountAudit.memberInvited, subject: id, detail: { role } });
  });

/** Refusal: not_found. */
export const withdrawTeamInvitation = (
  ctx: Ctx,
  { invitationId }: { invitationId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> =>
  adminCommand(ctx, "team", async (tx) => {
    if (!isUuid(invitationId)) return notFound();
    const [row] = await tx.db.delete(teamInvitation).where(eq(teamInvitation.id, invitationId)).returning();
    if (!row) return notFound();
    await forgetProofs(tx, "team-invitation", invitationId);
    return recorded({
      action: accountAudit.invitationWithdrawn,
      subject: invitationId,
      detail: { role: row.role },
    });
  });

/**
 * What the page of a link asks for: `sign-in` to the existing account, `accept` alone (it has an authenticator), `authenticator`
 * for the signed-in account, or `join` for a new person, with name and password.
 */
export type OpenInvitation = {
  email: string;
  role: Role;
  asks: "sign-in" | "accept" | "authenticator" | "join";
  enrollment: Enrollment | null;
  /** For a new person, where browsers have passkeys. */
  passkey: PasskeyOptions | null;
};

export async function findInvitation(ctx: Ctx, token: string): Promise<OpenInvitation | null> {
  const invitationId = token && (await findProof(ctx, "team-invitation", token));
  if (!invitationId) return null;
  const [row] = await ctx.db
    .select({ invitation: teamInvitation, person: user })
    .from(teamInvitation)
    .leftJoin(user, eq(user.email, teamInvitation.email))
    .where(eq(teamInvitation.id, invitationId));
  if (!row || row.person?.disabledAt) return null;
  const { invitation, person } = row;
  const { email, role } = invitation;
  const enrollment = enrollmentOf(token, email);
  const passkey = null;
  // No one has proven an unconfirmed address; the link does, and the new password replaces the old one.
  if (!person?.emailVerified)
    return { email, role, asks: "join", enrollment, passkey: await linkPasskeyOptions(token) };
  const isSelf = ctx.actor.kind === "user" && ctx.actor.userId === person.id;
  if (!isSelf) return { email, role, asks: "sign-in", enrollment: null, passkey };
  if (await hasFactor.of(ctx, person.id)) return { email, role, asks: "accept", enrollment: null, passkey };
  return { email, role, asks: "authenticator", enrollment, passkey };
}

/**
 * Gives the invited person the role and signs them in at aal2. Refusals: link_not_valid (unknown, used, expired, withdrawn),
 * sign_in_first, code_first (the session has not passed the second factor), and those of `createAdmin`.
 */
export async function acceptTeamInvitation(
  ctx: Ctx,
  { token, code, passkey, ...person }: { token: string; code?: string | undefined } & Partial<Omit<NewMember, "code">>,
  client: Client,
): Promise<
  Result<
    Joined,
    Refusal<"link_not_valid" | "sign_in_first" | "code_first" | "wrong_code" | "not_verified"> | AdminRefusal
  >
> {
  const invitation = await findInvitation(ctx, token);
  if (!invitation) return refuse("link_not_valid");
  const { asks, enrollment, email, role } = invitation;
  if (asks === "sign-in") return refuse("sign_in_first");
  if (asks === "accept" && !(ctx.actor.kind === "user" && ctx.actor.aal === "aal2")) return refuse("code_first");
  const proof = await withPasskey(token, asks === "join" ? passkey : undefined);
  if (!proof.ok) return proof;
  const made = await createAdmin(
    { ...ctx, actor: system },
    {
      ...{ email, role, action: accountAudit.memberJoined },
      ...(asks === "join"
        ? { ...person, password: person.password ?? (passkey ? undefined : ""), ...proof.value }
        : {}),
      ...(enrollment ? { totpSecret: enrollment.secret, code: code ?? "" } : {}),
      claim: async (tx) => {
        const claimed = await consumeProof(tx, "team-invitation", token);
        if (!claimed) return false;
        const rows = await tx.db.delete(teamInvitation).where(eq(teamInvitation.id, claimed)).returning();
        // Renewed with another role since the page was read.
        return rows[0]?.role === role;
      },
    },
  );
  return made.ok ? ok(await joined(ctx, made.value, client)) : (made as { ok: false; reason: AdminRefusal });
}
