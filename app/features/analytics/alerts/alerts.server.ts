/*
 * Alerts: a mail to an admin when a figure of the past day leaves its usual range, which follows from the same weekday of the eight weeks
 * before, or when the share of a funnel step does, which is checked on Mondays for one week of visitors after they had another week to
 * continue. The mail and the day's completion are written in one transaction, so repeated, concurrent or killed runs never send
 * duplicates. Each admin chooses their own alerts.
 */

import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { addDays, weekdayNumber } from "#app/lib/dates/calendar-dates.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { analyticsAudit } from "../audit.ts";
import { alertMail } from "../emails/alert.tsx";
import { mainFunnelName } from "../funnels/funnel-definition.ts";
import { mainFunnel, readFunnel } from "../funnels/funnels.server.ts";
import { type Goal, goalAlert, goalVisitors, listGoals } from "../reports/definitions/goals.server.ts";
import { type Metric, metrics } from "../reports/figures/metrics.ts";
import type { Period } from "../reports/period/period.ts";
import { readTotals } from "../reports/sums/totals.server.ts";
import { analyticsAlert, analyticsFunnel } from "../tables.server.ts";
import type { Finding } from "./alerts.ts";
import { isOutside, type Share, usualRange, usualShare } from "./usual-range.ts";

const weeks = 8;
const sentFrom = "08:00";
const alertMetrics = ["visitors", "visits", "conversions", "revenueUsd"] as const satisfies Metric[];
const maxWindowHours = 7 * 24;
const noFilters = { filters: [] };

type ReadCtx = Pick<Ctx, "db">;
/** `step`: an index of the funnel's steps. */
type Figure = { key: string; label: string; group: string } & (
  | { kind: "metric"; metric: Metric }
  | { kind: "goal"; goal: Goal }
  | { kind: "step"; funnel: typeof mainFunnel; funnelKey: string; step: number }
);
export type AlertChoice = { key: string; label: string; group: string };

/** Everything that can have an alert, in display order. For admin pages. */
export const listAlertChoices = async (ctx: ReadCtx, goals: readonly Goal[]): Promise<AlertChoice[]> =>
  (await listFigures(ctx, goals)).map(({ key, label, group }) => ({ key, label, group }));

async function listFigures(ctx: ReadCtx, goals: readonly Goal[]): Promise<Figure[]> {
  const saved = await ctx.db
    .select()
    .from(analyticsFunnel)
    .orderBy(byLetters(analyticsFunnel.name), asc(analyticsFunnel.id));
  const funnels = [
    { id: "main", name: mainFunnelName, definition: mainFunnel },
    ...saved.map(({ id, name, definition }) => ({ id, name, definition: definition as typeof mainFunnel })),
  ];
  return [
    ...alertMetrics.map((metric) => ({
      ...{ kind: "metric" as const, key: metric, metric, label: metrics[metric].label, group: "Figures" },
    })),
    ...goals.map((goal) => ({
      ...{ kind: "goal" as const, key: goalAlert(goal.id), goal, label: goal.name, group: "Goals" },
    })),
    ...funnels.flatMap(({ id, name, definition }) =>
      definition.steps.slice(1).map((step, index) => ({
        ...{ kind: "step" as const, key: `step:${id}:${step.name}`, label: step.name, group: name },
        ...{ funnel: definition, funnelKey: id, step: index + 1 },
      })),
    ),
  ];
}

