import { useState } from "react";
import { type AlertChoice, listAlertChoices, readAlerts } from "#app/features/analytics/alerts/alerts.server.ts";
import { type Goal, listGoals, readGoals } from "#app/features/analytics/reports/definitions/goals.server.ts";
import { type goalKinds, goalText } from "#app/features/analytics/reports/definitions/goals.ts";
import { listSharedLinks, type SharedLink } from "#app/features/analytics/reports/definitions/shared-links.server.ts";
import { percent } from "#app/features/analytics/reports/figures/metrics.ts";
import { openScope } from "#app/features/analytics/reports/open-report.server.ts";
import { readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { readTotals } from "#app/features/analytics/reports/sums/totals.server.ts";
import { NotCollected } from "#app/features/analytics/ui/not-collected.tsx";
import { RecordDialogs, type RecordQuestion } from "#app/features/analytics/ui/record-dialogs.tsx";
import { filterText, ReportBar, rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { openReportPage } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { CheckField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/goals";
import css from "./analytics.module.css";
import { type AnalyticsIntent, performAnalyticsAction } from "./analytics-actions.ts";
import { AnalyticsSections } from "./analytics-sections.tsx";

export const meta = () => unlisted("Goals and sharing | Analytics");

export async function loader(args: Route.LoaderArgs) {
  const { ctx, query, uncollected } = await openReportPage(args, readReportQuery);
  const goals = await listGoals(ctx);
  const [links, choices, alerts, scope] = await Promise.all([
    ...[listSharedLinks(ctx), listAlertChoices(ctx, goals), readAlerts(ctx)],
    openScope(ctx, { period: query.period, filters: query.filters }),
  ] as const);
  const [visitors, totals] = await Promise.all([readGoals(ctx, scope, goals), readTotals(ctx, scope)]);
  const rows = goals.map((goal) => ({ ...goal, visitors: visitors.get(goal.id) ?? 0 }));
  return { query, rows, links, choices, alerts, visitors: totals.visitors, email: ctx.actor.email, uncollected };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performAnalyticsAction(await request.formData());

export default function Goals({ loaderData }: Route.ComponentProps) {
  const { query, rows, links, choices, alerts, visitors, email, uncollected } = loaderData;
  const actions = useAdminAction<AnalyticsIntent>();
  return (
    <AdminPage
      title="Goals and sharing"
      lead="Goals count visitors who saw a page or did something, in past visits as well. Alerts are mailed to you; links show the overview to people without an account."
    >
      <AnalyticsSections current="/admin/analytics/goals" />
      <ReportBar report={query} />
      {visitors === 0 && uncollected && (
        <p className="muted smaller">
          <NotCollected site={uncollected} />
        </p>
      )}
      <GoalList rows={rows} visitors={visitors} period={rangeText(query.period)} actions={actions} />
      <LinkList links={links} filters={query.filters} actions={actions} />
      <Alerts choices={choices} chosen={alerts} email={email} actions={actions} />
      {actions.toast}
    </AdminPage>
  );
}

type Actions = ReturnType<typeof useAdminAction<AnalyticsIntent>>;
type Row = Goal & { visitors: number };

function GoalList({
  rows,
  visitors,
  period,
  actions,
}: {
  rows: readonly Row[];
  visitors: number;
  period: string;
  actions: Actions;
}) {
  const dialog = useDialog<RecordQuestion<Goal>>(actions, null);
  const [, setQuestion] = dialog;
  const add = (
    <Button size={40} onClick={() => setQuestion({ kind: "add" })}>
      Add goal
    </Button>
  );
  return (
    <section className={css.part} aria-labelledby="goals">
      <h2 id="goals" className={css["part-title"]}>
        Goals
      </h2>
      {rows.length === 0 ? (
        <Empty
          title="No goals yet"
          text="Add one for a page such as /pricing, or for an event that your pages report. It counts past visits too."
          action={add}
        />
      ) : (
        <>
          <Table
            caption={`Goals, ${period}`}
            quiet
            rows={rows}
            columns={[
              {
                label: "Goal",
                heads: true,
                cell: (goal) => (
                  <span className="breaks">
                    {goal.name}
                    <span className={css.minor}>{goalText(goal)}</span>
                  </span>
                ),
              },
              { label: "Visitors", numeric: true, cell: (goal) => formatNumber(goal.visitors) },
              {
                label: "Rate",
                numeric: true,
                cell: (goal) => (visitors === 0 ? "–" : percent(goal.visitors / visitors)),
              },
              {
                label: "Action",
                cell: (goal) => (
                  <Button size={32} onClick={() => setQuestion({ kind: "edit", item: goal })}>
                    Edit<span className="vh"> {goal.name}</span>
                  </Button>
                ),
              },
            ]}
          />
          <p className={css.below}>{add}</p>
        </>
      )}
      <RecordDialogs
        {...{ noun: "goal", act: actions.act, dialog }}
        add={{ title: "Add a goal", confirm: "Save goal" }}
        fields={(goal) => <GoalFields goal={goal} />}
        remove={{
          title: ({ name }) => `Delete the goal “${name}”?`,
          effect: "It and its alerts disappear for all admins. The visits stay as they are.",
        }}
      />
    </section>
  );
}

function GoalFields({ goal }: { goal: Goal | null }) {
  const [kind, setKind] = useState<string>(goal?.kind ?? "page");
  const isPage = kind === "page";
  return (
    <>
      <TextField label="Name" name="name" required maxLength={60} autoComplete="off" defaultValue={goal?.name} />
      <SelectField
        label="Visitors who"
        name="kind"
        options={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={(event) => setKind(event.target.value)}
      />
      <TextField
        label={isPage ? "Path" : "Name of the action"}
        name="target"
        required
        maxLength={300}
        autoComplete="off"
        defaultValue={goal?.target}
        hint={
          <>
            <code>*</code> stands for any text: <code>{isPage ? "/blog/*" : "signup_*"}</code>
          </>
        }
      />
      {!isPage && (
        <>
          <TextField
            label="Property"
            name="property"
            optional
            maxLength={64}
            autoComplete="off"
            defaultValue={goal?.property}
            hint="A key of the action’s metadata, such as plan."
          />
          <TextField
            label="Value of the property"
            name="propertyValue"
            optional
            maxLength={100}
            autoComplete="off"
            defaultValue={goal?.propertyValue}
          />
        </>
      )}
    </>
  );
}

const kindLabels: Readonly<Record<keyof typeof goalKinds, string>> = {
  page: "saw a page",
  event: "triggered an event",
  conversion: "completed a conversion",
};

function LinkList({
  links,
  filters,
  actions,
}: {
  links: readonly SharedLink[];
  filters: Parameters<typeof filterText>[0][];
  actions: Actions;
}) {
  const { act } = actions;
  const [question, setQuestion, dialog] = useDialog<"add" | SharedLink | null>(actions, null);
  const ending = question !== null && question !== "add" ? question : null;
  const filtersText = filters.map(filterText).join(", ");
  return (
    <section className={css.part} aria-labelledby="links">
      <h2 id="links" className={css["part-title"]}>
        Shared links
      </h2>
      <p className="muted smaller">
        Anyone with a link can read the overview, without single visits and without signing in, until you end it.
      </p>
      {links.length > 0 && (
        <Table
          caption="Shared links"
          quiet
          rows={links}
          columns={[
            {
              label: "Link",
              heads: true,
              cell: ({ name, filters: own }) => (
                <span className="breaks">
                  {name}
                  <span className={css.minor}>{own.length === 0 ? "All visits" : own.map(filterText).join(", ")}</span>
                </span>
              ),
            },
            {
              label: "Address",
              cell: ({ url }) =>
                url ? (
                  <a className="breaks" href={url}>
                    {url}
                  </a>
                ) : (
                  "Unknown: it was created with another SECRET"
                ),
            },
            { label: "Created", cell: ({ createdAt }) => <Day at={createdAt} /> },
            {
              label: "Action",
              cell: (link) => (
                <Button size={32} onClick={() => setQuestion(link)}>
                  End<span className="vh"> {link.name}</span>
                </Button>
              ),
            },
          ]}
        />
      )}
      <p className={css.below}>
        <Button size={40} onClick={() => setQuestion("add")}>
          Share the overview
        </Button>
      </p>
      <ConfirmDialog
        {...dialog}
        open={question === "add"}
        title="Share the overview"
        confirm="Create link"
        busyText="Creating"
        onConfirm={(form) =>
          void act({ intent: "share-link", name: String(form.get("name")), filters: JSON.stringify(filters) })
        }
      >
        <p>
          {filters.length === 0
            ? "The link shows all visits. To share a part, add filters above first."
            : `The link shows only these visits: ${filtersText}. Its readers cannot change that.`}
        </p>
        <TextField label="Name" name="name" required maxLength={60} autoComplete="off" hint="Its readers see it." />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={ending !== null}
        title={`End the link “${ending?.name ?? ""}”?`}
        confirm="End link"
        busyText="Ending"
        onConfirm={() => ending && void act({ intent: "end-link", linkId: ending.id })}
      >
        <p>It never opens again. You can share a new one at any time.</p>
      </ConfirmDialog>
    </section>
  );
}

function Alerts({
  choices,
  chosen,
  email,
  actions: { act, busy },
}: {
  choices: readonly AlertChoice[];
  chosen: readonly string[];
  email: string;
  actions: Actions;
}) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <section className={css.part} aria-labelledby="alerts">
      <h2 id="alerts" className={css["part-title"]}>
        Alerts
      </h2>
      <p className="muted smaller">
        An email to {email} at 8 AM when a figure of the past day leaves its usual range: that of the same weekday in
        the eight weeks before. Steps of funnels are checked on Mondays.
      </p>
      <form
        key={chosen.join()}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          const figures = new FormData(event.currentTarget).getAll("figure");
          void act({ intent: "save-alerts", figures: JSON.stringify(figures), from: JSON.stringify(chosen) });
        }}
      >
        <div className={css.alerts}>
          {groups.map((group) => (
            <fieldset key={group} className={css.alert}>
              <legend>{group}</legend>
              {choices
                .filter((choice) => choice.group === group)
                .map(({ key, label }) => (
                  <CheckField key={key} name="figure" value={key} label={label} defaultChecked={chosen.includes(key)} />
                ))}
            </fieldset>
          ))}
        </div>
        <Button type="submit" size={40} busy={busy} busyText="Saving">
          Save alerts
        </Button>
      </form>
    </section>
  );
}
