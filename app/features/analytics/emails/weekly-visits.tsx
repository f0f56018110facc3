import { MailButton, MailFigures, MailFrame, MailHeading, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailList } from "#app/features/mail/frame/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isoMonthDay } from "#app/lib/dates/date-text.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import { changeOf, metrics, type Totals } from "../reports/figures/metrics.ts";
import type { Period } from "../reports/period/period.ts";

export type WeekReport = {
  period: Period;
  totals: Totals;
  before: Totals | null;
  /** The main change, as a sentence; null without a week to compare with. */
  change: string | null;
  pages: { path: string; views: number }[];
  sources: { name: string; visits: number }[];
};

/** Sent to admins on Monday: the visits of the past week and the main change. */
export function weeklyVisitsMail({
  to,
  report,
  unsubscribeHref,
}: {
  to: string;
  report: WeekReport;
  unsubscribeHref: string;
}): MailDraft {
  const { totals, before, pages, sources, period } = report;
  const { visits, views } = totals;
  const week = `${isoMonthDay(period.from)} to ${isoMonthDay(period.to)}`;
  const change = before && changeOf("visits", visits, before.visits);
  const isEmpty = visits === 0 && views === 0;
  return {
    kind: "weekly-visits",
    to,
    subject: isEmpty
      ? `No visits, ${week}`
      : `${counted(visits, "visit")}, ${week}${change ? ` (${change.text})` : ""}`,
    body: (
      <MailFrame
        preview={isEmpty ? "Nothing was counted last week." : whatChanged(report)}
        title={`Visits, ${week}`}
        reason="Sent on Mondays because you asked for it in the settings of the admin area."
        unsubscribeHref={unsubscribeHref}
      >
        {isEmpty ? (
          <MailText>
            No visits were counted last week. If the site had visitors, check that its pages can reach
            /api/functions/collect-analytics.
          </MailText>
        ) : (
          <MailFigures
            figures={(["visits", "visitors", "views"] as const).map((metric) => {
              const ofMetric = before && changeOf(metric, totals[metric], before[metric]);
              const { label } = metrics[metric];
              return {
                ...{ label: ofMetric ? `${label}, ${ofMetric.text}` : label, value: formatNumber(totals[metric]) },
              };
            })}
          />
        )}
        {!isEmpty && <MailText>{whatChanged(report)}</MailText>}
        {isEmpty && before && <MailText>{`The week before had ${counted(before.visits, "visit")}.`}</MailText>}
        {pages.length > 0 && <MailHeading>Most viewed pages</MailHeading>}
        {pages.length > 0 && (
          <MailList items={pages.map(({ path, views: seen }) => `${path}: ${counted(seen, "view")}`)} />
        )}
        {sources.length > 0 && <MailHeading>Where visits came from</MailHeading>}
        {sources.length > 0 && (
          <MailList items={sources.map(({ name, visits: from }) => `${name}: ${counted(from, "visit")}`)} />
        )}
        <MailButton href={`${env().SITE_URL}/admin/analytics`}>Open analytics</MailButton>
      </MailFrame>
    ),
  };
}

const whatChanged = ({ change }: WeekReport): string =>
  change ?? "Nothing was counted in the week before, so there is nothing to compare with yet.";
