import { and, eq, isNull, max, ne, or } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import { pick } from "#app/lib/program/record-of.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { forgetJobs } from "#app/platform/queues/job-queues.server.ts";
import { deleteIfEmpty } from "./company/companies.server.ts";
import { mailLinkQueue, mailResetQueue } from "./emails/mail-queues.ts";
import {
  account,
  company,
  companyInvitation,
  emailChange,
  formerAddress,
  knownDevice,
  passkey,
  profile,
  recoveryCode,
  session,
  teamInvitation,
  twoFactor,
  user,
  verification,
} from "./tables.server.ts";

/** `until`: when the account moved away from the address; null for the current one. */
type AccountAddress = { email: string; until: Date | null };

/** Returns the addresses of a person: the current one first, then earlier ones that no other account has now. */
export async function listAddresses(
  ctx: Pick<Ctx, "db">,
  person: { userId: string; email: string },
): Promise<AccountAddress[]> {
  const former = await ctx.db
    .select({ email: formerAddress.email, until: max(formerAddress.until) })
    .from(formerAddress)
    .leftJoin(user, eq(user.email, formerAddress.email))
    .where(and(eq(formerAddress.userId, person.userId), isNull(user.id)))
    .groupBy(formerAddress.email);
  return [{ email: person.email, until: null }, ...former];
}

/** Excludes passwords, secrets, tokens and their hashes. */
export async function exportPersonalData(ctx: Ctx, subject: DataSubject): Promise<PersonalData> {
  const { userId } = subject;
  const { db } = ctx;
  const { email, createdAt, expiresAt } = companyInvitation;
  const invitations = {
    company_invitations: await db
      .select({ email, createdAt, expiresAt })
      .from(companyInvitation)
      .where(invitationsOf(subject)),
    team_invitations: await db
      .select({ email: teamInvitation.email, role: teamInvitation.role, createdAt: teamInvitation.createdAt })
      .from(teamInvitation)
      .where(eq(teamInvitation.email, subject.email)),
  };
  if (!userId) return invitations;
  const profiles = await db.select().from(profile).where(eq(profile.authUserId, userId));
  const [own] = profiles;
  return {
    account: await db.select().from(user).where(eq(user.id, userId)),
    profile: profiles,
    company: own?.companyId ? await db.select().from(company).where(eq(company.id, own.companyId)) : [],
    sessions: await db
      .select(pick(session, ["createdAt", "lastSeenAt", "expiresAt", "userAgent", "aal"]))
      .from(session)
      .where(eq(session.userId, userId)),
    devices: await db
      .select(pick(knownDevice, ["userAgent", "firstSeenAt", "lastSeenAt"]))
      .from(knownDevice)
      .where(eq(knownDevice.userId, userId)),
    second_factors: await db
      .select({ status: twoFactor.status, createdAt: twoFactor.createdAt })
      .from(twoFactor)
      .where(eq(twoFactor.userId, userId)),
    recovery_codes: await db
      .select({ createdAt: recoveryCode.createdAt, usedAt: recoveryCode.usedAt })
      .from(recoveryCode)
      .where(eq(recoveryCode.userId, userId)),
    passkeys: await db
      .select(pick(passkey, ["name", "isBackedUp", "createdAt", "lastUsedAt"]))
      .from(passkey)
      .where(eq(passkey.userId, userId)),
    sign_in_providers: await db
      .select({ provider: account.providerId, createdAt: account.createdAt })
      .from(account)
      .where(and(eq(account.userId, userId), ne(account.providerId, "credential"))),
    former_addresses: await db.select().from(formerAddress).where(eq(formerAddress.userId, userId)),
    ...invitations,
    email_changes: await db.select().from(emailChange).where(eq(emailChange.userId, userId)),
  };
}

/** Invitations to the person's address, and those that the user sent. */
const invitationsOf = (subject: DataSubject) =>
  or(
    and(eq(companyInvitation.email, subject.email), isBeforeMove(subject, companyInvitation.createdAt)),
    subject.userId ? eq(companyInvitation.invitedBy, subject.userId) : undefined,
  );

/** Deletes the account, its invitations, and its company if it has no other users. */
export async function forgetPerson(ctx: Ctx, subject: DataSubject): Promise<void> {
  const { userId } = subject;
  await ctx.db.delete(companyInvitation).where(invitationsOf(subject));
  await ctx.db.delete(teamInvitation).where(eq(teamInvitation.email, subject.email));
  if (!userId) return;
  const [own] = await ctx.db
    .select({ companyId: profile.companyId })
    .from(profile)
    .where(eq(profile.authUserId, userId));
  for (const queue of [mailResetQueue, mailLinkQueue]) await forgetJobs(ctx, { queue, parameters: { userId } });
  await ctx.db.delete(verification).where(eq(verification.value, userId));
  await ctx.db.delete(user).where(eq(user.id, userId));
  if (!own?.companyId) return;
  await deleteIfEmpty(ctx, own.companyId);
}
