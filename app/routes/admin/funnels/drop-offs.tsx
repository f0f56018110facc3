import { data, Link } from "react-router";
import { type DropOff, listDropOffs } from "#app/features/analytics/funnels/funnel-drop-offs.server.ts";
import { readFunnelQuery } from "#app/features/analytics/funnels/funnel-query.ts";
import { valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import { unlessUnavailable } from "#app/features/analytics/reports/report-context.server.ts";
import { NotCollected } from "#app/features/analytics/ui/not-collected.tsx";
import { rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { StoreAwayNotice } from "#app/features/analytics/ui/store-away.tsx";
import { findProspectsByEmail } from "#app/features/pipeline/prospects/prospect-links.server.ts";
import { shownText, withQuery } from "#app/lib/addresses/list-query.ts";
import { clockOf, dayOf } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import { admitted, requireReportReader, uncollectedSite } from "#app/shell/admin/admin.server.ts";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import type { Route } from "./+types/drop-offs";
import { chosenFunnel } from "./chosen-funnel.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireReportReader(context, request);
  const { search, searchParams: params } = new URL(request.url);
  const { COMPANY_TIMEZONE: timezone } = env();
  const query = readFunnelQuery(params, ctx.now, timezone);
  const { name, definition } = await chosenFunnel(ctx, query.funnelId);
  const step = Number(params.get("step"));
  const found = definition.steps[step];
  if (!found) throw data(null, { status: 404 });
  const after = params.get("after");
  const page = await unlessUnavailable(listDropOffs(ctx, definition, query, { step, after }).then(admitted));
  const { rows, next } = page ?? { rows: [], next: null };
  const prospects = await findProspectsByEmail(ctx, [...new Set(rows.flatMap(({ emails }) => emails))]);
  return {
    ...{ funnel: name, step: found.name, period: query.period, timezone, next, isFirstPage: after === null },
    ...{ isAway: page === null, uncollected: uncollectedSite() },
    following: definition.steps.slice(step + 1).find(({ isOptional }) => !isOptional)?.name ?? null,
    rows: rows.map((row) => ({
      ...row,
      people: row.emails.map((email) => ({ email, prospect: prospects.get(email) ?? null })),
    })),
    above: `/admin/funnel-analytics${withQuery(search, { step: null })}`,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`Left after ${loaderData?.step ?? "a step"} | Funnels`);

type Row = DropOff & { people: { email: string; prospect: { id: string; label: string } | null }[] };

export default function DropOffs({ loaderData }: Route.ComponentProps) {
  const { funnel, step, following, period, timezone, rows, next, isFirstPage, above, isAway, uncollected } = loaderData;
  const columns: ListColumn<Row>[] = [
    {
      label: "Last step",
      heads: true,
      cell: ({ at, visitId }) => {
        const text = <time dateTime={at.toISOString()}>{`${dayOf(at, timezone)}, ${clockOf(at, timezone)}`}</time>;
        return visitId ? <Link to={`/admin/analytics/visits/${visitId}`}>{text}</Link> : text;
      },
    },
    {
      label: "Person",
      cell: ({ people }) =>
        people.length === 0 ? (
          <span className="muted smaller">Not identified</span>
        ) : (
          people.map(({ email, prospect }) => (
            <span key={email} className="block breaks">
              {prospect ? <Link to={`/admin/prospect-pipeline/${prospect.id}`}>{prospect.label}</Link> : email}
            </span>
          ))
        ),
    },
    { label: "Source", cell: ({ source }) => valueLabel("source", source) },
    { label: "Device", cell: ({ device }) => valueLabel("device", device) },
    { label: "Views in the visit", numeric: true, cell: ({ views }) => formatNumber(views) },
  ];
  return (
    <AdminPage
      title={`Left after ${step}`}
      lead={
        <>
          {funnel}, {rangeText(period)}. {following ? `These visitors did not reach “${following}”.` : ""} Times are in{" "}
          {americanZone(timezone)}.
        </>
      }
      above={{ href: above, label: funnel }}
    >
      {isAway && <StoreAwayNotice />}
      <p className="muted smaller" role="status">
        {shownText(rows.length, next !== null)}
      </p>
      <AdminList
        caption={`Visits that ended after ${step}`}
        columns={columns}
        rows={rows}
        rowKey={({ visitId, at }) => `${visitId} ${at.getTime()}`}
        previous={isFirstPage ? null : ""}
        next={next}
        empty={
          isAway ? null : (
            <Empty
              title="No visits"
              text={
                <>
                  No visitor left after this step in this period. <NotCollected site={uncollected} />
                </>
              }
            />
          )
        }
      />
    </AdminPage>
  );
}
