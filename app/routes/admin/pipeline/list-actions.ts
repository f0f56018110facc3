import {
  deletedPartsText,
  type ManyChanged,
  outcomeText,
  type ProspectsChange,
  type StageMoves,
  tagOutcome,
} from "#app/features/pipeline/lists/bulk.ts";
import { viewHref } from "#app/features/pipeline/lists/saved-view.ts";
import { stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { pipelineListsAdminEndpoints } from "#app/routes/api/admin/pipeline-lists-admin.server.ts";
import { type ActionResult, actionsOf, resultOf } from "#app/shell/admin/action.tsx";
import { type Answer, client } from "#app/shell/api-client.ts";
import { pipelineActions } from "./pipeline-actions.ts";

const act = actionsOf<typeof pipelineListsAdminEndpoints>();
const call = client<typeof pipelineListsAdminEndpoints>();

const viewIn = (form: FormFields) => ({
  name: form.text("name"),
  query: form.text("query"),
  isShared: form.text("isShared") === "on",
});

/** Actions of the board and the table: on one prospect, on many, and on saved views. */
const listActions = {
  create: pipelineActions.create,
  move: pipelineActions.move,
  "move-many": async (form: FormFields) => {
    const moves = form.json("moves") as StageMoves;
    const label = stageLabel(moves.groups[0]!.to);
    const answer = await call("POST /admin/prospect-moves", moves);
    return bulkResultOf(answer, form.text("isUndo") ? "moved back" : `moved to ${label}`, ({ changed }) => {
      const undone = undoOf(moves, new Set(changed));
      return undone.length === 0 || form.text("isUndo")
        ? undefined
        : { intent: "move-many", isUndo: "on", moves: JSON.stringify({ groups: undone, reason: null }) };
    });
  },
  "change-many": async (form: FormFields) => {
    const changes = form.json("changes") as ProspectsChange;
    const answer = await call("POST /admin/prospect-changes", changes);
    return bulkResultOf(answer, form.text("done"), (value) =>
      form.text("isUndo") ? undefined : undoOfChange(changes.change, value),
    );
  },
  "delete-many": async (form: FormFields) => {
    const json = { prospectIds: form.text("prospectIds").split(",") };
    const answer = await call("POST /admin/prospect-deletions", json);
    return bulkResultOf(answer, `deleted${answer.ok ? deletedPartsText(answer.value) : ""}`);
  },
  "save-view": async (form: FormFields) => {
    const view = viewIn(form);
    return act("POST /admin/pipeline-views", view, "View saved.", { go: ({ id }) => viewHref({ ...view, id }) });
  },
  "change-view": async (form: FormFields) => {
    const json = { ...viewIn(form), version: Number(form.text("version")) };
    const param = { viewId: form.text("viewId") };
    return act("PUT /admin/pipeline-views/{viewId}", { ...param, ...json }, "View saved.");
  },
  "delete-view": async (form: FormFields) => {
    const param = { viewId: form.text("viewId") };
    return act("DELETE /admin/pipeline-views/{viewId}", param, "View deleted.", { go: "/admin/prospect-pipeline" });
  },
};

export type ListIntent = IntentOf<typeof listActions>;

export const performListAction = (form: FormData): Promise<ActionResult> => runIntent<ActionResult>(form, listActions);

/** Returns the result of a bulk action; no changed prospect is an error. */
function bulkResultOf(
  answer: Answer<ManyChanged>,
  done: string,
  undo: (value: ManyChanged) => Record<string, string> | undefined = () => undefined,
): ActionResult {
  if (!answer.ok) return resultOf(answer, "");
  const text = outcomeText(answer.value, done);
  const isEmpty = answer.value.changed.length === 0 && answer.value.unchanged === 0;
  if (isEmpty) return { at: Date.now(), ok: false, message: text };
  const outcome = resultOf(answer, text, undo(answer.value));
  return outcome.ok ? { ...outcome, endsChoice: true } : outcome;
}

/** Returns the form that undoes a bulk change for the prospects that changed. */
function undoOfChange(change: ProspectsChange["change"], { changed: prospectIds, ownersBefore }: ManyChanged) {
  if (prospectIds.length === 0) return undefined;
  const form = (done: string, undo: ProspectsChange["change"]) => ({
    ...{ intent: "change-many", isUndo: "on", done },
    changes: JSON.stringify({ prospectIds, change: undo } satisfies ProspectsChange),
  });
  if (change.kind === "restore_owners") return undefined;
  if (change.kind === "owner")
    return (
      ownersBefore && form("changed back", { kind: "restore_owners", ownerId: change.ownerId, owners: ownersBefore })
    );
  const kind = change.kind === "add_tag" ? "remove_tag" : "add_tag";
  return form(tagOutcome(kind, change.tag), { kind, tag: change.tag });
}

/** Returns the moves that restore the changed prospects; moving back to lost would need its reason again. */
const undoOf = ({ groups }: StageMoves, changed: ReadonlySet<string>): StageMoves["groups"] =>
  groups
    .map(({ from, to, prospectIds }) => ({
      from: to,
      to: from,
      prospectIds: prospectIds.filter((id) => changed.has(id)),
    }))
    .filter(({ to, prospectIds }) => to !== "lost" && prospectIds.length > 0);
