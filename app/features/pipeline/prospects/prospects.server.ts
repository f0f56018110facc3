import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Keyset, keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { prospect, prospectAddress, prospectTask } from "../tables.server.ts";
import { lastSeen, matching } from "./prospect-filter.server.ts";
import type { ProspectFilters, ProspectQuery, ProspectSort } from "./prospect-list.ts";
import { type Stage, stageKeys } from "./stages.ts";

const entryFields = [
  ...(["id", "email", "name", "company", "role", "employees", "source", "stage", "stageSince", "lostReason"] as const),
  ...(["lostNote", "valueCents", "score", "ownerId", "tags", "expectedClose"] as const),
] as const;

export type ProspectEntry = Pick<typeof prospect.$inferSelect, (typeof entryFields)[number]> & {
  /** All addresses of the prospect, `email` among them. */
  addresses: string[];
  lastSeenAt: Date;
  nextTask: { title: string; dueOn: string | null } | null;
};

// Drizzle omits the table name in a selected expression; in the subquery `id` would then be the task's own id.
const prospectId = sql.raw('"prospect"."id"');

const nextTask = sql<{ title: string; dueOn: string | null } | null>`(
  select json_build_object('title', ${prospectTask.title}, 'dueOn', ${prospectTask.dueOn})
  from ${prospectTask}
  where ${prospectTask.prospectId} = ${prospectId} and ${prospectTask.doneAt} is null
  order by ${prospectTask.dueOn} nulls last, ${prospectTask.id} limit 1)`;

const addresses = sql<string[]>`array(
  select ${prospectAddress.email} from ${prospectAddress} where ${prospectAddress.prospectId} = ${prospectId})`;

const entryColumns = {
  ...pick(prospect, entryFields),
  ...{ addresses, lastSeenAt: lastSeen.mapWith(prospect.createdAt), nextTask },
};

const pageSize = 50;

const sortedBy: Record<ProspectSort, Pick<Keyset, "by" | "type">> = {
  company: { by: sql`lower(coalesce(${prospect.company}, ${prospect.email}))`, type: "text" },
  score: { by: prospect.score, type: "int" },
  value: { by: sql`coalesce(${prospect.valueCents}, 0)`, type: "bigint" },
  activity: { by: lastSeen, type: "timestamptz" },
  stage_age: { by: prospect.stageSince, type: "timestamptz" },
};

/** Lists prospects, page by page. For admins (aal2). Refusal: not_admin. */
export async function listProspects(
  ctx: Ctx,
  query: ProspectQuery,
  size = pageSize,
): Promise<Result<Page<ProspectEntry>, NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const keys = keysetOf({
    ...sortedBy[query.sort.key],
    id: prospect.id,
    direction: query.sort.direction,
    after: query.after,
    before: query.before,
    size,
  });
  const found = await ctx.db
    .select({ row: entryColumns, cursor: keys.cursor })
    .from(prospect)
    .where(and(await matching(ctx, query.filters), keys.where))
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  return ok(pageOf(keys, found as { row: ProspectEntry; cursor: string }[]));
}

export async function countProspects(ctx: Ctx, filters: ProspectFilters): Promise<Result<number, NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  return ok(await ctx.db.$count(prospect, await matching(ctx, filters)));
}

/** A column of the board. `count` covers the whole stage; `cards` are those with the highest score. */
export type BoardColumn = { stage: Stage; count: number; cards: ProspectEntry[] };

const cardsPerColumn = 20;

/** Returns the board, with one column per stage. For admins (aal2). Refusal: not_admin. */
export async function readBoard(ctx: Ctx, filters: ProspectFilters): Promise<Result<BoardColumn[], NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const where = await matching(ctx, filters);
  const [first, second, ...others] = stageKeys.map((key) => topCards(ctx, key, where));
  const [totals, cards] = await Promise.all([
    ctx.db.select({ stage: prospect.stage, count: count() }).from(prospect).where(where).groupBy(prospect.stage),
    // One statement; each part is a short scan of the board's index.
    unionAll(first!, second!, ...others) as unknown as Promise<ProspectEntry[]>,
  ]);
  return ok(
    stageKeys.map((key) => {
      const total = totals.find(({ stage }) => stage === key);
      return {
        stage: key,
        count: total?.count ?? 0,
        cards: cards.filter(({ stage }) => stage === key),
      };
    }),
  );
}

const topCards = (ctx: Ctx, stage: Stage, where: SQL | undefined) =>
  ctx.db
    .select(entryColumns)
    .from(prospect)
    .where(and(where, eq(prospect.stage, stage)))
    .orderBy(desc(prospect.score), desc(prospect.id))
    .limit(cardsPerColumn);
