import { data, Link } from "react-router";
import { rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { figureLabels, peopleFigures } from "#app/features/sequences/figures/figures.ts";
import { type FigurePerson, figurePeople } from "#app/features/sequences/figures/outreach-figures.server.ts";
import { shownText, withQuery } from "#app/lib/addresses/list-query.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { clockOf, dayOf } from "#app/lib/dates/date-text.ts";
import { unlisted } from "#app/lib/firm.ts";
import { admitted, requireReportReader } from "#app/shell/admin/admin.server.ts";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import type { Route } from "./+types/outreach-people";
import { chosenFigures, stepsOf } from "./chosen-figures.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireReportReader(context, request);
  const { search, searchParams: params } = new URL(request.url);
  const figure = peopleFigures.find((known) => known === params.get("figure"));
  if (!figure) throw data(null, { status: 404 });
  const { period, figures } = await chosenFigures(ctx, params);
  const steps = stepsOf(figures, params);
  const page = await figurePeople(ctx, {
    ...{ from: period.from, to: period.to, stepIds: steps.map(({ stepId }) => stepId), figure },
    ...{ after: params.get("after") ?? undefined, before: params.get("before") ?? undefined },
  }).then(admitted);
  const version = params.get("version");
  return {
    ...{ figure, period, ...page, timezone: period.timezone },
    of: params.has("sequence")
      ? [figures.sequences[0]?.title, version && `version ${version}`].filter(Boolean).join(", ")
      : "All sequences",
    above: `/admin/outreach-analytics${withQuery(search, { figure: null, version: null, step: null, sequence: null })}`,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData ? figureLabels[loaderData.figure] : "People"} | Outreach analytics`);

export default function OutreachPeople({ loaderData }: Route.ComponentProps) {
  const { figure, of, period, timezone, above, rows, previous, next } = loaderData;
  const isBooking = figure === "bookingsFirst" || figure === "bookingsLast";
  const columns: ListColumn<FigurePerson>[] = [
    {
      label: "Person",
      heads: true,
      cell: ({ prospectId, name, email }) => (
        <Link className="breaks" to={`/admin/prospect-pipeline/${prospectId}`}>
          {name ?? email}
        </Link>
      ),
    },
    { label: "Email", cell: ({ email }) => <span className="breaks">{readableAddress(email)}</span> },
    {
      label: isBooking ? "Booked" : "Email queued",
      cell: ({ at }) => <time dateTime={at.toISOString()}>{`${dayOf(at, timezone)}, ${clockOf(at, timezone)}`}</time>,
    },
  ];
  return (
    <AdminPage
      title={figureLabels[figure]}
      lead={`${of}, ${rangeText(period)}. One row per ${isBooking ? "call" : "email"}.`}
      above={{ href: above, label: "Outreach analytics" }}
    >
      <p className="muted smaller" role="status">
        {shownText(rows.length, next !== null)}
      </p>
      <AdminList
        caption={figureLabels[figure]}
        columns={columns}
        rows={rows}
        rowKey={({ prospectId, at }) => `${prospectId} ${at.getTime()}`}
        previous={previous}
        next={next}
        empty={<Empty title="No people" text="No email or call of this period counts for this figure." />}
      />
    </AdminPage>
  );
}
