import { and, count, desc, eq, isNull, type SQL, sql, sum } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Keyset, keysetOf, type Page, pageOf } from "#app/platform/keyset.server.ts";
import type { Source } from "./projection.ts";
import { isOpenStage, lastSeen, matching } from "./prospect-filter.server.ts";
import type { ProspectFilters, ProspectQuery, ProspectSort } from "./prospect-list.ts";
import { type LostReason, type Stage, stages } from "./stages.ts";
import { prospect, prospectAddress, prospectStageChange, prospectTask } from "./tables.server.ts";
import { todayOf } from "./today-date.server.ts";

/** A prospect as a card of the board and a row of the table show it. */
export type ProspectEntry = {
  id: string;
  email: string;
  /** All addresses of the prospect, `email` among them. */
  addresses: string[];
  name: string | null;
  company: string | null;
  role: string | null;
  employees: number | null;
  source: Source | null;
  stage: Stage;
  stageSince: Date;
  lostReason: LostReason | null;
  valueCents: number | null;
  score: number;
  ownerId: string | null;
  tags: string[];
  expectedClose: string | null;
  lastSeenAt: Date;
  /** The open task that is due first. */
  nextTask: { title: string; dueOn: string | null } | null;
};

// Drizzle leaves out the table's name in a selected expression; in the subquery it would mean the task's own id.
const prospectId = sql.raw('"prospect"."id"');

/** The open task that is due first, as JSON. */
const nextTask = sql<{ title: string; dueOn: string | null } | null>`(
  select json_build_object('title', ${prospectTask.title}, 'dueOn', ${prospectTask.dueOn})
  from ${prospectTask}
  where ${prospectTask.prospectId} = ${prospectId} and ${prospectTask.doneAt} is null
  order by ${prospectTask.dueOn} nulls last, ${prospectTask.id} limit 1)`;

const addresses = sql<string[]>`array(
  select ${prospectAddress.email} from ${prospectAddress} where ${prospectAddress.prospectId} = ${prospectId})`;

const entryColumns = {
  id: prospect.id,
  email: prospect.email,
  addresses,
  name: prospect.name,
  company: prospect.company,
  role: prospect.role,
  employees: prospect.employees,
  source: prospect.source,
  stage: prospect.stage,
  stageSince: prospect.stageSince,
  lostReason: prospect.lostReason,
  valueCents: prospect.valueCents,
  score: prospect.score,
  ownerId: prospect.ownerId,
  tags: prospect.tags,
  expectedClose: prospect.expectedClose,
  lastSeenAt: lastSeen.mapWith(prospect.createdAt),
  nextTask,
};

const pageSize = 50;

const sortedBy: Record<ProspectSort, Pick<Keyset, "by" | "type">> = {
  company: { by: sql`lower(coalesce(${prospect.company}, ${prospect.email}))`, type: "text" },
  score: { by: prospect.score, type: "int" },
  value: { by: sql`coalesce(${prospect.valueCents}, 0)`, type: "bigint" },
  activity: { by: lastSeen, type: "timestamptz" },
  stage_age: { by: prospect.stageSince, type: "timestamptz" },
};

/** Prospects, one page at a time. For admins (aal2). Refusal: not_admin. */
export async function listProspects(
  ctx: Ctx,
  query: ProspectQuery,
  size = pageSize,
): Promise<Result<Page<ProspectEntry>, NotAdmin>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
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

/** A column of the board. `count` and `valueCents` are of the whole stage, `cards` are those with the highest score. */
export type BoardColumn = { stage: Stage; count: number; valueCents: number; cards: ProspectEntry[] };

const cardsPerColumn = 20;

/** The board: one column for each stage. For admins (aal2). Refusal: not_admin. */
export async function readBoard(ctx: Ctx, filters: ProspectFilters): Promise<Result<BoardColumn[], NotAdmin>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const where = await matching(ctx, filters);
  const [first, second, ...others] = stages.map(({ key }) => topCards(ctx, key, where));
  const [totals, cards] = await Promise.all([
    ctx.db
      .select({ stage: prospect.stage, count: count(), valueCents: sum(prospect.valueCents).mapWith(Number) })
      .from(prospect)
      .where(where)
      .groupBy(prospect.stage),
    // One statement; each part is a short scan of the board's index.
    unionAll(first!, second!, ...others) as unknown as Promise<ProspectEntry[]>,
  ]);
  return ok(
    stages.map(({ key }) => {
      const total = totals.find(({ stage }) => stage === key);
      return {
        stage: key,
        count: total?.count ?? 0,
        valueCents: total?.valueCents ?? 0,
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

export type PipelineFigures = {
  /** Value of all open prospects, in US cents. */
  openValueCents: number;
  /** The same, weighted by the probability of each stage. */
  forecastCents: number;
  /** How often prospects entered `new_analysis` in the last seven days, by events or by an admin's move. */
  enteredNewAnalysis: number;
  /** The same for `call_booked`. */
  enteredCallBooked: number;
  /** Median days from the first event to the first booked call, of calls booked in the last 90 days; null without one. */
  medianDaysToCall: number | null;
  lateTasks: number;
  /** ISO date, in the time zone of the admin. */
  today: string;
};

const dayMs = 86_400_000;

/** The figures above the board. `firmZone`: as in `todayOf`. For admins (aal2). Refusal: not_admin. */
export async function readFigures(ctx: Ctx, zones: { firmZone: string }): Promise<Result<PipelineFigures, NotAdmin>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const weekAgo = new Date(ctx.now.getTime() - 7 * dayMs);
  const quarterAgo = new Date(ctx.now.getTime() - 90 * dayMs);
  const today = await todayOf(ctx, zones);
  const byStage = ctx.db
    .select({ stage: prospect.stage, cents: sum(prospect.valueCents).as("cents") })
    .from(prospect)
    .where(and(isNull(prospect.mergedInto), isOpenStage))
    .groupBy(prospect.stage)
    .as("by_stage");
  const entered = (stage: Stage) => sql<number>`(
    select count(*)::int from ${prospectStageChange} c where c.to_stage = ${stage} and c.at > ${weekAgo})`;
  const [found] = await ctx.db
    .select({
      values: sql<Record<string, number> | null>`json_object_agg(${byStage.stage}, ${byStage.cents})`,
      enteredNewAnalysis: entered("new_analysis"),
      enteredCallBooked: entered("call_booked"),
      days: sql<number | null>`(
        select percentile_cont(0.5) within group (order by extract(epoch from c.at - p.created_at) / 86400)
        from ${prospectStageChange} c join ${prospect} p on p.id = c.prospect_id
        where c.to_stage = 'call_booked' and c.at > ${quarterAgo})`,
      lateTasks: sql<number>`(
        select count(*)::int from ${prospectTask} t where t.done_at is null and t.due_on < ${today})`,
    })
    .from(byStage);
  const values = Object.entries(found?.values ?? {}).map(([stage, cents]) => ({ stage, cents: cents ?? 0 }));
  const probability = new Map<string, number>(stages.map((stage) => [stage.key, stage.probability]));
  return ok({
    openValueCents: values.reduce((total, { cents }) => total + cents, 0),
    forecastCents: Math.round(values.reduce((total, { stage, cents }) => total + cents * probability.get(stage)!, 0)),
    enteredNewAnalysis: found?.enteredNewAnalysis ?? 0,
    enteredCallBooked: found?.enteredCallBooked ?? 0,
    medianDaysToCall: found?.days ?? null,
    lateTasks: found?.lateTasks ?? 0,
    today,
  });
}
