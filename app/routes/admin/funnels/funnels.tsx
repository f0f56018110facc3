import { Link, useLocation } from "react-router";
import {
  type FunnelBreakdown,
  funnelBreakdowns,
  mainFunnelName,
  orderLabels,
} from "#app/features/analytics/funnels/funnel-definition.ts";
import { readFunnelQuery } from "#app/features/analytics/funnels/funnel-query.ts";
import { matchLabel } from "#app/features/analytics/funnels/funnel-text.ts";
import {
  type FunnelGroups,
  type FunnelStepFigures,
  readFunnel,
  readFunnelBreakdown,
} from "#app/features/analytics/funnels/funnels.server.ts";
import { listFunnels } from "#app/features/analytics/funnels/saved-funnels.server.ts";
import { percent, relativeChange } from "#app/features/analytics/reports/figures/metrics.ts";
import { unlessUnavailable } from "#app/features/analytics/reports/report-context.server.ts";
import { FunnelChart } from "#app/features/analytics/ui/funnel/funnel-chart.tsx";
import { timeText } from "#app/features/analytics/ui/funnel/funnel-figures.ts";
import { NotCollected } from "#app/features/analytics/ui/not-collected.tsx";
import { comparedText, ReportBar, rangeText } from "#app/features/analytics/ui/report/report-bar.tsx";
import { StoreAway } from "#app/features/analytics/ui/store-away.tsx";
import { dimensionLabels } from "#app/features/analytics/visits/visit-filter.ts";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatUsd } from "#app/lib/money.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { shouldRevalidateUnlessLeft, useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, openReportPage } from "#app/shell/admin/admin.server.ts";
import { Menu, MenuChoices } from "#app/ui/admin/admin-menu.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import type { Route } from "./+types/funnels";
import { chosenFunnel } from "./chosen-funnel.server.ts";
import { type FunnelIntent, performFunnelAction } from "./funnel-actions.ts";
import css from "./funnels.module.css";

export async function loader(args: Route.LoaderArgs) {
  const { ctx, query, uncollected } = await openReportPage(args, readFunnelQuery);
  const { period, compared, filters, by } = query;
  const [funnel, saved] = await Promise.all([chosenFunnel(ctx, query.funnelId), listFunnels(ctx).then(admitted)]);
  const { definition } = funnel;
  const found = await unlessUnavailable(
    Promise.all([
      by && readFunnelBreakdown(ctx, definition, { period, filters }, by),
      by ? null : readFunnel(ctx, definition, { period, filters }),
      compared && readFunnel(ctx, definition, { period: compared, filters }),
    ]),
  );
  const [groups, whole, before] = found ?? [null, null, null];
  const figures = groups?.whole ?? whole;
  const shown = groups && { groups: groups.groups, count: groups.count };
  return { query, funnel, saved, figures, before, groups: shown, uncollected };
}