/** The keys of the actor's alerts. */
export async function readAlerts({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<string[]> {
  if (actor.kind !== "user") return [];
  const { figure, userId } = analyticsAlert;
  return (await db.select({ figure }).from(analyticsAlert).where(eq(userId, actor.userId))).map((row) => row.figure);
}

/** Adds and removes the alerts in which `figures` differs from `from`; others, changed in another tab meanwhile, stay. Unknown keys are ignored. They begin with the current day. For admins (aal2). */
export async function setAlerts(
  ctx: Ctx,
  { figures, from, firmZone }: { figures: readonly string[]; from: readonly string[]; firmZone: string },
): Promise<Result<undefined, NotAdmin>> {
  const { actor } = ctx;
  if (actor.kind !== "user") return notAdmin();
  return adminCommand(ctx, "analytics", async (tx) => {
    const known = new Set((await listFigures(tx, await listGoals(tx))).map(({ key }) => key));
    const before = await readAlerts(tx);
    const dropped = before.filter((key) => !known.has(key) || (from.includes(key) && !figures.includes(key)));
    const added = [...new Set(figures)].filter((key) => known.has(key) && !from.includes(key) && !before.includes(key));
    if (dropped.length === 0 && added.length === 0) return unrecorded();
    const { userId } = actor;
    await tx.db
      .delete(analyticsAlert)
      .where(and(eq(analyticsAlert.userId, userId), inArray(analyticsAlert.figure, dropped)));
    const doneDay = checkedDay(tx.now, firmZone).day;
    if (added.length > 0)
      await tx.db
        .insert(analyticsAlert)
        .values(added.map((figure) => ({ userId, figure, doneDay })))
        .onConflictDoNothing();
    return recorded({
      action: analyticsAudit.alertsChanged,
      subject: userId,
      detail: { alerts: before.length - dropped.length + added.length },
    });
  });
}

/** The past day in the firm's time zone, and whether its alerts are due: from 08:00. */
function checkedDay(now: Date, timezone: string): { day: string; isDue: boolean } {
  const { date, time } = wallClock(now, timezone);
  return { day: addDays(date, -1), isDue: time >= sentFrom };
}

/** Checks the past day's figures and queues the mails that are due. Returns their number. `admins`: current admins. */
export async function sendAlerts(
  ctx: Ctx,
  { admins, firmZone }: { admins: readonly { userId: string; email: string }[]; firmZone: string },
): Promise<number> {
  const { day, isDue } = checkedDay(ctx.now, firmZone);
  if (!isDue || admins.length === 0) return 0;
  const isWaiting = (ids: readonly string[]) =>
    and(lt(analyticsAlert.doneDay, day), inArray(analyticsAlert.userId, [...ids]));
  const waiting = await ctx.db
    .select()
    .from(analyticsAlert)
    .where(isWaiting(admins.map(({ userId }) => userId)));
  if (waiting.length === 0) return 0;
  const wanted = new Set(waiting.map(({ figure }) => figure));
  const findings = await findUnusual(
    ctx,
    day,
    firmZone,
    (await listFigures(ctx, await listGoals(ctx))).filter(({ key }) => wanted.has(key)),
  );
  let sent = 0;
  for (const { userId, email } of admins) {
    const isSent = await inTransaction(ctx, async (tx) => {
      const mine = await tx.db
        .update(analyticsAlert)
        .set({ doneDay: day })
        .where(isWaiting([userId]))
        .returning({ figure: analyticsAlert.figure });
      const own = findings.filter(({ key }) => mine.some(({ figure }) => figure === key));
      if (own.length > 0) await queueMail(tx, alertMail({ to: email, day, findings: own }));
      return own.length > 0;
    });
    if (isSent) sent += 1;
  }
  return sent;
}

async function findUnusual(
  ctx: ReadCtx,
  day: string,
  timezone: string,
  figures: readonly Figure[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  const days = latestOf(day, (to) => ({ from: to, to, timezone }));
  const totals = figures.some(({ kind }) => kind === "metric")
    ? await each(days, (period) => readTotals(ctx, { period, ...noFilters }))
    : [];
  const funnels = new Map<string, { period: Period; steps: Share[] }[]>();
  for (const figure of figures) {
    const { key, label, group } = figure;
    if (figure.kind === "step") {
      if (weekdayNumber(day) !== 7) continue;
      const { funnel, funnelKey, step } = figure;
      const shares = funnels.get(funnelKey) ?? (await readShares(ctx, funnel, day, timezone));
      funnels.set(funnelKey, shares);
      const [now, ...past] = shares.map(({ steps }) => steps[step]!);
      const usual = usualShare(past, now!.whole);
      const value = now!.part / now!.whole;
      if (usual && isOutside(value, usual))
        found.push({ key, label, form: "rate", value, usual, funnel: { name: group, period: shares[0]!.period } });
      continue;
    }
    const values =
      figure.kind === "metric"
        ? totals.map((each) => each[figure.metric])
        : await each(days, (period) => goalVisitors(ctx, { period, ...noFilters }, figure.goal));
    const usual = usualRange(values.slice(1));
    const form = figure.kind === "metric" && figure.metric === "revenueUsd" ? "dollars" : "count";
    if (usual && isOutside(values[0]!, usual)) found.push({ key, label, form, value: values[0]!, usual, funnel: null });
  }
  return found;
}

/** The period that ends on this day, and those that end on the same weekday of the weeks before. */
const latestOf = (day: string, periodUntil: (day: string) => Period): Period[] =>
  Array.from({ length: weeks + 1 }, (_, week) => periodUntil(addDays(day, -7 * week)));

/** The shares of a funnel's steps in the week before the last and the eight weeks before it, latest first. */
async function readShares(
  ctx: ReadCtx,
  funnel: typeof mainFunnel,
  day: string,
  timezone: string,
): Promise<{ period: Period; steps: Share[] }[]> {
  const definition = { ...funnel, windowHours: Math.min(funnel.windowHours, maxWindowHours) };
  const periods = latestOf(addDays(day, -7), (to) => ({ from: addDays(to, -6), to, timezone }));
  return each(periods, async (period) => {
    const { steps } = await readFunnel(ctx, definition, { period, ...noFilters });
    return {
      period,
      steps: steps.map(({ visitors }, step) => ({
        part: visitors,
        whole: steps.slice(0, step).findLast(({ isOptional }) => !isOptional)?.visitors ?? 0,
      })),
    };
  });
}

/** One after the other: alerts are computed beside visitors' requests. */
async function each<Item, Value>(items: readonly Item[], read: (item: Item) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (const item of items) values.push(await read(item));
  return values;
}
