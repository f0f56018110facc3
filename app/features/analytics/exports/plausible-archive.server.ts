import { Zip, ZipDeflate } from "fflate";
import { csvLine } from "#app/lib/formats/csv.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { termNames } from "../reports/lists/term-names.server.ts";
import type { Period } from "../reports/period/period.ts";
import type { OpenReport } from "../reports/report.ts";
import { actionsAsk } from "../reports/sums/asked-sql.ts";
import { readOwnSums } from "../reports/sums/totals.server.ts";
import { type DeviceKind, deviceKindName } from "../storage/device-kinds.ts";
import type { VisitDimension } from "../visits/visit-filter.ts";
import { visitFigures } from "./day-figures.server.ts";
import { reportDays } from "./export-rows.server.ts";

/*
 * The daily figures as Plausible exports and imports them: https://plausible.io/docs/csv-import. Locations are left out, because none are
 * stored.
 */

type In = Pick<Ctx, "db">;
type Cells = (string | number)[];
type File = { columns: readonly string[]; rows(ctx: In, report: OpenReport): Promise<Cells[]> };

const figureColumns = ["visitors", "visits", "visit_duration", "bounces"];

/** A file with the visits of each value of a dimension. */
const byFact = (column: string, dimension: VisitDimension, columns = figureColumns): File => ({
  columns: [column, ...columns],
  async rows(ctx, report) {
    const groups = await visitFigures(ctx, report, [dimension]);
    const names = await termNames(ctx, dimension === "device" ? [] : groups.flatMap(({ ids }) => ids));
    return groups.map(({ ids: [id = 0], visitors, visits, seconds, bounces }) => {
      const name = dimension === "device" ? devices[deviceKindName(id)] : (names.get(id) ?? "");
      const all = { visitors, visits, entrances: visits, exits: visits, visit_duration: seconds, bounces };
      return [name, ...columns.map((figure) => all[figure as keyof typeof all])];
    });
  },
});

const devices: Readonly<Record<DeviceKind, string>> = {
  ...{ desktop: "Desktop", phone: "Mobile", tablet: "Tablet", unknown: "" },
};

const files: Readonly<Record<string, File>> = {
  imported_visitors: {
    columns: ["visitors", "pageviews", "bounces", "visits", "visit_duration"],
    async rows(ctx, report) {
      const { visitors, views, bounces, visits, seconds } = await readOwnSums(ctx, report);
      return visits + views === 0 ? [] : [[visitors, views, bounces, visits, seconds]];
    },
  },
  imported_sources: {
    columns: [
      "source",
      "referrer",
      "utm_source",
      "utm_medium",
      "utm_campaign",
      "utm_content",
      "utm_term",
      ...figureColumns,
    ],
    async rows(ctx, report) {
      const groups = await visitFigures(ctx, report, ["source", "referrer", "medium", "campaign"]);
      const names = await termNames(
        ctx,
        groups.flatMap(({ ids }) => ids),
      );
      return groups.map(({ ids, visitors, visits, seconds, bounces }) => {
        const [source = "", referrer = "", medium = "", campaign = ""] = ids.map((id) => names.get(id) ?? "");
        const isCampaign = referrer === "" || medium !== "" || campaign !== "";
        const words = [isCampaign ? source : "", medium, campaign, "", ""];
        return [source, referrer, ...words, visitors, visits, seconds, bounces];
      });
    },
  },
  imported_pages: {
    columns: [
      ...["hostname", "page", "visits", "visitors", "pageviews", "total_scroll_depth", "total_scroll_depth_visits"],
      ...["total_time_on_page", "total_time_on_page_visits"],
    ],
    async rows(ctx, report) {
      const [visits, views] = await Promise.all([visitFigures(ctx, report, ["page"]), report.sums("views.page")]);
      const visitors = new Map(visits.map((group) => [group.ids[0], group.visitors]));
      const names = await termNames(
        ctx,
        views.map(({ id }) => Number(id)),
      );
      return views.map(({ id, sums }) => {
        const of = (sum: string) => Math.round(sums[sum] ?? 0);
        return [
          ...["", names.get(Number(id)) ?? "", of("fresh"), visitors.get(Number(id)) ?? 0, of("amount")],
          ...["scroll", "scrolled", "seconds", "timed"].map(of),
        ];
      });
    },
  },
  imported_entry_pages: byFact("entry_page", "entry", ["visitors", "entrances", "visit_duration", "bounces"]),
  imported_exit_pages: byFact("exit_page", "exit", ["visitors", "exits", "visit_duration", "bounces"]),
  imported_devices: byFact("device", "device"),
  imported_browsers: byFact("browser", "browser"),
  imported_operating_systems: byFact("operating_system", "os"),
  imported_custom_events: {
    columns: ["name", "link_url", "path", "visitors", "events"],
    async rows(ctx, report) {
      const found = await Promise.all(
        (["event", "conversion"] as const).map((kind) => report.sums(actionsAsk({ selection: { kind }, by: "name" }))),
      );
      const groups = found.flat();
      const names = await termNames(
        ctx,
        groups.map(({ id }) => Number(id)),
      );
      return groups.map(({ id, sums }) => [names.get(Number(id)) ?? "", "", "", sums["fresh"]!, sums["amount"]!]);
    },
  },
};

/** Writes a ZIP archive, file by file and day by day. */
export async function* plausibleArchive(ctx: In, period: Period): AsyncGenerator<Uint8Array, undefined> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const dates = [period.from, period.to].map((day) => day.replaceAll("-", "")).join("_");
  for (const [name, { columns, rows }] of Object.entries(files)) {
    const file = new ZipDeflate(`${name}_${dates}.csv`);
    zip.add(file);
    const write = (text: string) => file.push(Buffer.from(text));
    write(csvLine(["date", ...columns]));
    for await (const { day, report } of reportDays(ctx, period)) {
      write((await rows(ctx, report)).map((cells) => csvLine([day, ...cells])).join(""));
      yield* pieces.splice(0);
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield* pieces.splice(0);
}
