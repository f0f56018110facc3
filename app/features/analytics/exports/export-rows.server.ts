import { Temporal } from "temporal-polyfill";
import type { Ctx } from "#app/platform/context.server.ts";
import { termNames } from "../reports/lists/term-names.server.ts";
import { readRows, reportOf } from "../reports/open-report.server.ts";
import { bucketDays, bucketStarts, instantsOf, type Period } from "../reports/period/period.ts";
import type { ReportRows } from "../reports/report-sql.ts";

type In = Pick<Ctx, "db">;
type Row = Readonly<Record<string, unknown>>;

/** The days of a period, each with its report without filters. */
export async function* reportDays(ctx: In, period: Period) {
  for (const day of bucketDays(period, "day")) {
    const report = await reportOf(ctx, { period: { from: day, to: day, timezone: period.timezone }, filters: [] });
    yield { day, report };
  }
}

/** The rows of a statement, hour by hour, which bounds the memory. `numbers`: those of the day. */
export async function* hourlyRows(ctx: In, period: Period, statement: (rows: ReportRows) => string) {
  for await (const { day, report } of reportDays(ctx, period)) {
    const { end } = instantsOf(report.period);
    const starts = bucketStarts(report.period, "hour");
    const numbers = new Numbers();
    for (const [index, start] of starts.entries()) {
      const ofHour = { ...report.rows, start, end: starts[index + 1] ?? end };
      const rows = await readRows(ctx, statement(ofHour));
      if (rows.length > 0) yield { day, numbers, rows };
    }
  }
}

/** An id in a row; 0 for none. */
export const idOf = (row: Row, column: string): number => Number(row[column] ?? 0);

/** The texts of these columns in all rows. */
export const namesIn = (ctx: In, rows: readonly Row[], columns: readonly string[]): Promise<Map<number, string>> =>
  termNames(ctx, new Set(rows.flatMap((row) => columns.map((column) => idOf(row, column)))));

/** The time of a column with the dialect's `micros`. */
export const timeOf = (us: unknown): Date => new Date(Math.floor(Number(us) / 1000));

/** `2026-11-01T01:30:00-04:00`: the clock time of a zone with its distance from UTC. */
export const localTime = (at: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .toString({ timeZoneName: "never", smallestUnit: "second" });

/** Numbers of ids in the order in which they appear. */
class Numbers {
  readonly #known = new Map<string, number>();
  of(id: string): number {
    const number = this.#known.get(id) ?? this.#known.size + 1;
    this.#known.set(id, number);
    return number;
  }
}
