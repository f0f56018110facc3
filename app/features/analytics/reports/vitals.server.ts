import type { Ctx } from "#app/platform/context.server.ts";
import { deviceKinds } from "../device-kinds.ts";
import { visitStore } from "../store/current-store.server.ts";
import { nameGroups } from "./named-groups.server.ts";
import { readRows, reportOf } from "./open-report.server.ts";
import type { RowRange, Rows } from "./report-rows.ts";
import { type Span, vitalCounts, vitalPercentiles, vitalRatings } from "./report-sql.ts";
import { readNamedSums, readVitalCounts, type VitalCounts } from "./stored-sums.server.ts";
import type { ReportScope } from "./visit-conditions.server.ts";
import { vitalsOfCounts } from "./vital-counts.ts";
import { type RatedVital, type Vital, vitalLimits, vitalNames } from "./vital-limits.ts";

/** 75th percentiles as percentile_cont computes them: milliseconds, CLS without unit; null without measurements. */
export type VitalValues = Record<Vital, number | null>;
export type VitalsRow = { name: string; views: number } & VitalValues;

export async function readVitals(ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<VitalValues> {
  const report = await reportOf(ctx, scope);
  const { dialect } = visitStore();
  const { rows, plan } = report;
  if (plan.spans.length === 0) {
    const [row] = await readRows(ctx, vitalPercentiles(dialect, rows, null));
    return valuesOf(row ?? {});
  }
  const [stored, others] = await Promise.all([
    readVitalCounts(ctx, report),
    plan.parts.length === 0 ? [] : readRows(ctx, vitalCounts(dialect, { ...rows, parts: plan.parts })),
  ]);
  return vitalsOfCounts([...stored, ...(others as VitalCounts[])]);
}

/** Returns the vitals per page or device, most measured first. */
export async function readVitalsBy(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  by: "page" | "device",
  range: RowRange,
): Promise<Rows<VitalsRow>> {
  const report = await reportOf(ctx, scope);
  const rows = await readRows(ctx, vitalPercentiles(visitStore().dialect, report.rows, by));
  const groups = rows.map((row) => ({ id: Number(row["id"] ?? 0), size: Number(row["views"]) }));
  const named = await nameGroups(ctx, groups, range, by === "device" ? deviceKinds : undefined);
  return {
    count: named.count,
    rows: named.rows.map(({ name, group }) => ({ name, views: groups[group]!.size, ...valuesOf(rows[group]!) })),
  };
}

const valuesOf = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(vitalNames.map((vital) => [vital, orNull(row[vital])])) as VitalValues;

const orNull = (value: unknown) => (value === null || value === undefined ? null : Number(value));

export type VitalEffect = { rating: "good" | "fair" | "poor"; visits: number; conversions: number };

/** Groups visits by the worst value of one vital, and counts those that reached a goal. */
export async function readVitalEffect(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  vital: RatedVital,
): Promise<VitalEffect[]> {
  const report = await reportOf(ctx, scope);
  const { rows, plan } = report;
  const { good, fair } = vitalLimits[vital];
  const ratings = (parts: readonly Span[]) =>
    readRows(ctx, vitalRatings(visitStore().dialect, { ...rows, parts }, vital, good, fair));
  const [stored, others] = await Promise.all([
    readNamedSums(ctx, report, `rating.${vital}`),
    plan.parts.length === 0 ? [] : ratings(plan.parts),
  ]);
  return (["good", "fair", "poor"] as const).map((rating, number) => {
    const own = [...stored, ...others].filter((row) => Number(row["rating"]) === number);
    const sum = (name: string) => own.reduce((total, row) => total + Number(row[name] ?? 0), 0);
    return { rating, visits: sum("amount"), conversions: sum("conversions") };
  });
}
