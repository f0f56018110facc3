import { deviceKinds } from "#app/features/analytics/storage/device-kinds.ts";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { RowRange, Rows } from "../lists/list-columns.ts";
import { nameGroups } from "../lists/named-groups.server.ts";
import { readRows, reportOf } from "../open-report.server.ts";
import { vitalPercentiles } from "../report-sql.ts";
import type { ReportScope } from "../visit-conditions.server.ts";
import { vitalsOf } from "./vital-counts.ts";
import { type RatedVital, type Rating, ratings, type Vital, vitalNames } from "./vital-limits.ts";

/** 75th percentiles as percentile_cont computes them: milliseconds, CLS without unit; null without measurements. */
export type VitalValues = Record<Vital, number | null>;
export type VitalsRow = { name: string; views: number } & VitalValues;

export const readVitals = async (ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<VitalValues> =>
  vitalsOf(await (await reportOf(ctx, scope)).sums("vitals"));

/** Returns the vitals per page or device, most measured first. */
export async function readVitalsBy(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  by: "page" | "device",
  range: RowRange,
): Promise<Rows<VitalsRow>> {
  const report = await reportOf(ctx, scope);
  const rows = await readRows(ctx, vitalPercentiles(visitStore().dialect, report.rows, by));
  const groups = rows.map((row) => ({ id: Number(row["id"] ?? 0), size: Number(row["views"]), values: valuesOf(row) }));
  const named = await nameGroups(ctx, groups, range, by === "device" ? deviceKinds : undefined);
  return {
    count: named.count,
    rows: named.rows.map(({ name, size, values }) => ({ name, views: size, ...values })),
  };
}

const valuesOf = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(vitalNames.map((vital) => [vital, row[vital] == null ? null : Number(row[vital])])) as VitalValues;

export type VitalEffect = { rating: Rating; visits: number; conversions: number };

/** Groups visits by the worst value of one vital, and counts those that reached a goal. */
export async function readVitalEffect(
  ctx: Pick<Ctx, "db">,
  scope: ReportScope,
  vital: RatedVital,
): Promise<VitalEffect[]> {
  const groups = await (await reportOf(ctx, scope)).sums(`rating.${vital}`);
  return ratings.map((rating, number) => {
    const { amount = 0, conversions = 0 } = groups.find(({ id }) => id === number)?.sums ?? {};
    return { rating, visits: amount, conversions };
  });
}
