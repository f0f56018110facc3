import { and, asc, eq, gt } from "drizzle-orm";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { company, companyInvitation, type JoinedBy, profile, user } from "../tables.server.ts";
import { typedName } from "./companies.server.ts";
import { confirmationEnd } from "./domain-checks.server.ts";
import { domainRecord } from "./domain-proof.server.ts";

/** What a user sees about their company, and invitations to others. */
export type OwnCompany = {
  name: string | null;
  /** The confirmed domain, or the one that the owner can confirm. */
  domain: string | null;
  isConfirmed: boolean;
  isOwner: boolean;
  joinedBy: JoinedBy;
  /** Other people who share it, by address. */
  members: string[];
  /** Invitations that its members sent, without expired ones. */
  invited: { id: string; email: string }[];
  /** The TXT record that confirms the domain; null for other members, without a domain and while it is there. */
  record: { name: string; value: string } | null;
  /** The day on which the confirmation of the domain ends because its record is missing. For the owner only. */
  endsAt: Date | null;
};

/** `company` is null until the user has one; `invitations` are those to this address. */
export async function readOwnCompany(
  ctx: SignedInCtx,
): Promise<{ company: OwnCompany | null; invitations: { id: string; from: string; name: string | null }[] }> {
  const { userId, email } = ctx.actor;
  const [[own], invitations] = await Promise.all([
    ctx.db
      .select({ company, joinedBy: profile.joinedBy })
      .from(profile)
      .innerJoin(company, eq(company.id, profile.companyId))
      .where(eq(profile.authUserId, userId)),
    ctx.db
      .select({ id: companyInvitation.id, from: user.email, company })
      .from(companyInvitation)
      .innerJoin(user, eq(user.id, companyInvitation.invitedBy))
      .innerJoin(company, eq(company.id, companyInvitation.companyId))
      .where(and(eq(companyInvitation.email, email), gt(companyInvitation.expiresAt, ctx.now)))
      .orderBy(asc(companyInvitation.id)),
  ]);
  return {
    company: own ? await described(ctx, { ...own, userId, email }) : null,
    invitations: invitations.map(({ id, from, company: to }) => ({ id, from, name: typedName(to) })),
  };
}

async function described(
  ctx: Ctx,
  input: { company: typeof company.$inferSelect; joinedBy: JoinedBy; userId: string; email: string },
): Promise<OwnCompany> {
  const { id, domainConfirmedAt, domainMissingSince, createdByAuthUserId } = input.company;
  const [members, invited] = await Promise.all([
    listMembers(ctx, id),
    ctx.db
      .select({ id: companyInvitation.id, email: companyInvitation.email })
      .from(companyInvitation)
      .where(and(eq(companyInvitation.companyId, id), gt(companyInvitation.expiresAt, ctx.now)))
      .orderBy(asc(companyInvitation.email)),
  ]);
  const isOwner = createdByAuthUserId === input.userId;
  const confirmed = domainConfirmedAt ? input.company.domain : null;
  const domain = confirmed ?? (isOwner ? companyDomainOf(input.email) : null);
  return {
    name: typedName(input.company),
    domain,
    isConfirmed: confirmed !== null,
    isOwner,
    joinedBy: input.joinedBy,
    members: members.filter((member) => member !== input.email),
    invited,
    record: isOwner && domain && (!confirmed || domainMissingSince) ? domainRecord({ id, domain }) : null,
    endsAt: isOwner && domainMissingSince ? confirmationEnd(domainMissingSince) : null,
  };
}

const maxMembers = 50;

/** The addresses of a company's people, at most 50. */
export async function listMembers(ctx: Pick<Ctx, "db">, companyId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ email: user.email })
    .from(profile)
    .innerJoin(user, eq(user.id, profile.authUserId))
    .where(eq(profile.companyId, companyId))
    .orderBy(asc(user.email))
    .limit(maxMembers);
  return rows.map(({ email }) => email);
}
