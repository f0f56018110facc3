import { data, Link } from "react-router";
import {
  listArchitectWork,
  listLocked,
  readBlueprintFigures,
} from "#app/features/full-blueprint/drawing/architect-work.server.ts";
import { companyTimezone } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { fullBlueprintStages, stageLabels, targetBusinessDays } from "#app/features/full-blueprint/full-blueprint.ts";
import { StageBadge } from "#app/features/full-blueprint/ui/stage-badge.tsx";
import { placeIn, shownText } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { type FormFields, runIntent } from "#app/lib/forms/form-intent.ts";
import type { fullBlueprintEndpoints } from "#app/routes/api/blueprint/full-blueprint.server.ts";
import { type ActionResult, actionsOf, useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/blueprints";

const act = actionsOf<typeof fullBlueprintEndpoints>();

export const meta = () => unlisted("Full blueprints");

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const filter = [...fullBlueprintStages, "locked" as const].find((each) => each === params.get("filter")) ?? "waiting";
  const place = placeIn(params);
  const [figures, entries, locked] = await Promise.all([
    readBlueprintFigures(ctx),
    filter === "locked" ? null : listArchitectWork(ctx, { stage: filter, ...place }),
    filter === "locked" ? listLocked(ctx, place) : null,
  ]);
  if (!figures.ok || entries?.ok === false || locked?.ok === false) throw data(null, { status: 403 });
  return {
    filter,
    now: ctx.now,
    timezone: companyTimezone(),
    entries: entries?.value ?? null,
    locked: locked?.value ?? null,
    figures: figures.value,
  };
}

const actions = {
  unlock: async (form: FormFields) =>
    act(
      "POST /admin/blueprints/{id}/unlock",
      { id: form.text("blueprint") },
      "Unlocked. The client was notified by email. Assign an architect next.",
    ),
};

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  runIntent<ActionResult>(await request.formData(), actions);

const companyColumn = {
  label: "Company",
  heads: true,
  cell: ({ blueprintId, companyName, client }: { blueprintId: string; companyName: string; client: string }) => (
    <>
      <Link to={`/admin/blueprint/${blueprintId}`}>{companyName || client}</Link>
      {companyName && <span className="block muted weight-400 size-81">{client}</span>}
    </>
  ),
};

export default function Blueprints({
  loaderData: { filter, entries, locked, figures, now, timezone },
}: Route.ComponentProps) {
  const { act, busy, running, toast } = useAdminAction<"unlock">();
  return (
    <AdminPage
      title="Full blueprints"
      lead={`Unlocked blueprints to prepare, longest wait first. Due ${targetBusinessDays} business days after the kickoff.`}
      figures={[
        {
          label: "Without an architect",
          value: figures.unassigned,
          ...(figures.unassigned > 0 ? { tone: "critical" as const } : {}),
        },
        { label: "Architect assigned", value: figures.assigned },
        { label: "In review", value: figures["in-review"] },
        {
          label: "Late",
          value: figures.late,
          note: "past the day for the kickoff, or past the target date after it",
          ...(figures.late > 0 ? { tone: "critical" as const } : {}),
        },
        { label: "Published", value: figures.published },
      ]}
    >
      <AdminFilters
        chips={[
          {
            name: "filter",
            label: "Stage",
            options: [
              { value: "", label: "Waiting" },
              ...fullBlueprintStages.map((value) => ({ value, label: stageLabels[value] })),
              { value: "locked", label: "Locked", count: figures.locked },
            ],
          },
        ]}
        result={shownText((locked ?? entries)?.rows.length ?? 0, (locked ?? entries)?.next !== null)}
      />
      {locked && (
        <AdminList
          caption="Finished analyses with a locked full blueprint"
          {...locked}
          rowKey={({ blueprintId }) => blueprintId}
          empty={
            <Empty title="Every finished analysis is unlocked" text="New ones appear here when they are finished." />
          }
          columns={[
            companyColumn,
            { label: "Last changed", cell: ({ finishedAt }) => <Day at={finishedAt} /> },
            {
              label: "Actions",
              cell: ({ blueprintId, companyName, client }) => (
                <Button
                  size={32}
                  busy={busy && running?.get("blueprint") === blueprintId}
                  aria-label={`Unlock the full blueprint of ${companyName || client}`}
                  onClick={() => void act({ intent: "unlock", blueprint: blueprintId })}
                >
                  Unlock
                </Button>
              ),
            },
          ]}
        />
      )}
      {entries && (
        <AdminList
          caption="Full blueprints"
          {...entries}
          rowKey={({ blueprintId }) => blueprintId}
          empty={
            <Empty
              title={filter === "waiting" ? "No blueprints to prepare" : "None at this stage"}
              text="Full blueprints appear here once unlocked by a call, a payment, or an admin."
            />
          }
          columns={[
            companyColumn,
            {
              label: "Stage",
              cell: (entry) => <StageBadge {...entry} now={now} timezone={timezone} />,
            },
            { label: "Architect", cell: ({ architect }) => architect ?? "Not assigned" },
            {
              label: "Unlocked",
              cell: ({ requestedAt, method }) => (
                <>
                  <Day at={requestedAt} />
                  <span className="block muted weight-400 size-81">by {method}</span>
                </>
              ),
            },
            {
              label: "Target date",
              cell: ({ targetAt, dueAt, publishedAt, stage }) =>
                stage === "published" && publishedAt ? (
                  <>
                    published <Day at={publishedAt} />
                  </>
                ) : targetAt ? (
                  <Day at={targetAt} />
                ) : (
                  <>
                    after the kickoff
                    <span className="block muted weight-400 size-81">
                      kickoff due <Day at={dueAt} />
                    </span>
                  </>
                ),
            },
          ]}
        />
      )}
      {toast}
    </AdminPage>
  );
}
