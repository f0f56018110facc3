import { asc, eq } from "drizzle-orm";
import { analyticsAudit } from "#app/features/analytics/audit.ts";
import { analyticsAlert, analyticsGoal } from "#app/features/analytics/tables.server.ts";
import type { VisitDimension } from "#app/features/analytics/visits/visit-filter.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { readActions } from "../lists/lists.server.ts";
import { readTotals } from "../sums/totals.server.ts";
import type { ReportScope } from "../visit-conditions.server.ts";
import { type GoalEdit, type GoalInput, type GoalKind, maxGoals } from "./goals.ts";
import { sharedRecords } from "./shared-records.server.ts";

/* Goals that admins define. They are evaluated when a report is read, so a new goal covers the past as well. */

export type Goal = GoalInput & { id: string; version: number };

export const listGoals = async (ctx: Pick<Ctx, "db">): Promise<Goal[]> =>
  (await ctx.db.select().from(analyticsGoal).orderBy(byLetters(analyticsGoal.name), asc(analyticsGoal.id))).map(
    ({ id, name, kind, target, property, propertyValue, version }) => ({
      ...{ id, name, kind, target, property, propertyValue, version },
    }),
  );

/** The key of a goal's alert. */
export const goalAlert = (goalId: string): string => `goal:${goalId}`;

const dimensions: Readonly<Record<GoalKind, VisitDimension>> = { page: "page", event: "event", conversion: "goal" };
/** More values of a property than a report reads. */
const maxValues = 10_000;

/** Counts the visitors who reached a goal in a period, among the visits that pass the filters. */
export async function goalVisitors(ctx: Pick<Ctx, "db">, scope: ReportScope, goal: GoalInput): Promise<number> {
  const { period, filters } = scope;
  const { kind, target, property, propertyValue } = goal;
  if (kind === "page" || property === "") {
    const reached = { dimension: dimensions[kind], isExcluded: false, values: [target] };
    return (await readTotals(ctx, { period, filters: [...filters, reached] })).visitors;
  }
  const { rows } = await readActions(ctx, scope, { kind, names: [target] }, { detail: property }, { limit: maxValues });
  return rows.find(({ name }) => name === propertyValue)?.figures.visitors ?? 0;
}

/** The visitors of goals in a period, by id. */
export const readGoals = async (
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  goals: readonly Goal[],
): Promise<Map<string, number>> =>
  new Map(await Promise.all(goals.map(async (goal) => [goal.id, await goalVisitors(ctx, scope, goal)] as const)));

const goals = sharedRecords<GoalInput, "too_many_goals">({
  table: analyticsGoal,
  actions: {
    created: analyticsAudit.goalCreated,
    changed: analyticsAudit.goalChanged,
    deleted: analyticsAudit.goalDeleted,
  },
  limit: { name: analyticsGoal.name, max: maxGoals, refusal: "too_many_goals" },
  detail: ({ name }) => ({ name }),
  deleteParts: (tx, id) => tx.db.delete(analyticsAlert).where(eq(analyticsAlert.figure, goalAlert(id))),
});

export const createGoal = goals.create;

export const changeGoal = (ctx: Ctx, { goalId, version, ...values }: GoalEdit & { goalId: string }) =>
  goals.change(ctx, goalId, version, values);

/** Deletes a goal and its alerts. */
export const deleteGoal = (ctx: Ctx, { goalId }: { goalId: string }) => goals.delete(ctx, goalId);
