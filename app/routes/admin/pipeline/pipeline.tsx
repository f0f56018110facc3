import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import { listHostZones } from "#app/features/booking/hosts/hosts.server.ts";
import { viewQuery } from "#app/features/pipeline/lists/saved-view.ts";
import { listSavedViews } from "#app/features/pipeline/lists/saved-views.server.ts";
import { creationFields, prospectFields } from "#app/features/pipeline/prospect-fields.ts";
import { readFigures } from "#app/features/pipeline/prospects/figures.server.ts";
import {
  dueFilters,
  prospectSorts,
  readProspectFilters,
  scoreFilters,
  sizeFilters,
  sourceLabels,
} from "#app/features/pipeline/prospects/prospect-list.ts";
import {
  countProspects,
  listProspects,
  type ProspectEntry,
  readBoard,
} from "#app/features/pipeline/prospects/prospects.server.ts";
import { type Stage, stageLabel, stages } from "#app/features/pipeline/prospects/stages.ts";
import { listTags } from "#app/features/pipeline/prospects/tags.server.ts";
import { Board, boardKeys } from "#app/features/pipeline/ui/board/board.tsx";
import { SavedViews } from "#app/features/pipeline/ui/board/saved-views.tsx";
import { LostFields } from "#app/features/pipeline/ui/prospect/lost-fields.tsx";
import { readListQuery, withQuery } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { DownloadForm } from "#app/shell/admin/download-form.tsx";
import { addProspectHash } from "#app/shell/admin/navigation.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { PageKeys } from "#app/ui/admin/page-keys.tsx";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { TextField } from "#app/ui/forms/field.tsx";
import type { Route } from "./+types/pipeline";
import { type ListIntent, performListAction } from "./list-actions.ts";
import { NoProspects, PipelineTable } from "./pipeline-table.tsx";
import { upcomingCalls } from "./upcoming-calls.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const view = params.get("view") === "table" ? ("table" as const) : ("board" as const);
  const query = readListQuery(params, prospectSorts, { key: "score", direction: "desc" });
  if (view === "board") params.delete("stage");
  const firmZone = env().COMPANY_TIMEZONE;
  const filters = readProspectFilters(params, query.search, firmZone);
  const me = ctx.actor.kind === "user" ? ctx.actor.userId : "";
  const [board, page, count, figures, admins, views, tags, zones] = await Promise.all([
    view === "board" ? readBoard(ctx, filters).then(admitted) : null,
    view === "table" ? listProspects(ctx, { ...query, filters }).then(admitted) : null,
    view === "table" ? countProspects(ctx, filters).then(admitted) : null,
    readFigures(ctx, filters).then(admitted),
    listTeam(ctx, "pipeline"),
    listSavedViews(ctx).then(admitted),
    listTags(ctx).then(admitted),
    listHostZones(ctx, [me]),
  ]);
  const entries = page ? page.rows : (board?.flatMap(({ cards }) => cards) ?? []);
  return {
    view,
    now: ctx.now,
    sort: query.sort,
    isFiltered: [...params.keys()].some((name) => filterNames.includes(name) && params.get(name)),
    columns: board,
    page,
    count,
    figures,
    views,
    tags,
    calls: await upcomingCalls(ctx, entries, zones.get(me) ?? firmZone),
    owners: admins.map(({ userId, name }) => ({ userId, name })),
  };
}

const filterNames = ["q", "stage", "owner", "score", "size", "source", "due", "tag", "cold"];

export const meta = () => unlisted("Pipeline");

export const clientAction = async ({ request }: Route.ClientActionArgs) => performListAction(await request.formData());

