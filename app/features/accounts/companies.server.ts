import { and, eq } from "drizzle-orm";
import { bareDomain } from "#app/lib/bare-domain.ts";
import { isConsumerAddress } from "#app/lib/consumer-domains.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { company } from "./tables.server.ts";

/*
 * Colleagues share a company, found by the bare domain of their verified addresses. Users of consumer mail providers
 * get their own company without a domain once they name it. An unnamed company is shown by its domain; only its creator
 * can rename it.
 */

type At = Pick<Ctx, "db" | "now">;
export type CompanyEntry = { id: string; name: string; domain: string | null };

/** The bare domain that identifies the company of an address, or null for consumer providers. */
export const companyDomainOf = (email: string): string | null =>
  isConsumerAddress(email) ? null : bareDomain(email.slice(email.lastIndexOf("@") + 1));

/**
 * Returns the company of this domain, creating it if needed. Simultaneous first sign-ins of colleagues create one row.
 */
export async function companyByDomain(
  ctx: At,
  input: { domain: string; name?: string; userId: string },
): Promise<CompanyEntry> {
  await ctx.db
    .insert(company)
    .values({
      name: input.name ?? input.domain,
      domain: input.domain,
      createdByAuthUserId: input.userId,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing({ target: company.domain });
  const [found] = await ctx.db.select().from(company).where(eq(company.domain, input.domain));
  return found!;
}

export async function companyByName(ctx: At, input: { name: string; userId: string }): Promise<CompanyEntry> {
  const [made] = await ctx.db
    .insert(company)
    .values({ name: input.name, createdByAuthUserId: input.userId, createdAt: ctx.now, updatedAt: ctx.now })
    .returning();
  return made!;
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

export const givenName = (entry: CompanyEntry): string | null => (entry.name === entry.domain ? null : entry.name);
