import { and, eq, inArray, isNotNull, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { company, companyInvitation, type JoinedBy, profile, user } from "../tables.server.ts";

/*
 * Who shares a company, and with it the name that another person typed (decision 0246).
 *
 * Every user has a company of their own. Addresses of one domain are not yet colleagues: strangers have them at a mail provider
 * that no list knows, at a university, at a registry. A user comes to another one's company only
 *  - by a verified address in a domain that the company's owner confirmed in the DNS (company/domain-proof.server.ts),
 *  - by an invitation of one of its members, which the invited person accepts (company/invitations.server.ts), or
 *  - by an admin (company/membership.server.ts).
 * The owner is its creator; only the owner renames it and confirms its domain. Every profile has its own company name: joining fills
 * an empty one, and leaving keeps what the user typed.
 */

type At = Pick<Ctx, "db" | "now">;
type CompanyRow = typeof company.$inferSelect;

/** The release before named a company after its domain until it was named. */
export const typedName = ({ name, domain }: Pick<CompanyRow, "name" | "domain">): string | null =>
  name === domain ? null : name;

/** Creates a company of the user's own. Null at mail providers until it has a name. */
export async function createCompany(
  ctx: At,
  { name, userId, email }: { name: string | null; userId: string; email: string },
): Promise<string | null> {
  if (name === null && companyDomainOf(email) === null) return null;
  const [made] = await ctx.db
    .insert(company)
    .values({ name, createdByAuthUserId: userId, createdAt: ctx.now, updatedAt: ctx.now })
    .returning({ id: company.id });
  return made!.id;
}

export async function renameOwnCompany(
  ctx: At,
  input: { companyId: string; name: string; userId: string },
): Promise<void> {
  await ctx.db
    .update(company)
    .set({ name: input.name, updatedAt: ctx.now })
    .where(and(eq(company.id, input.companyId), eq(company.createdByAuthUserId, input.userId)));
}

export async function findConfirmedCompany(ctx: Pick<Ctx, "db">, domain: string): Promise<CompanyRow | null> {
  const [found] = await ctx.db
    .select()
    .from(company)
    .where(and(eq(company.domain, domain), isNotNull(company.domainConfirmedAt)));
  return found ?? null;
}

/**
 * Puts a user where the verified address belongs: into the company that confirmed its domain, or out of one whose domain the address
 * has left. Keeps memberships by admin and invitation, and companies that others share. For the first sign-in, a changed address and a
 * newly confirmed domain. Call it inside a transaction.
 */
export async function settleCompany(tx: Ctx, { userId, email }: { userId: string; email: string }): Promise<void> {
  const domain = companyDomainOf(email);
  // Confirming a domain waits, so that no one who arrives meanwhile is left out.
  if (domain) await takeTurn(tx, "company-domain", domain);
  const [own] = await tx.db
    .select({ profile, company })
    .from(profile)
    .leftJoin(company, eq(company.id, profile.companyId))
    .where(eq(profile.authUserId, userId))
    .for("update", { of: profile });
  if (!own) return;
  const { joinedBy, companyName } = own.profile;
  const confirmed = domain ? await findConfirmedCompany(tx, domain) : null;
  if (confirmed && confirmed.id !== own.company?.id) {
    const isFree = joinedBy === "domain" || (joinedBy === "own" && !(await isShared(tx, own.company, userId)));
    if (isFree) return joinCompany(tx, { userId, company: confirmed, joinedBy: "domain" });
  }
  if (own.company && (joinedBy !== "domain" || confirmed?.id === own.company.id)) return;
  const companyId = await createCompany(tx, { name: companyName, userId, email });
  await moveTo(tx, { userId, companyId, joinedBy: "own" });
}

/** Moves a user into a company. An empty company name becomes the company's; a typed one stays. */
export async function joinCompany(
  tx: Ctx,
  input: { userId: string; company: CompanyRow; joinedBy: Exclude<JoinedBy, "own"> },
): Promise<void> {
  const { userId, joinedBy } = input;
  await moveTo(tx, { userId, companyId: input.company.id, joinedBy });
  await tx.db
    .update(profile)
    .set({ companyName: typedName(input.company), updatedAt: tx.now })
    .where(and(eq(profile.authUserId, userId), isNull(profile.companyName)));
}

/** Gives a user a company of their own again, with the name in their profile. */
export async function separateCompany(tx: Ctx, { userId, email }: { userId: string; email: string }): Promise<void> {
  const [own] = await tx.db.select().from(profile).where(eq(profile.authUserId, userId)).for("update");
  if (!own || own.joinedBy === "own") return;
  const companyId = await createCompany(tx, { name: own.companyName, userId, email });
  await moveTo(tx, { userId, companyId, joinedBy: "own" });
}

async function moveTo(tx: Ctx, input: { userId: string; companyId: string | null; joinedBy: JoinedBy }): Promise<void> {
  const { userId, companyId, joinedBy } = input;
  const isTheirs = eq(profile.authUserId, userId);
  const [before] = await tx.db.select({ left: profile.companyId }).from(profile).where(isTheirs).for("update");
  await tx.db.update(profile).set({ companyId, joinedBy, updatedAt: tx.now }).where(isTheirs);
  if (!before?.left || before.left === companyId) return;
  await withdrawInvitations(tx, { userId, companyId: before.left });
  await deleteIfEmpty(tx, before.left);
}

/** Who leaves a company cannot return by an invitation, to the own or to another address. */
async function withdrawInvitations(tx: Ctx, { userId, companyId }: { userId: string; companyId: string }) {
  const own = tx.db.select({ email: user.email }).from(user).where(eq(user.id, userId));
  await tx.db
    .delete(companyInvitation)
    .where(
      and(
        eq(companyInvitation.companyId, companyId),
        or(eq(companyInvitation.invitedBy, userId), inArray(companyInvitation.email, own)),
      ),
    );
}

export async function deleteIfEmpty(tx: Pick<Ctx, "db">, companyId: string): Promise<void> {
  const members = tx.db.select({ id: profile.id }).from(profile).where(eq(profile.companyId, companyId));
  await tx.db.delete(company).where(and(eq(company.id, companyId), notExists(members)));
}

async function isShared(tx: Ctx, own: CompanyRow | null, userId: string): Promise<boolean> {
  if (!own) return false;
  if (own.domainConfirmedAt) return true;
  const [other] = await tx.db
    .select({ id: profile.id })
    .from(profile)
    .where(and(eq(profile.companyId, own.id), ne(profile.authUserId, userId)))
    .limit(1);
  return other !== undefined;
}

/** Verified users with an address in the domain or below it. */
export const listUsersOfDomain = (ctx: Pick<Ctx, "db">, domain: string) =>
  ctx.db
    .select({ userId: user.id, email: user.email })
    .from(user)
    .where(
      and(
        eq(user.emailVerified, true),
        sql`(${user.email} like ${`%@${domain}`} or ${user.email} like ${`%.${domain}`})`,
      ),
    )
    .orderBy(user.id);
