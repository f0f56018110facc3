import { inArray } from "drizzle-orm";
import { csvLine, csvStart } from "#app/lib/formats/csv.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Period } from "../reports/period/period.ts";
import { conditions, type Dialect, isBetween, type ReportRows } from "../reports/report-sql.ts";
import { hitKindName } from "../storage/hit-kinds.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsAcceptedRule, analyticsSession } from "../tables.server.ts";
import { hourlyRows, idOf, localTime, namesIn, timeOf } from "./export-rows.server.ts";

const statement = (d: Dialect, rows: ReportRows) =>
  `select ${d.micros("h.at")} as us, h.session_id as session_id, h.kind as kind, h.page_id as page_id, h.type_id as type_id,
      h.name_id as name_id, h.value as value, h.detail as detail
    from ${d.tables.everyHit} h where ${conditions(isBetween(d, "h.at", rows))} order by h.at`;

/**
 * One line per hit of counted visitors. A session's number is the same for its hits of one day; hits of visitors who ask not to be
 * tracked have none.
 */
export async function* hitLines(ctx: Pick<Ctx, "db">, period: Period): AsyncGenerator<string, undefined> {
  yield csvStart + csvLine(["Time", "Session of the day", "Kind", "Page", "Type", "Name", "Value", "Metadata"]);
  const accepted = await ctx.db.select().from(analyticsAcceptedRule);
  const rules = new Set<number | null>([null, ...accepted.map(({ rule }) => rule)]);
  for await (const { numbers, rows: all } of hourlyRows(ctx, period, (of) => statement(visitStore().dialect, of))) {
    const counted = await countedSessions(ctx, all, rules);
    const rows = all.filter((row) => idOf(row, "session_id") === 0 || counted.has(idOf(row, "session_id")));
    if (rows.length === 0) continue;
    const names = await namesIn(ctx, rows, ["page_id", "type_id", "name_id"]);
    yield rows
      .map((row) => {
        const session = idOf(row, "session_id");
        const { value, detail } = row;
        return csvLine([
          ...[localTime(timeOf(row["us"]), period.timezone), session === 0 ? null : numbers.of(String(session))],
          hitKindName(idOf(row, "kind")),
          ...["page_id", "type_id", "name_id"].map((column) => names.get(idOf(row, column)) ?? null),
          value === null ? null : Number(value),
          typeof detail === "string" ? detail : detail === null ? null : JSON.stringify(detail),
        ]);
      })
      .join("");
  }
}

async function countedSessions(
  { db }: Pick<Ctx, "db">,
  rows: readonly Readonly<Record<string, unknown>>[],
  rules: ReadonlySet<number | null>,
): Promise<Set<number>> {
  const ids = new Set(rows.map((row) => idOf(row, "session_id")));
  ids.delete(0);
  if (ids.size === 0) return ids;
  const sessions = await db
    .select({ id: analyticsSession.id, rule: analyticsSession.rule })
    .from(analyticsSession)
    .where(inArray(analyticsSession.id, [...ids]));
  return new Set(sessions.filter(({ rule }) => rules.has(rule)).map(({ id }) => id));
}
