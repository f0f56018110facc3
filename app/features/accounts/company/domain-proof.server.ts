import { and, eq, ne } from "drizzle-orm";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import { type Refusal, refuse, type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { textRecords } from "#app/platform/outside/text-records.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { company, profile, user } from "../tables.server.ts";
import { findConfirmedCompany, listUsersOfDomain, separateCompany, settleCompany } from "./companies.server.ts";

/*
 * The proof that a company's owner owns its domain: a TXT record that only the domain's DNS administrator can set. A mail to
 * postmaster@ would prove less: at mail providers strangers have got such mailboxes.
 *
 * The record's value belongs to one company and one domain, so the record of another company confirms nothing. It stays in the DNS:
 * a daily job looks for it (domain-checks.server.ts).
 */

/** The TXT record that confirms a domain. Its name has an underscore, so that it is no host (RFC 8552). */
export const domainRecord = ({ id, domain }: { id: string; domain: string }) => ({
  name: `_gtmarc.${domain}`,
  value: `gtmarc-domain=${keyedHash("company-domain", `${id}:${domain}`).slice(0, 32)}`,
});

export type DomainRefusal =
  | Refusal<"no_domain" | "not_owner" | "record_not_found" | "dns_unavailable" | "domain_taken">
  | TooMany;

/**
 * Confirms the domain of the user's company by its TXT record, and brings in everyone with a verified address there. Refusals:
 * `not_owner`, `no_domain` (the user's address is at a mail provider), `record_not_found`, `dns_unavailable`,
 * `domain_taken` (another company confirmed it), `too_many`.
 */
export async function confirmDomain(ctx: SignedInCtx): Promise<Result<{ joined: number }, DomainRefusal>> {
  const { userId, email } = ctx.actor;
  const own = await findOwned(ctx, userId);
  if (!own) return refuse("not_owner");
  const { id } = own;
  const domain = companyDomainOf(email);
  if (!domain) return refuse("no_domain");
  const limit = await countUse(ctx, "domain-check", userId);
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const record = domainRecord({ id, domain });
  const values = await textRecords(record.name);
  if (!values) return refuse("dns_unavailable");
  if (!values.includes(record.value)) return refuse("record_not_found");
  return inTransaction(ctx, async (tx) => {
    await takeTurn(tx, "company-domain", domain);
    const confirmed = await findConfirmedCompany(tx, domain);
    if (confirmed && confirmed.id !== id) return refuse("domain_taken");
    if (own.domain !== domain) await endDomain(tx, id);
    // A process of the release before may have given it to another company, unconfirmed.
    await tx.db
      .update(company)
      .set({ domain: null })
      .where(and(eq(company.domain, domain), ne(company.id, id)));
    const confirmation = { domain, domainConfirmedAt: tx.now, domainMissingSince: null, updatedAt: tx.now };
    await tx.db.update(company).set(confirmation).where(eq(company.id, id));
    return ok({ joined: await settleAll(tx, domain, id) });
  });
}

/** Ends the sharing by domain: who came by it gets a company of their own. Refusal: `not_owner`. */
export async function releaseDomain(ctx: SignedInCtx): Promise<Result<undefined, Refusal<"not_owner">>> {
  return inTransaction(ctx, async (tx) => {
    const own = await findOwned(tx, ctx.actor.userId);
    if (!own) return refuse("not_owner");
    await endDomain(tx, own.id);
    return ok();
  });
}

export const unconfirmed = { domain: null, domainConfirmedAt: null, domainMissingSince: null };

export async function endDomain(tx: Ctx, companyId: string): Promise<void> {
  await tx.db
    .update(company)
    .set({ ...unconfirmed, updatedAt: tx.now })
    .where(eq(company.id, companyId));
  const members = await tx.db
    .select({ userId: user.id, email: user.email, joinedBy: profile.joinedBy })
    .from(profile)
    .innerJoin(user, eq(user.id, profile.authUserId))
    .where(eq(profile.companyId, companyId))
    .orderBy(user.id);
  for (const member of members) if (member.joinedBy === "domain") await separateCompany(tx, member);
}

async function settleAll(tx: Ctx, domain: string, companyId: string): Promise<number> {
  const people = await listUsersOfDomain(tx, domain);
  for (const person of people) await settleCompany(tx, person);
  const members = await tx.db.$count(profile, eq(profile.companyId, companyId));
  return members - 1;
}

async function findOwned(ctx: Pick<Ctx, "db">, userId: string) {
  const [own] = await ctx.db
    .select({ company })
    .from(profile)
    .innerJoin(company, eq(company.id, profile.companyId))
    .where(eq(profile.authUserId, userId));
  return own?.company.createdByAuthUserId === userId ? own.company : null;
}
