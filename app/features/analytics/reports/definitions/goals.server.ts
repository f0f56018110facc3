/*
 * Goals that admins define, shared by all admins; a change requires the version that was read. They are evaluated when a report is read,
 * so a new goal covers the past as well.
 */
import { and, asc, eq, ne } from "drizzle-orm";
import { analyticsAudit } from "#app/features/analytics/audit.ts";
import { analyticsAlert, analyticsGoal } from "#app/features/analytics/tables.server.ts";
import type { VisitDimension } from "#app/features/analytics/visits/visit-filter.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse, type Stale, stale } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { readActions } from "../lists/lists.server.ts";
import { readTotals } from "../sums/totals.server.ts";
import type { ReportScope } from "../visit-conditions.server.ts";
import { type GoalEdit, type GoalInput, type GoalKind, maxGoals } from "./goals.ts";

export type Goal = GoalInput & { id: string; version: number };

export const listGoals = async (ctx: Pick<Ctx, "db">): Promise<Goal[]> =>
  (await ctx.db.select().from(analyticsGoal).orderBy(asc(analyticsGoal.name), asc(analyticsGoal.id))).map(
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

type NameTaken = Refusal<"name_taken">;

/** Saves a goal. Refusals: too_many_goals, name_taken. For admins. */
export const createGoal = (
  ctx: Ctx,
  goal: GoalInput,
): Promise<Result<{ id: string }, NotAdmin | NameTaken | Refusal<"too_many_goals">>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    await takeTurn(tx, "analytics-goal", "names");
    if (await isTaken(tx, goal.name)) return refuse("name_taken");
    if ((await tx.db.$count(analyticsGoal)) >= maxGoals) return refuse("too_many_goals");
    const id = newId();
    await tx.db.insert(analyticsGoal).values({ ...goal, id, createdBy: userIdOf(tx.actor), createdAt: tx.now });
    return recorded({ action: analyticsAudit.goalCreated, subject: id, detail: { name: goal.name } }, { id });
  });

/** Replaces a goal. Refusals: not_found, stale, name_taken. For admins. */
export const changeGoal = (
  ctx: Ctx,
  { goalId, version, ...goal }: GoalEdit & { goalId: string },
): Promise<Result<{ version: number }, NotAdmin | NotFound | Stale | NameTaken>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    await takeTurn(tx, "analytics-goal", "names");
    const [row] = await tx.db.select().from(analyticsGoal).where(eq(analyticsGoal.id, goalId)).for("update");
    if (!row) return notFound();
    if (row.version !== version) return stale();
    if (await isTaken(tx, goal.name, goalId)) return refuse("name_taken");
    await tx.db
      .update(analyticsGoal)
      .set({ ...goal, version: version + 1 })
      .where(eq(analyticsGoal.id, goalId));
    const detail = { name: goal.name };
    return recorded({ action: analyticsAudit.goalChanged, subject: goalId, detail }, { version: version + 1 });
  });

/** Deletes a goal and its alerts. Idempotent. For admins. */
export const deleteGoal = (ctx: Ctx, { goalId }: { goalId: string }): Promise<Result<undefined, NotAdmin>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    const [gone] = await tx.db.delete(analyticsGoal).where(eq(analyticsGoal.id, goalId)).returning();
    if (!gone) return unrecorded();
    await tx.db.delete(analyticsAlert).where(eq(analyticsAlert.figure, goalAlert(goalId)));
    return recorded({ action: analyticsAudit.goalDeleted, subject: goalId, detail: { name: gone.name } });
  });

const isTaken = async (tx: Ctx, name: string, except?: string): Promise<boolean> =>
  (await tx.db.$count(
    analyticsGoal,
    and(eq(analyticsGoal.name, name), except === undefined ? undefined : ne(analyticsGoal.id, except)),
  )) > 0;
