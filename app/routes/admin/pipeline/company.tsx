import { data, Link } from "react-router";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import { readTimelineKind } from "#app/features/pipeline/notes/timeline-kinds.ts";
import {
  type Colleague,
  maxCompanyTimeline,
  readCompany,
  readCompanyTimeline,
} from "#app/features/pipeline/prospects/company.server.ts";
import { stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { agoText, dollars } from "#app/features/pipeline/ui/figures.ts";
import { Timeline } from "#app/features/pipeline/ui/notes/timeline.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/company";
import css from "./prospect.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const search = new URL(request.url).searchParams;
  const [before, after] = [search.get("before"), search.get("people")];
  const kind = readTimelineKind(search.get("kind"));
  const [company, timeline, admins] = await Promise.all([
    readCompany(ctx, { domain: params.domain, after }),
    readCompanyTimeline(ctx, params.domain, { kind, before }).then(admitted),
    listTeam(ctx, "pipeline"),
  ]);
  if (!company.ok) throw data(null, { status: 404 });
  return {
    company: company.value,
    timeline,
    limit: maxCompanyTimeline,
    kind,
    now: ctx.now,
    isFirstPage: before === null,
    isFirstPeople: after === null,
    owners: Object.fromEntries(admins.map(({ userId, name }) => [userId, name])),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData ? (loaderData.company.name ?? loaderData.company.domain) : "Company"}`);

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company, timeline, limit, kind, now, isFirstPage, isFirstPeople, owners } = loaderData;
  const dates = useFirmDates();
  const { name, domain, count, stages, people } = company;
  const columns: Column<Colleague>[] = [
    {
      label: "Person",
      heads: true,
      cell: (row) => (
        <Link className="breaks" to={`/admin/prospect-pipeline/${row.id}`}>
          {row.name ?? row.email}
        </Link>
      ),
    },
    { label: "Role", cell: (row) => <span className="breaks">{row.role ?? "–"}</span> },
    { label: "Stage", cell: (row) => stageLabel(row.stage) },
    { label: "Owner", cell: (row) => owners[row.ownerId ?? ""] ?? "No owner" },
    { label: "Last activity", cell: (row) => agoText(row.lastSeenAt, now, dates) },
    { label: "Yearly value for the client", numeric: true, cell: (row) => dollars(row.valueCents) },
    { label: "Score", numeric: true, cell: (row) => row.score },
  ];
  return (
    <AdminPage
      title={name ?? domain}
      lead={name && domain}
      above={{ href: "/admin/prospect-pipeline", label: "Pipeline" }}
      figures={[
        { label: "Prospects", value: formatNumber(count) },
        { label: "Paid", value: dollars(company.paidCents) },
        { label: "Last activity", value: agoText(company.lastSeenAt, now, dates) },
        { label: "Stages", value: stages.map((each) => `${each.count} ${stageLabel(each.stage)}`).join(", ") },
      ]}
    >
      <div className={`grid cols-1 gap-150 ${css.main}`}>
        <section className={`grid gap-90 ${css.part}`} aria-labelledby="people">
          <h2 id="people">People</h2>
          <KeyedList>
            <Table caption={`Prospects of ${name ?? domain}`} quiet columns={columns} rows={people.rows} />
          </KeyedList>
          {(people.next || !isFirstPeople) && (
            <nav className="cluster gap-60" aria-label="Pages of the people">
              {!isFirstPeople && (
                <Link className={buttonClass({ size: 32 })} to="?" preventScrollReset>
                  First
                </Link>
              )}
              {people.next && (
                <Link
                  className={buttonClass({ size: 32 })}
                  to={`?${new URLSearchParams({ people: people.next })}`}
                  preventScrollReset
                >
                  Next
                </Link>
              )}
            </nav>
          )}
        </section>
        <Timeline {...timeline} kind={kind} isFirstPage={isFirstPage} now={now} />
        {count > limit && (
          <p className={`muted smaller ${css.quiet}`}>
            The timeline covers the {limit} prospects with the highest score.
          </p>
        )}
      </div>
    </AdminPage>
  );
}
