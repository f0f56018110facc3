import { data, Link, useLocation } from "react-router";
import { duration } from "#app/features/analytics/reports/figures/metrics.ts";
import { valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import { VisitEntries } from "#app/features/analytics/ui/visit-entries.tsx";
import { rejectionLabels } from "#app/features/analytics/visits/rejection-rules.ts";
import { readVisit } from "#app/features/analytics/visits/visit-story.server.ts";
import { findProspectsByEmail } from "#app/features/pipeline/prospects/prospect-links.server.ts";
import { clockOf, dayOf } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { requireReportReader } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { Route } from "./+types/visit";
import css from "./visit.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireReportReader(context, request);
  const found = await readVisit(ctx, params.id);
  if (!found.ok) throw data(null, { status: 404 });
  const prospects = await findProspectsByEmail(ctx, found.value.emails);
  return {
    visit: found.value,
    people: found.value.emails.map((email) => ({ email, prospect: prospects.get(email) ?? null })),
    timezone: env().COMPANY_TIMEZONE,
  };
}

export const meta = () => unlisted("Visit | Analytics");

export default function Visit({ loaderData: { visit, people, timezone } }: Route.ComponentProps) {
  const { facts, device, channel, rule, previous, next, isTruncated } = visit;
  const { search } = useLocation();
  const lines: [label: string, value: string | null][] = [
    ["Source", valueLabel("source", facts.source)],
    ["Channel", valueLabel("channel", channel)],
    ["Referrer", facts.referrer && valueLabel("referrer", facts.referrer)],
    ["Medium", facts.medium],
    ["Campaign", facts.campaign],
    ["Device", valueLabel("device", device)],
    ["Browser", facts.browser],
    ["System", facts.os],
    ["Screen", facts.screen],
    ["Language", facts.language],
    ["Time zone", facts.timezone],
  ];
  return (
    <AdminPage
      title={`Visit on ${dayOf(visit.startedAt, timezone)}, ${clockOf(visit.startedAt, timezone)}`}
      lead={`Times are in ${americanZone(timezone)}. A visit ends after a pause of 30 minutes.`}
      above={{ href: `/admin/analytics/visits${search}`, label: "Visits" }}
      figures={[
        { label: "Duration", value: duration(visit.durationSeconds) },
        { label: "Views", value: formatNumber(visit.views) },
        { label: "Sales", value: wholeUsd(visit.valueUsd), note: "before refunds and disputes" },
        { label: "Bounce", value: visit.isBounce ? "Yes" : "No" },
      ]}
    >
      {rule && (
        <Notice kind="caution">
          This visit is not part of the figures. Rejected by the rule: {rejectionLabels[rule].toLowerCase()}.
        </Notice>
      )}
      <div className={`grid ${css.columns}`}>
        <section aria-labelledby="happened">
          <h2 id="happened" className={`larger weight-560 ${css.title}`}>
            What happened
          </h2>
          {visit.entries.length === 0 ? (
            <Empty
              level={3}
              title="No details"
              text="The hits of this visit are older than the retention or were deleted."
            />
          ) : (
            <VisitEntries visit={visit} timezone={timezone} />
          )}
          {isTruncated && (
            <p className="muted smaller">Only the first {formatNumber(visit.entries.length)} entries are listed.</p>
          )}
          {(previous || next) && (
            <nav className="line top-100 gap-150" aria-label="Other visits of this session">
              {previous && <Link to={`/admin/analytics/visits/${previous}${search}`}>Previous visit</Link>}
              {next && <Link to={`/admin/analytics/visits/${next}${search}`}>Next visit</Link>}
            </nav>
          )}
        </section>
        <div>
          <section className={parts.spaced} aria-labelledby="person">
            <h2 id="person" className={`larger weight-560 ${css.title}`}>
              Person
            </h2>
            {people.length === 0 ? (
              <p className="muted smaller">Not identified: no form was submitted and no one signed in.</p>
            ) : (
              <ul className="breaks">
                {people.map(({ email, prospect }) => (
                  <li key={email}>
                    {prospect ? (
                      <>
                        <Link to={`/admin/prospect-pipeline/${prospect.id}`}>{prospect.label}</Link>
                        {prospect.label !== email && <span className="muted smaller"> {email}</span>}
                      </>
                    ) : (
                      email
                    )}
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section aria-labelledby="facts">
            <h2 id="facts" className={`larger weight-560 ${css.title}`}>
              Visitor
            </h2>
            <dl className={css.facts}>
              {lines.map(([label, value]) =>
                value === null ? null : (
                  <div className="grid smaller" key={label}>
                    <dt className="note">{label}</dt>
                    <dd className="breaks">{value}</dd>
                  </div>
                ),
              )}
            </dl>
          </section>
        </div>
      </div>
    </AdminPage>
  );
}
