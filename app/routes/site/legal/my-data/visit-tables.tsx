import { valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import type { VisitRecords } from "#app/features/analytics/visits/visit-records.ts";
import { clockWithSeconds, dayOf } from "#app/lib/dates/date-text.ts";
import { deviceZone } from "#app/lib/dates/wall-clock.ts";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import css from "./my-records.module.css";

/** Longer lists are cut: the page is for reading, and deletion removes all rows anyway. */
const maxShownHits = 200;

function timeOf(iso: string) {
  const [at, zone] = [new Date(iso), deviceZone()];
  return <time dateTime={iso}>{`${dayOf(at, zone)}, ${clockWithSeconds(at, zone)}`}</time>;
}
const none = "–";

type Visit = VisitRecords["visits"][number];
const visitColumns: readonly Column<Visit>[] = [
  { label: "Started", heads: true, cell: ({ startedAt }) => timeOf(startedAt) },
  { label: "Pages", numeric: true, cell: ({ pages }) => pages },
  {
    label: "Device",
    cell: ({ device, browser, os }) => [valueLabel("device", device), browser, os].filter(Boolean).join(", "),
  },
  {
    label: "Language, time zone",
    cell: ({ language, timezone }) => [language, timezone].filter(Boolean).join(", ") || none,
  },
  {
    label: "Came from",
    cell: ({ referrer, campaign }) => [referrer, campaign].filter(Boolean).join(", ") || none,
  },
];

const kindLabels: Readonly<Record<string, string>> = {
  page_view: "Page view",
  event: "Click or event",
  performance: "Page speed",
  page_metrics: "Loading time",
  behavior: "Behavior",
  conversion: "Goal",
};

type Hit = VisitRecords["hits"][number];
const hitColumns: readonly Column<Hit>[] = [
  { label: "Time", heads: true, cell: ({ at }) => timeOf(at) },
  { label: "Kind", cell: ({ kind }) => kindLabels[kind] ?? kind },
  { label: "Page", cell: ({ page }) => page ?? none },
  { label: "What", cell: ({ name }) => name ?? none },
];

type Step = VisitRecords["funnelSteps"][number];
const stepColumns: readonly Column<Step>[] = [
  { label: "Time", heads: true, cell: ({ at }) => timeOf(at) },
  {
    label: "Step",
    cell: ({ stage, substage }) => (substage ? `${stage}: ${substage}` : stage).replaceAll("_", " "),
  },
];

export function VisitTables({ visits, hits, funnelSteps, emails }: VisitRecords) {
  const shown = hits.slice(-maxShownHits);
  const hitCaption =
    shown.length < hits.length ? `The latest ${shown.length} of ${hits.length} records` : `Records (${hits.length})`;
  return (
    <div className={`grid ui-size ${css.tables}`}>
      {emails.length > 0 && (
        <p>
          Connected with <b>{emails.join(", ")}</b>, because a form was sent with this email or someone signed in with
          it.
        </p>
      )}
      {visits.length > 0 && (
        <Table
          caption={`Visits (${visits.length})`}
          columns={visitColumns}
          rows={visits}
          rowKey={({ startedAt }) => startedAt}
        />
      )}
      {funnelSteps.length > 0 && (
        <Table
          caption={`Steps toward an analysis or a call (${funnelSteps.length})`}
          columns={stepColumns}
          rows={funnelSteps}
          rowKey={(step) => JSON.stringify(step)}
        />
      )}
      {shown.length > 0 && (
        <Table
          caption={hitCaption}
          columns={hitColumns}
          rows={shown}
          rowKey={(hit) => `${JSON.stringify(hit)} ${shown.indexOf(hit)}`}
        />
      )}
    </div>
  );
}
