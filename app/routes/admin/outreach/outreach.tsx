import { Link, useLocation } from "react-router";
import { relativeChange } from "#app/features/analytics/reports/figures/metrics.ts";
import { comparedText, ReportBar, rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { attributionDays, isKnown } from "#app/features/sequences/figures/figures.ts";
import { notCounted } from "#app/features/sequences/ui/figure-text.ts";
import { OutreachTable } from "#app/features/sequences/ui/outreach-table.tsx";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { requireReportReader } from "#app/shell/admin/admin.server.ts";
import { Menu, MenuChoices } from "#app/ui/admin/admin-menu.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import type { Route } from "./+types/outreach";
import { chosenFigures } from "./chosen-figures.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireReportReader(context, request);
  return chosenFigures(ctx, new URL(request.url).searchParams);
}

export const meta = () => unlisted("Outreach analytics");

const shown = ["sent", "delivered", "bounced", "clicks", "scans", "replies", "unsubscribes", "bookingsLast"] as const;
const shortLabels: Record<(typeof shown)[number], string> = {
  sent: "Sent",
  delivered: "Delivered",
  bounced: "Bounced",
  clicks: "Clicks by people",
  scans: "Clicks by scanners",
  replies: "Replies",
  unsubscribes: "Unsubscribed",
  bookingsLast: "Bookings (last touch)",
};

export default function Outreach({ loaderData }: Route.ComponentProps) {
  const { period, preset, sequenceId, figures } = loaderData;
  const { search } = useLocation();
  const { total, before, titles } = figures;
  const chosen = titles.find(({ id }) => id === sequenceId);
  const file = new URLSearchParams({ from: period.from, to: period.to });
  if (sequenceId) file.set("sequenceId", sequenceId);
  const change = (name: keyof typeof total.now) => {
    const was = formatNumber(total.before[name]);
    const changed = relativeChange(total.now[name], total.before[name]);
    return changed ? `${changed}, was ${was}` : `was ${was}`;
  };
  return (
    <AdminPage
      title="Outreach analytics"
      lead={
        <>
          Emails sent {rangeText(period)}, compared with {comparedText({ ...before, timezone: period.timezone })}. A
          booking counts for the first and for the last email of the {attributionDays} days before it. Clicks are
          counted only in emails to people who agreed to that; those of security scanners are shown apart.
        </>
      }
      tools={
        <>
          <Link className={buttonClass({ size: 40 })} to="/admin/email-sequences">
            Sequences
          </Link>
          <a className={buttonClass({ size: 40 })} href={`/api/admin/outreach-figures?${file}`} download>
            Export CSV
          </a>
        </>
      }
      figures={[
        ...shown.map((name) => ({
          ...(isKnown(name, total.now)
            ? { label: shortLabels[name], value: formatNumber(total.now[name]), note: change(name) }
            : { label: shortLabels[name], value: notCounted, note: "No recipient agreed to counted clicks" }),
        })),
      ]}
    >
      <ReportBar report={{ preset, period, comparison: null, filters: [] }} hasFilters={false}>
        <Menu about={`Sequence: ${chosen?.title ?? "All sequences"}`} label={chosen?.title ?? "All sequences"}>
          <MenuChoices
            choices={[[null, "All sequences"], ...titles.map(({ id, title }) => [id, title] as const)]}
            current={sequenceId}
            to={(sequence) => withQuery(search, { sequence })}
          />
        </Menu>
      </ReportBar>
      {figures.sequences.length === 0 ? (
        <Empty
          title="No emails in this period"
          text="Figures appear here once a running sequence has sent an email. Choose a longer period to look further back."
          action={<Link to="/admin/email-sequences">Open sequences</Link>}
        />
      ) : (
        <div className="top-125">
          <OutreachTable
            sequences={figures.sequences}
            hrefOf={(query) => `/admin/outreach-analytics/people${withQuery(search, query)}`}
          />
        </div>
      )}
    </AdminPage>
  );
}