export default function Pipeline({ loaderData }: Route.ComponentProps) {
  const { view, now, columns, page, count, figures, owners, views, tags, calls, sort, isFiltered } = loaderData;
  const { act, busy, running, doneAt, choiceDoneAt, refusal, toast } = useAdminAction<ListIntent>();
  const [losing, setLosing, losingDialog] = useDialog<ProspectEntry | null>({ busy, doneAt, refusal }, null);
  const [isAdding, setAdding, addingDialog] = useDialog({ busy, doneAt, refusal }, false);
  const { search, hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening the same link again reopens the dialog
  useEffect(() => {
    if (hash === addProspectHash) setAdding(true);
  }, [hash, key]);
  const move = ({ id, stage }: ProspectEntry, to: Stage, reason = "", note = "") =>
    void act({
      ...{ intent: "move", prospectId: id, from: stage, to, reason, note },
      ...{ label: stageLabel(to), fromLabel: stageLabel(stage) },
    });
  const moving = running?.get("intent") === "move" ? running : null;
  const shown = columns && moved(columns, String(moving?.get("prospectId")), moving && (moving.get("to") as Stage));
  const total = count ?? columns?.reduce((sum, column) => sum + column.count, 0) ?? 0;
  return (
    <AdminPage
      title="Pipeline"
      tools={
        <>
          <Link
            className={buttonClass({ size: 40 })}
            to={withQuery(search, view === "board" ? { view: "table" } : { view: null, stage: null })}
            preventScrollReset
          >
            {view === "board" ? "Show as table" : "Show as board"}
          </Link>
          <Link className={buttonClass({ size: 40 })} to="/admin/prospect-pipeline/duplicates">
            Duplicates
          </Link>
          <Link data-changes-only className={buttonClass({ size: 40 })} to="/admin/prospect-pipeline/import">
            Import
          </Link>
          <DownloadForm
            action="/api/admin/prospect-exports"
            fields={{ filters: viewQuery(search) }}
            label="Export"
            size={40}
          />
          <Button variant="primary" size={40} onClick={() => setAdding(true)}>
            Add prospect
          </Button>
        </>
      }
      figures={[
        { label: "Open prospects", value: formatNumber(figures.open) },
        { label: "New analyses, 7 days", value: formatNumber(figures.newAnalyses) },
        { label: `Entered ${stageLabel("call_booked")}, 7 days`, value: formatNumber(figures.enteredCallBooked) },
        {
          label: "Median days to call",
          value: figures.medianDaysToCall === null ? "None yet" : figures.medianDaysToCall.toFixed(1),
          note: "last 90 days",
        },
        {
          label: "Late tasks",
          value: formatNumber(figures.lateTasks),
          href: `/admin/prospect-pipeline${withQuery(search, { due: "late" })}`,
          ...(figures.lateTasks > 0 ? { tone: "critical" as const } : {}),
        },
      ]}
    >
      <SavedViews
        views={views}
        busy={busy}
        refusal={refusal}
        doneAt={doneAt}
        onSave={(view) => void act({ intent: "save-view", ...view })}
        onChange={(viewId, version, view) =>
          void act({ intent: "change-view", viewId, version: String(version), ...view })
        }
        onDelete={(viewId) => void act({ intent: "delete-view", viewId })}
      />
      <AdminFilters
        search="Search company or person"
        selects={[
          {
            name: "owner",
            label: "Owner",
            all: "Owner: all",
            options: withChosen(search, "owner", "Former admin", [
              ...owners.map(({ userId, name }) => ({ value: userId, label: name })),
              { value: "none", label: "No owner" },
            ]),
          },
          {
            name: "score",
            label: "Score",
            all: "Score: any",
            options: scoreFilters.map((from) => ({ value: String(from), label: `Score ${from}+` })),
          },
          {
            name: "size",
            label: "Company size",
            all: "Company size: any",
            options: Object.entries(sizeFilters).map(([value, { label }]) => ({ value, label })),
          },
          { name: "source", label: "Source", all: "Source: any", options: optionsOf(sourceLabels) },
          { name: "due", label: "Next step", all: "Due: any time", options: optionsOf(dueFilters) },
          {
            name: "tag",
            label: "Tag",
            all: "Tag: any",
            options: withChosen(
              search,
              "tag",
              null,
              tags.map((tag) => ({ value: tag, label: tag })),
            ),
          },
          { name: "cold", label: "Activity", all: "Activity: any", options: [{ value: "1", label: "Cold, 90 days" }] },
          ...(view === "table"
            ? [
                {
                  name: "stage",
                  label: "Stage",
                  all: "Stage: all",
                  options: stages().map(({ key, label }) => ({ value: key, label })),
                },
              ]
            : []),
        ]}
        result={countText(total, page?.rows.length)}
      />
      {shown &&
        (total || isFiltered ? (
          <Board
            columns={shown}
            calls={calls}
            owners={owners}
            now={now}
            today={figures.today}
            onMove={({ entry, to }) => (to === "lost" ? setLosing(entry) : move(entry, to))}
          />
        ) : (
          <NoProspects isFiltered={false} />
        ))}
      {shown && <PageKeys keys={boardKeys} />}
      {page && (
        <PipelineTable
          page={page}
          calls={calls}
          sort={sort}
          owners={owners}
          now={now}
          today={figures.today}
          isFiltered={isFiltered}
          acting={{ act, busy, refusal, doneAt, choiceDoneAt }}
        />
      )}
      <ConfirmDialog
        {...losingDialog}
        open={losing !== null}
        title={`Mark ${losing?.company ?? losing?.name ?? losing?.email ?? ""} as lost?`}
        confirm="Mark as lost"
        busyText="Saving"
        onConfirm={(form) => losing && move(losing, "lost", String(form.get("reason")), String(form.get("note") ?? ""))}
      >
        <LostFields key={losing?.id} />
      </ConfirmDialog>
      <ConfirmDialog
        {...addingDialog}
        open={isAdding}
        title="Add a prospect"
        confirm="Add prospect"
        busyText="Adding"
        onConfirm={(form) => {
          const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
          void act({ ...values, intent: "create" });
        }}
      >
        <TextField label="Email" name="email" type="email" required autoComplete="off" />
        {creationFields
          .filter((field) => prospectFields[field].creation === "form")
          .map((field) => (
            <TextField key={field} label={prospectFields[field].label} name={field} optional autoComplete="off" />
          ))}
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

/** "1,234 prospects, 50 on this page" */
const countText = (total: number, onPage = total) =>
  `${counted(total, "prospect")}${onPage < total ? `, ${onPage} on this page` : ""}`;

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Returns the filter options plus the active one (as `label`, or as its value) if it is missing. */
function withChosen(
  search: string,
  name: string,
  label: string | null,
  options: readonly { value: string; label: string }[],
) {
  const value = new URLSearchParams(search).get(name);
  return !value || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: label ?? value }];
}

type Columns = NonNullable<Awaited<ReturnType<typeof loader>>["columns"]>;

/** Returns the board as it will be when the running move succeeds. */
function moved(columns: Columns, id: string, to: Stage | null): Columns {
  const entry = columns.flatMap(({ cards }) => cards).find((card) => card.id === id);
  if (!entry || !to || entry.stage === to) return columns;
  return columns.map((column) => {
    if (column.stage === entry.stage)
      return {
        ...column,
        count: column.count - 1,
        cards: column.cards.filter((card) => card.id !== id),
      };
    if (column.stage === to)
      return {
        ...column,
        count: column.count + 1,
        cards: [{ ...entry, stage: to }, ...column.cards],
      };
    return column;
  });
}
