import { Link, useLocation } from "react-router";
import type { ListRow, Rows } from "#app/features/analytics/reports/lists/list-columns.ts";
import { readList } from "#app/features/analytics/reports/lists/lists.server.ts";
import { type ListKey, listOf, valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import { openScope } from "#app/features/analytics/reports/open-report.server.ts";
import { withFilter } from "#app/features/analytics/reports/period/report-address.ts";
import { type ReportQuery, readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { unlessUnavailable } from "#app/features/analytics/reports/report-context.server.ts";
import { ratedVitals, ratingOf, type Vital, vitalNames } from "#app/features/analytics/reports/vitals/vital-limits.ts";
import {
  readVitalEffect,
  readVitals,
  readVitalsBy,
  type VitalsRow,
} from "#app/features/analytics/reports/vitals/vitals.server.ts";
import { NotCollected } from "#app/features/analytics/ui/not-collected.tsx";
import cardCss from "#app/features/analytics/ui/report/list-card.module.css";
import { CardFrame, ListFrame } from "#app/features/analytics/ui/report/list-card.tsx";
import { ReportBar, rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { CardColumns } from "#app/features/analytics/ui/report/report-sheet.tsx";
import {
  EffectTable,
  ratingLabels,
  VitalScales,
  vitalLabels,
  vitalText,
} from "#app/features/analytics/ui/report/vital-figures.tsx";
import { StoreAway } from "#app/features/analytics/ui/store-away.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { openReportPage } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import type { Route } from "./+types/experience";
import css from "./analytics.module.css";
import { AnalyticsSections } from "./analytics-sections.tsx";

const shownPages = 25;
const shownFrustrations = 8;

export async function loader(args: Route.LoaderArgs) {
  const { ctx, query, uncollected } = await openReportPage(args, readReportQuery);
  return { query, uncollected, figures: await unlessUnavailable(readFigures(ctx, query)) };
}

async function readFigures(ctx: Pick<Ctx, "db">, { period, filters }: ReportQuery) {
  const scope = await openScope(ctx, { period, filters });
  const [values, pages, devices, effects, rage, dead, fault] = await Promise.all([
    readVitals(ctx, scope),
    readVitalsBy(ctx, scope, "page", { limit: shownPages }),
    readVitalsBy(ctx, scope, "device", { limit: shownPages }),
    Promise.all(ratedVitals.map(async (vital) => ({ vital, effect: await readVitalEffect(ctx, scope, vital) }))),
    readList(ctx, scope, "rage", { limit: shownFrustrations }),
    readList(ctx, scope, "dead", { limit: shownFrustrations }),
    readList(ctx, scope, "fault", { limit: shownFrustrations }),
  ]);
  return { values, pages, devices, effects, rage, dead, fault };
}

export const meta = () => unlisted("Speed and frustration | Analytics");

export default function Experience({ loaderData }: Route.ComponentProps) {
  const { query, figures, uncollected } = loaderData;
  if (!figures)
    return (
      <StoreAway title="Speed and frustration" period={query.period}>
        <AnalyticsSections current="/admin/analytics/experience" />
        <ReportBar report={query} />
      </StoreAway>
    );
  const { values, pages, devices, effects, rage, dead, fault } = figures;
  const isMeasured = vitalNames.some((name) => values[name] !== null);
  return (
    <AdminPage
      title="Speed and frustration"
      lead={
        <>{rangeText(query.period)}. Values are 75th percentiles: three of four page views were at most this slow.</>
      }
    >
      <AnalyticsSections current="/admin/analytics/experience" />
      <ReportBar report={query} />
      <KeyedList>
        <CardColumns
          left={
            <>
              <CardFrame title="Page speed">
                {isMeasured ? (
                  <VitalScales values={values} names={vitalNames} />
                ) : (
                  <p className={`muted smaller ${cardCss.none}`}>
                    No page reported its speed in this period. <NotCollected site={uncollected} />
                  </p>
                )}
              </CardFrame>
              <FrustrationCard {...dead} list="dead" />
            </>
          }
          right={
            <>
              <CardFrame title="Speed and conversion">
                <EffectTable effects={effects} />
              </CardFrame>
              <FrustrationCard {...rage} list="rage" />
              <FrustrationCard {...fault} list="fault" />
            </>
          }
        />
        <VitalsTable title="Speed by device" of="device" rows={devices.rows} count={devices.count} />
        <VitalsTable title="Speed by page" of="page" rows={pages.rows} count={pages.count} />
      </KeyedList>
    </AdminPage>
  );
}

type Frustration = Extract<ListKey, "rage" | "dead" | "fault">;

const FrustrationCard = ({ list, ...shown }: Rows<ListRow> & { list: Frustration }) => (
  <ListFrame
    {...shown}
    {...{ list, title: listOf(list).label, filters: [] }}
    none={`None in this period. ${about[list]}`}
    name={list === "fault" ? "Page and message" : "Page and element"}
    columns={[
      { label: "Visitors", isShare: true, text: ({ figures }) => numberText(figures.visitors) },
      { label: "Times", text: ({ figures }) => numberText(figures.times) },
    ]}
  />
);

const numberText = (figure: number | null | undefined) => typeof figure === "number" && formatNumber(figure);

const about: Readonly<Record<Frustration, string>> = {
  rage: "Three clicks on one element within a second are a rage click.",
  dead: "A click on a button without an effect within 2.5 seconds is a dead click.",
  fault: "Errors of scripts in visitors' browsers appear here.",
};

function VitalsTable({
  title,
  of,
  rows,
  count,
}: {
  title: string;
  of: "page" | "device";
  rows: readonly VitalsRow[];
  count: number;
}) {
  const { search } = useLocation();
  if (rows.length === 0) return null;
  const columns: Column<VitalsRow>[] = [
    {
      label: of === "page" ? "Page" : "Device",
      heads: true,
      cell: ({ name }) => (
        <Link to={withFilter(search, of, name)} preventScrollReset>
          {valueLabel(of, name)}
        </Link>
      ),
    },
    { label: "Views", numeric: true, cell: ({ views }) => formatNumber(views) },
    ...vitalNames.map((vital) => ({
      key: vital,
      label: vitalLabels[vital].short,
      numeric: true,
      cell: (row: VitalsRow) => <Rated vital={vital} value={row[vital]} />,
    })),
  ];
  return (
    <section className={css.part} aria-label={title}>
      <h2 className={css["part-title"]}>{title}</h2>
      <Table caption={title} quiet columns={columns} rows={rows} rowKey={({ name }) => name} />
      {count > rows.length && (
        <p className={css.result}>
          The {rows.length} most measured of {formatNumber(count)}. Filter by page to see others.
        </p>
      )}
    </section>
  );
}

function Rated({ vital, value }: { vital: Vital; value: number | null }) {
  if (value === null) return "–";
  const rating = ratingOf(vital, value);
  return (
    <>
      {vitalText(vital, value)}
      {rating !== "good" && <span className={css[rating]}>{ratingLabels[rating]}</span>}
    </>
  );
}
