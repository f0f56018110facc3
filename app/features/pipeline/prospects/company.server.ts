import { and, count, desc, eq, inArray, isNull, sql, sum } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { readTimelineOf, type TimelineItem, type TimelineQuery } from "../notes/timeline.server.ts";
import { prospect, prospectAddress } from "../tables.server.ts";
import { lastSeen } from "./prospect-filter.server.ts";
import type { Stage } from "./stages.ts";

/*
 * A company is the domain of its people's addresses (lib/people/company-domain.server.ts). Mail providers are not companies: prospects with
 * such an address have no domain (pipeline.server.ts).
 */

const colleagueFields = ["id", "email", "name", "role", "stage", "score", "valueCents", "ownerId"] as const;
export type Colleague = Pick<typeof prospect.$inferSelect, (typeof colleagueFields)[number]> & { lastSeenAt: Date };

export type Company = {
  domain: string;
  /** The most frequent name among its prospects; null if none has one. */
  name: string | null;
  count: number;
  stages: { stage: Stage; count: number }[];
  /** Sum over all prospects, in US cents. */
  paidCents: number;
  lastSeenAt: Date;
  /** By score, highest first. */
  people: Page<Colleague>;
};

const pageSize = 25;

/** Returns a company with one page of its prospects. Refusals: not_admin, not_found (no prospect has this domain). */
export async function readCompany(
  ctx: Ctx,
  { domain, after }: { domain: string; after: string | null },
): Promise<Result<Company, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const ofCompany = and(eq(prospect.domain, domain.toLowerCase()), isNull(prospect.mergedInto));
  const keys = keysetOf({ by: prospect.score, type: "int", id: prospect.id, direction: "desc", after, size: pageSize });
  const [totals, found] = await Promise.all([
    ctx.db
      .select({
        stage: prospect.stage,
        count: count(),
        paidCents: sum(prospect.paidCents).mapWith(Number),
        lastSeenAt: sql<Date>`max(${lastSeen})`.mapWith(prospect.createdAt),
        name: sql<string | null>`mode() within group (order by ${prospect.company})`,
      })
      .from(prospect)
      .where(ofCompany)
      .groupBy(prospect.stage)
      .orderBy(desc(count())),
    ctx.db
      .select({
        row: { ...pick(prospect, colleagueFields), lastSeenAt: lastSeen.mapWith(prospect.createdAt) },
        cursor: keys.cursor,
      })
      .from(prospect)
      .where(and(ofCompany, keys.where))
      .orderBy(...keys.orderBy)
      .limit(keys.limit),
  ]);
  if (totals.length === 0) return notFound();
  const total = (number: (row: (typeof totals)[number]) => number | null) =>
    totals.reduce((all, row) => all + (number(row) ?? 0), 0);
  return ok({
    domain: domain.toLowerCase(),
    name: totals.find(({ name }) => name)?.name ?? null,
    count: total((row) => row.count),
    stages: totals.map(({ stage, count: number }) => ({ stage, count: number })),
    paidCents: total((row) => row.paidCents),
    lastSeenAt: new Date(Math.max(...totals.map(({ lastSeenAt }) => lastSeenAt.getTime()))),
    people: pageOf(keys, found as { row: Colleague; cursor: string }[]),
  });
}

/** The timeline of a company covers at most this many of its prospects, those with the highest score. */
export const maxCompanyTimeline = 200;

/** Returns one page of the timeline of a company's prospects, newest first; `who` is the prospect of an item. */
export async function readCompanyTimeline(
  ctx: Ctx,
  domain: string,
  query: TimelineQuery,
): Promise<
  Result<{ items: (TimelineItem & { who: { id: string; label: string } | null })[]; next: string | null }, NotAdmin>
> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const people = await ctx.db
    .select({ id: prospect.id, email: prospect.email, name: prospect.name })
    .from(prospect)
    .where(and(eq(prospect.domain, domain.toLowerCase()), isNull(prospect.mergedInto)))
    .orderBy(desc(prospect.score), desc(prospect.id))
    .limit(maxCompanyTimeline);
  const ids = people.map(({ id }) => id);
  const addresses =
    ids.length === 0 ? [] : await ctx.db.select().from(prospectAddress).where(inArray(prospectAddress.prospectId, ids));
  const { items, next } = await readTimelineOf(ctx, { ids, addresses: addresses.map(({ email }) => email) }, query);
  const who = (about: string) => {
    const id = addresses.find(({ email }) => email === about)?.prospectId ?? about;
    const person = people.find((each) => each.id === id);
    return person ? { id, label: person.name ?? person.email } : null;
  };
  return ok({ items: items.map((item) => ({ ...item, who: who(item.about) })), next });
}
