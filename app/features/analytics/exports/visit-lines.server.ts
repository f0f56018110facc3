import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { csvLine, csvStart } from "#app/lib/formats/csv.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { channelName } from "../collecting/sources/channels.ts";
import type { Period } from "../reports/period/period.ts";
import { type Dialect, type ReportRows, visitsIn } from "../reports/report-sql.ts";
import { deviceKindName } from "../storage/device-kinds.ts";
import { visitStore } from "../store/current-store.server.ts";
import { hourlyRows, idOf, localTime, namesIn, timeOf } from "./export-rows.server.ts";

const facts = {
  ...{ entry_id: "Entry page", exit_id: "Exit page", source_id: "Source", referrer_id: "Referrer" },
  ...{ medium_id: "Medium", campaign_id: "Campaign", browser_id: "Browser", os_id: "System", screen_id: "Screen" },
  ...{ language_id: "Language", timezone_id: "Time zone" },
};
const factColumns = Object.keys(facts);
const goalColumns = { page_ids: "Pages", event_ids: "Events", goal_ids: "Goals" };
const listColumns = Object.keys(goalColumns);

const statement = (d: Dialect, rows: ReportRows) =>
  `select ${d.micros("v.started_at")} as started, ${d.micros("v.ended_at")} as ended, v.duration_seconds as seconds, v.views as views,
      case when v.is_bounce then 1 else 0 end as bounce, ${d.usd} as usd, v.channel as channel, v.device as device,
      ${[...factColumns, ...listColumns].map((column) => `v.${column} as ${column}`).join(", ")}, ${d.visitor} as visitor,
      v.session_id as session_id
    from ${visitsIn(d, rows)} order by v.started_at, v.session_id`;

/** One line per visit. A visitor's number is the same for the visits of one day. */
export async function* visitLines(ctx: Pick<Ctx, "db">, period: Period): AsyncGenerator<string, undefined> {
  yield csvStart +
    csvLine([
      ...["Day", "Visitor of the day", "Start", "End", "Seconds", "Views", "Bounce", "Value USD", "Channel", "Device"],
      ...[...Object.values(facts), ...Object.values(goalColumns)],
    ]);
  for await (const { day, numbers, rows } of hourlyRows(ctx, period, (of) => statement(visitStore().dialect, of))) {
    const lists = rows.map((row) => listColumns.map((column) => row[column] as readonly number[]));
    const names = await namesIn(ctx, [...rows, ...lists.flat(2).map((id) => ({ id }))], [...factColumns, "id"]);
    yield rows
      .map((row, index) => {
        const [start, end] = [timeOf(row["started"]), timeOf(row["ended"])];
        // The same number on two UTC days can be two visitors.
        const visitor = numbers.of(`${utcDate(start)} ${idOf(row, "visitor")}`);
        return csvLine([
          ...[day, visitor, localTime(start, period.timezone), localTime(end, period.timezone)],
          ...["seconds", "views", "bounce", "usd"].map((column) => Number(row[column])),
          ...[channelName(idOf(row, "channel")), deviceKindName(idOf(row, "device"))],
          ...factColumns.map((column) => names.get(idOf(row, column)) ?? null),
          ...lists[index]!.map((ids) => ids.flatMap((id) => names.get(id) ?? []).join(" | ")),
        ]);
      })
      .join("");
  }
}
