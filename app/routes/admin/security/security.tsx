import { Link, useLocation } from "react-router";
import { securityDays } from "#app/features/security/security-log/security-events.server.ts";
import { ruleLabel, securityKindLabels, securityKinds } from "#app/features/security/security-log/security-kinds.ts";
import {
  countSecurityByDay,
  listSecurityEvents,
  type SecurityLine,
} from "#app/features/security/security-log/security-log.server.ts";
import { placeIn, shownText, withQuery } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/security";
import css from "./security.module.css";
import { periodChips, periodOf, SecuritySections } from "./security-sections.tsx";
import { Trend } from "./trend.tsx";

export const meta = () => unlisted("Security");

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const asked = {
    days: periodOf(params),
    kind: securityKinds.find((kind) => kind === params.get("kind")) ?? null,
    client: params.get("client")?.slice(0, 30) || null,
  };
  const [page, trend] = await Promise.all([
    listSecurityEvents(ctx, { ...asked, ...placeIn(params) }),
    countSecurityByDay(ctx, asked),
  ]);
  return {
    ...page,
    trend,
    client: asked.client,
    isFiltered: asked.kind !== null || asked.client !== null,
    securityDays,
  };
}

/** Suspicious and refused requests: one row per day, kind, rule and client. */
export default function Security({ loaderData }: Route.ComponentProps) {
  const { rows, previous, next, trend, client, isFiltered } = loaderData;
  const { search } = useLocation();
  const columns: ListColumn<SecurityLine>[] = [
    {
      label: "What happened",
      heads: true,
      cell: ({ kind, rule, path }) => (
        <>
          <span className="breaks">{ruleLabel(rule)}</span>
          <span className={`block muted breaks ${css.minor}`}>{securityKindLabels[kind]}</span>
          {path !== rule && <span className={`block muted breaks ${css.minor}`}>{path}</span>}
        </>
      ),
    },
    { label: "Requests", numeric: true, cell: ({ count }) => formatNumber(count) },
    {
      label: "Network",
      cell: (line) => (
        <Link
          className={`nowrap ${css.client}`}
          to={withQuery(search, { client: line.client })}
          aria-label={`Only network ${line.client.slice(0, 10)}`}
        >
          {line.client.slice(0, 10)}
        </Link>
      ),
    },
    {
      label: "Browser and referrer",
      cell: ({ userAgent, referrer }) => (
        <>
          <span className={`block muted breaks ${css.minor}`}>{userAgent.slice(0, 120) || "not stated"}</span>
          {referrer && <span className={`block muted breaks ${css.minor}`}>from {referrer}</span>}
        </>
      ),
    },
    {
      label: "Last",
      cell: ({ at, lastAt, count }) => (
        <>
          <Moment className={parts.when} at={lastAt} />
          {count > 1 && (
            <span className={`block muted breaks ${css.minor}`}>
              first <Moment at={at} />
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <AdminPage
      title="Security"
      lead={`Counts are kept for ${loaderData.securityDays} days. A network is shown as a hash of its address that changes every day; addresses are not stored.`}
    >
      <SecuritySections current="/admin/security" />
      <AdminFilters
        chips={[
          periodChips,
          {
            name: "kind",
            label: "Kind",
            options: [
              { value: "", label: "All kinds" },
              ...securityKinds.map((kind) => ({ value: kind, label: securityKindLabels[kind] })),
            ],
          },
        ]}
        result={shownText(rows.length, next !== null)}
      />
      {client && (
        <p className={css["client-note"]}>
          Only network <code>{client.slice(0, 10)}</code>.{" "}
          <Link to={withQuery(search, { client: null })}>Show all</Link>
        </p>
      )}
      <Trend days={trend} noun="requests" />
      <AdminList
        caption="Suspicious and refused requests"
        columns={columns}
        rows={rows}
        previous={previous}
        next={next}
        empty={
          <Empty
            title={isFiltered ? "Nothing found" : "Nothing in this period"}
            text="Decoy hits, failed sign-ins, reached limits, refused requests and reports of pages appear here."
          />
        }
      />
    </AdminPage>
  );
}
