import { eq, sql } from "drizzle-orm";
import {
  type DayRows,
  factDimensions,
  isListDimension,
  listDimensions,
  mapped,
  thousandthsPlusOne,
} from "#app/features/analytics/columns/day-chunk.ts";
import { dayVersion } from "#app/features/analytics/columns/day-version.server.ts";
import { dimensionColumns } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { vitalNames } from "#app/features/analytics/reports/vital-limits.ts";
import { analyticsDayChange } from "#app/features/analytics/tables.server.ts";
import { visitDimensions } from "#app/features/analytics/visit-filter.ts";
import type { VisitReads } from "../visit-store.ts";
import type { ColumnDatabase } from "./column-database.server.ts";
import { valuesOf } from "./hits.server.ts";
import type { NativeColumns } from "./native-format.ts";

/** The version is read before the rows, which are then from this version or a later one. */
export const clickhouseDay =
  (database: ColumnDatabase): VisitReads["readDay"] =>
  async ({ db }, { day }) => {
    const { rows } = await db.execute<{ version: string; lastAt: string }>(
      sql`select ${dayVersion.version} as version, ${dayVersion.lastAt} as "lastAt" from ${analyticsDayChange} c where ${eq(sql`c.day`, day)}`,
    );
    const params = { day };
    const [visits, views] = await Promise.all([
      database.columns({ query: visitQuery, params }),
      database.columns({ query: viewQuery, params }),
    ]);
    return { ...rows[0]!, visits: visitsOf(visits), views: viewsOf(views) };
  };

const microsOfDay = (column: string) =>
  `toFloat64(toUnixTimestamp64Micro(${column}) - toUnixTimestamp64Micro(toDateTime64({day:String}, 6, 'UTC')))`;

const visitQuery = `
  SELECT ${microsOfDay("started_at")} AS at, session_id AS session, duration_seconds AS seconds, toInt32(is_bounce) AS bounce,
    toInt32(rule) AS rule_, toFloat64(cents) AS cents_,
    ${visitDimensions
      .map((dimension) => {
        const { name } = dimensionColumns[dimension];
        return `${isListDimension(dimension) ? name : `toInt32(${name})`} AS of_${dimension}`;
      })
      .join(", ")}
  FROM visit FINAL WHERE toDate(started_at) = toDate({day:String}) ORDER BY session_id, started_at`;

const plusOne = (column: string) => `toInt32(${column}) + 1`;

const viewQuery = `
  SELECT ${microsOfDay("at")} AS micros, session_id AS session, ${microsOfDay("visit_at")} AS visit, page_id AS page,
    toInt32(device) AS device_, toInt32(rule) AS rule_, toInt32(${plusOne("seconds")}) AS seconds_, toInt32(${plusOne("scroll")}) AS scroll_,
    ${vitalNames.map((vital) => `${vital === "cls" ? "cls" : `toInt32(${plusOne(vital)})`} AS of_${vital}`).join(", ")}
  FROM view FINAL WHERE toDate(visit_at) = toDate({day:String}) ORDER BY session_id, visit_at, view.at`;

const integers = (columns: NativeColumns, name: string) => valuesOf(columns, name, "Int32").values;
const doubles = (columns: NativeColumns, name: string) => valuesOf(columns, name, "Float64").values;

const visitsOf = (columns: NativeColumns): DayRows["visits"] => ({
  ...{ at: doubles(columns, "at"), session: integers(columns, "session"), seconds: integers(columns, "seconds") },
  ...{ bounce: integers(columns, "bounce"), rule: integers(columns, "rule_"), cents: doubles(columns, "cents_") },
  facts: mapped(factDimensions, (dimension) => integers(columns, `of_${dimension}`)),
  lists: mapped(listDimensions, (dimension) => valuesOf(columns, `of_${dimension}`, "Array(Int32)")),
});

const viewsOf = (columns: NativeColumns): DayRows["views"] => ({
  ...{ micros: doubles(columns, "micros"), session: integers(columns, "session"), visitAt: doubles(columns, "visit") },
  ...{ page: integers(columns, "page"), device: integers(columns, "device_"), rule: integers(columns, "rule_") },
  ...{ secondsPlusOne: integers(columns, "seconds_"), scrollPlusOne: integers(columns, "scroll_") },
  vitalsPlusOne: mapped(vitalNames, (vital) =>
    vital === "cls"
      ? thousandthsPlusOne(valuesOf(columns, "of_cls", "Float32").values)
      : integers(columns, `of_${vital}`),
  ),
});