const breakdownText = (by: FunnelBreakdown | null) => (by ? `By ${dimensionLabels[by].toLowerCase()}` : "No breakdown");

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.funnel.name ?? "Funnels"} | Funnels`);

export const shouldRevalidate = shouldRevalidateUnlessLeft;

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performFunnelAction(await request.formData());

export default function Funnels({ loaderData }: Route.ComponentProps) {
  const { query, funnel, saved, figures, before, groups, uncollected } = loaderData;
  const { by } = query;
  const { search } = useLocation();
  const { act, busy, refusal, doneAt, toast } = useAdminAction<FunnelIntent>();
  const [isDeleting, setDeleting, dialog] = useDialog({ busy, doneAt, refusal }, false);
  if (!figures)
    return (
      <StoreAway title="Funnels" period={query.period}>
        <p>{funnel.name}</p>
        <ReportBar report={query} hasComparison />
      </StoreAway>
    );
  const { steps, anonymousActions } = figures;
  const { order, windowHours } = funnel.definition;
  const [first, last] = [steps[0]!, steps.at(-1)!];
  const firstMatches = funnel.definition.steps[0]!.matches;
  const hrefOf = (page: string) => `/admin/funnel-analytics/${page}`;
  return (
    <AdminPage
      title="Funnels"
      lead={
        <>
          {funnel.name}, {rangeText(query.period)}
          {query.compared && <>, compared with {comparedText(query.compared)}</>}. {orderLabels[order]}, within{" "}
          {windowText(windowHours)} of the first step. A visitor is a browser on a day, whatever the number of its tabs,
          or a person who signed in or submitted a form.
        </>
      }
      tools={
        <>
          <a className={buttonClass({ size: 40 })} href={`/api/admin/funnel-figures${search}`} download>
            Export CSV
          </a>
          <Link data-changes-only className={buttonClass({ size: 40 })} to={hrefOf(`new?from=${funnel.id ?? "main"}`)}>
            Duplicate
          </Link>
          {funnel.id && (
            <>
              <Link data-changes-only className={buttonClass({ size: 40 })} to={hrefOf(`edit/${funnel.id}`)}>
                Edit
              </Link>
              <Button size={40} onClick={() => setDeleting(true)}>
                Delete
              </Button>
            </>
          )}
          <Link data-changes-only className={buttonClass({ size: 40, variant: "primary" })} to={hrefOf("new")}>
            New funnel
          </Link>
        </>
      }
      figures={[
        { label: "Started", value: formatNumber(first.visitors), note: first.name },
        { label: "Finished", value: formatNumber(last.visitors), note: last.name },
        { label: "Conversion", value: percent(last.fromStart), note: "from start to finish" },
        {
          label: "Sales",
          value: formatUsd(steps.reduce((sum, { revenueUsd }) => sum + revenueUsd, 0)),
          note: "before refunds and disputes",
        },
      ]}
    >
      <ReportBar report={query} hasComparison>
        <Menu about={`Funnel: ${funnel.name}`} label={funnel.name}>
          <MenuChoices
            choices={[[null, mainFunnelName], ...saved.map(({ id, name }) => [id, name] as const)]}
            current={funnel.id}
            to={(id) => withQuery(search, { funnel: id })}
            keepsScroll={false}
          />
        </Menu>
        <Menu about={`Breakdown: ${breakdownText(by)}`} label={breakdownText(by)}>
          <MenuChoices
            choices={[null, ...funnelBreakdowns].map((name) => [name, breakdownText(name)] as const)}
            current={by}
            to={(name) => withQuery(search, { by: name })}
          />
        </Menu>
      </ReportBar>
      {first.visitors === 0 && (before?.steps[0]?.visitors ?? 0) === 0 ? (
        <Empty
          title="No one started this funnel"
          text={
            <>
              Visitors appear here when they reach “{first.name}”: {firstMatches.map(matchLabel).join(" or ")}.{" "}
              {uncollected && firstMatches.every(({ kind }) => kind !== "stage") ? (
                <NotCollected site={uncollected} />
              ) : (
                "Choose a longer period to look further back."
              )}
            </>
          }
        />
      ) : (
        <>
          <section className={`card ${css.sheet}`} aria-labelledby="steps">
            <h2 id="steps" className={`larger weight-560 ${css.title}`}>
              Steps
            </h2>
            <FunnelChart
              steps={steps}
              dropOffHref={(step) => hrefOf(`drop-offs${withQuery(search, { step: String(step) })}`)}
            />
          </section>
          <section className="top-175" aria-labelledby="step-figures">
            <h2 id="step-figures" className={`larger weight-560 ${css.title}`}>
              Step by step
            </h2>
            <StepTable steps={steps} before={before?.steps ?? null} />
          </section>
          {groups && by && <Groups {...groups} by={by} />}
        </>
      )}
      <section className="top-175" aria-labelledby="counted">
        <h2 id="counted" className={`larger weight-560 ${css.title}`}>
          What each step counts
        </h2>
        <dl className={`smaller ${css.counted}`}>
          {funnel.definition.steps.map(({ name, matches }) => (
            <div className="breaks grid" key={name}>
              <dt>{name}</dt>
              <dd className="soft">{matches.map(matchLabel).join(" or ")}</dd>
            </div>
          ))}
        </dl>
        {anonymousActions > 0 && (
          <Notice kind="info">
            {formatNumber(anonymousActions)} matching {anonymousActions === 1 ? "action" : "actions"} of visitors who
            ask not to be tracked are not included. They have no id, so they cannot be followed from step to step.
          </Notice>
        )}
      </section>
      <ConfirmDialog
        {...dialog}
        open={isDeleting}
        title={`Delete the funnel “${funnel.name}”?`}
        confirm="Delete funnel"
        busyText="Deleting"
        onConfirm={() => void act({ intent: "delete", funnelId: funnel.id ?? "", version: String(funnel.version) })}
      >
        <p>Visits and events stay. Only the definition of the funnel is deleted.</p>
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

const windowText = (hours: number) =>
  hours % 24 === 0 ? `${hours / 24} ${hours === 24 ? "day" : "days"}` : counted(hours, "hour");

/** `countedAt`: number of the required step before, where visitors who stop at this optional step are counted. */
type Line = FunnelStepFigures & { number: number; countedAt: number; before: FunnelStepFigures | null };

function StepTable({
  steps,
  before,
}: {
  steps: readonly FunnelStepFigures[];
  before: readonly FunnelStepFigures[] | null;
}) {
  const columns: Column<Line>[] = [
    {
      label: "Step",
      heads: true,
      cell: ({ number, name }) => <span className={css.step}>{`${number}. ${name}`}</span>,
    },
    { label: "Visitors", numeric: true, cell: ({ visitors }) => formatNumber(visitors) },
    { label: "From start", numeric: true, cell: ({ fromStart }) => percent(fromStart) },
    {
      label: "From previous required step",
      numeric: true,
      cell: ({ fromPrevious }) => percent(fromPrevious),
    },
    {
      label: "Left after this step",
      numeric: true,
      cell: ({ droppedOff, isOptional, countedAt }) =>
        isOptional ? `counted at step ${countedAt}` : formatNumber(droppedOff),
    },
    {
      label: "Median time since then",
      numeric: true,
      cell: ({ medianSeconds }) => (medianSeconds === null ? "–" : timeText(medianSeconds)),
    },
    { label: "Sales", numeric: true, cell: ({ revenueUsd }) => formatUsd(revenueUsd) },
  ];
  if (before)
    columns.push(
      {
        label: "Visitors, previous period",
        numeric: true,
        cell: (line) => formatNumber(line.before?.visitors ?? 0),
      },
      {
        label: "Change",
        numeric: true,
        cell: (line) => relativeChange(line.visitors, line.before?.visitors ?? 0) ?? "–",
      },
      {
        label: "From start, previous period",
        numeric: true,
        cell: (line) => percent(line.before?.fromStart ?? null),
      },
    );
  return (
    <>
      <Table
        caption="Figures of each step"
        quiet
        columns={columns}
        rows={steps.map((step, index) => ({
          ...step,
          number: index + 1,
          countedAt: steps.findLastIndex(({ isOptional }, earlier) => earlier < index && !isOptional) + 1,
          before: before?.[index] ?? null,
        }))}
        rowKey={({ number }) => String(number)}
      />
      {steps.some(({ isOptional }) => isOptional) && (
        <p className="muted smaller">
          An optional step can be skipped. Visitors who stop there are counted at the required step before it.
        </p>
      )}
    </>
  );
}

type Group = FunnelGroups["groups"][number];

function Groups({ groups, count: all, by }: FunnelGroups & { by: FunnelBreakdown }) {
  const steps = groups[0]?.steps ?? [];
  const columns: Column<Group>[] = [
    { label: dimensionLabels[by], heads: true, cell: ({ name }) => name },
    ...steps.map(
      ({ name }, index): Column<Group> => ({
        key: `step ${index}`,
        label: name,
        numeric: true,
        cell: (group) => formatNumber(group.steps[index]!.visitors),
      }),
    ),
    {
      label: "Conversion",
      numeric: true,
      cell: (group) => percent(group.steps.at(-1)!.fromStart),
    },
  ];
  return (
    <section className="top-175" aria-labelledby="groups">
      <h2 id="groups" className={`larger weight-560 ${css.title}`}>
        {breakdownText(by)}
      </h2>
      <Table
        caption={`Visitors of each step by ${by}`}
        quiet
        columns={columns}
        rows={groups}
        rowKey={({ name }) => name}
      />
      {all > groups.length && (
        <p className="muted smaller">
          The {groups.length} largest of {formatNumber(all)} groups. The CSV export has all of them.
        </p>
      )}
    </section>
  );
}
