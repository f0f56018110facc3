import {
  type CspLine,
  countSecurityByDay,
  listCspReports,
} from "#app/features/security/security-log/security-log.server.ts";
import { placeIn, shownText } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/policy-reports";
import css from "./security.module.css";
import { periodChips, periodOf, SecuritySections } from "./security-sections.tsx";
import { Trend } from "./trend.tsx";

export const meta = () => unlisted("Policy reports");

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const days = periodOf(params);
  const [page, trend] = await Promise.all([
    listCspReports(ctx, { days, ...placeIn(params) }),
    countSecurityByDay(ctx, { days, kind: "csp", client: null }),
  ]);
  return { ...page, trend };
}

const columns: ListColumn<CspLine>[] = [
  {
    label: "Blocked",
    heads: true,
    cell: ({ blocked, directive }) => (
      <>
        <span className="breaks">{blocked || "not stated"}</span>
        <span className={`block muted breaks ${css.minor}`}>{directive}</span>
      </>
    ),
  },
  { label: "On page", cell: ({ page }) => <span className="breaks">{page || "not stated"}</span> },
  { label: "Source", cell: ({ source }) => <span className="breaks">{source || "not stated"}</span> },
  { label: "Reports", numeric: true, cell: ({ count }) => formatNumber(count) },
  {
    label: "Last",
    cell: ({ lastAt }) => <Moment className={parts.when} at={lastAt} />,
  },
];

/** Lists content security policy violations by day. Most come from browser extensions. */
export default function PolicyReports({ loaderData: { rows, previous, next, trend } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Policy reports"
      lead="What browsers blocked under the content security policy. Most reports come from browser extensions."
    >
      <SecuritySections current="/admin/security/policy" />
      <AdminFilters chips={[periodChips]} result={shownText(rows.length, next !== null)} />
      <Trend days={trend} noun="reports" />
      <AdminList
        caption="Policy reports"
        columns={columns}
        rows={rows}
        previous={previous}
        next={next}
        empty={
          <Empty title="No reports in this period" text="Reports of browsers appear here, counted by kind and day." />
        }
      />
    </AdminPage>
  );
}
