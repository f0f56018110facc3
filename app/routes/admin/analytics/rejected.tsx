import { Link, useLocation } from "react-router";
import { sourceName } from "#app/features/analytics/collecting/sources/source-name.ts";
import { valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import {
  listRejected,
  type RejectedGroup,
  type RejectedSession,
  sampleRejected,
} from "#app/features/analytics/visits/rejected.server.ts";
import { rejectionAbout, rejectionLabels, rejectionRuleNames } from "#app/features/analytics/visits/rejection-rules.ts";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import { Day, Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/rejected";
import css from "./analytics.module.css";
import { type AnalyticsIntent, performAnalyticsAction } from "./analytics-actions.ts";
import { AnalyticsSections } from "./analytics-sections.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const asked = new URL(request.url).searchParams.get("rule");
  const groups = await listRejected(ctx);
  if (!groups.ok) throw new Error("The guard accepted a non-admin.");
  const rule =
    rejectionRuleNames.find((known) => known === asked) ??
    groups.value.find(({ sessions }) => sessions > 0)?.rule ??
    null;
  return { groups: groups.value, rule, sample: rule ? await sampleRejected(ctx, rule) : [] };
}

export const meta = () => unlisted("Rejected hits | Analytics");

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performAnalyticsAction(await request.formData());

export default function Rejected({ loaderData: { groups, rule, sample } }: Route.ComponentProps) {
  const { act, busy, toast } = useAdminAction<AnalyticsIntent>();
  const { search } = useLocation();
  const columns: Column<RejectedGroup>[] = [
    {
      label: "Rule",
      heads: true,
      cell: (group) => (
        <>
          <Link
            to={withQuery(search, { rule: group.rule })}
            aria-current={group.rule === rule ? "true" : undefined}
            preventScrollReset
          >
            {rejectionLabels[group.rule]}
          </Link>
          <span className={css.minor}>{rejectionAbout[group.rule]}</span>
        </>
      ),
    },
    {
      label: "Sessions",
      numeric: true,
      cell: ({ sessions }) => formatNumber(sessions),
    },
    { label: "Since", cell: ({ since }) => (since ? <Day at={since} /> : "–") },
    {
      label: "State",
      cell: ({ isAccepted }) =>
        isAccepted ? (
          <Badge kind="caution" icon="warning">
            Counted
          </Badge>
        ) : (
          <Badge kind="sunk">Rejected</Badge>
        ),
    },
    {
      label: "Action",
      cell: ({ rule: of, isAccepted }) => (
        <Button
          size={32}
          busy={busy}
          onClick={() => void act({ intent: isAccepted ? "reject-rule" : "accept-rule", rule: of })}
        >
          {isAccepted ? "Reject again" : "Count these hits"}
          <span className="vh"> {rejectionLabels[of]}</span>
        </Button>
      ),
    },
  ];
  return (
    <AdminPage
      title="Rejected hits"
      lead="Hits of bots, scripts and your own team are stored and left out of all figures. Count a rule's hits if it matches real visitors; you can undo that at any time."
    >
      <AnalyticsSections current="/admin/analytics/rejected" />
      <KeyedList>
        <Table caption="Rejection rules" quiet columns={columns} rows={groups} rowKey={({ rule: of }) => of} />
        {rule && (
          <section className={css.part} aria-label="Sample">
            <h2 className={css["part-title"]}>Latest sessions: {rejectionLabels[rule].toLowerCase()}</h2>
            {sample.length === 0 ? (
              <p className="muted smaller">No session matched this rule.</p>
            ) : (
              <Table
                caption="Latest sessions of this rule"
                quiet
                columns={sampleColumns}
                rows={sample}
                rowKey={({ id }) => String(id)}
              />
            )}
          </section>
        )}
      </KeyedList>
      {toast}
    </AdminPage>
  );
}

const sampleColumns: Column<RejectedSession>[] = [
  { label: "First seen", heads: true, cell: ({ firstAt }) => <Moment at={firstAt} /> },
  {
    label: "Browser",
    cell: ({ browser, os, device }) => [browser, os, valueLabel("device", device)].filter(Boolean).join(", "),
  },
  { label: "First page", cell: ({ page }) => valueLabel("entry", page) },
  { label: "Source", cell: ({ source }) => valueLabel("source", source && sourceName(source)) },
];
