import { type FullBlueprintContent, targetBusinessDays } from "#app/features/full-blueprint/full-blueprint.ts";
import type { SaveAnswer } from "#app/features/full-blueprint/ui/editor/use-drawings.ts";
import { outlivingPage } from "#app/lib/browsers/outliving-request.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { fullBlueprintEndpoints } from "#app/routes/api/blueprint/full-blueprint.server.ts";
import type { fullBlueprintCommentsEndpoints } from "#app/routes/api/blueprint/full-blueprint-comments.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";
import { client, unexpected } from "#app/shell/api-client.ts";

const act = actionsOf<typeof fullBlueprintCommentsEndpoints | typeof fullBlueprintEndpoints>();
const call = client<typeof fullBlueprintEndpoints>();

const actions = (param: { id: string }) => ({
  unlock: async () => act("POST /admin/blueprints/{id}/unlock", param, "Unlocked. The client was notified by email."),
  assign: async (form: FormFields) =>
    act(
      "PUT /admin/blueprints/{id}/architect",
      { ...param, from: form.text("from") || null, architectId: form.text("architectId") },
      "Assigned. The client gets an email with the name.",
    ),
  kickoff: async () =>
    act(
      "POST /admin/blueprints/{id}/kickoff",
      param,
      `Kickoff recorded. The ${targetBusinessDays} business days start now.`,
      { undo: { intent: "withdraw-kickoff" } },
    ),
  "withdraw-kickoff": async () =>
    act("DELETE /admin/blueprints/{id}/kickoff", param, "Kickoff withdrawn. The fee is refundable again."),
  review: async () => act("POST /admin/blueprints/{id}/review", param, "In review. The client sees the stage."),
  publish: async (form: FormFields) =>
    act(
      "POST /admin/blueprints/{id}/versions",
      { ...param, version: Number(form.text("version")), note: form.text("note") },
      "Published. The client was notified by email.",
    ),
});
const commentActions = (id: string) => ({
  comment: async ({ text }: FormFields) =>
    act(
      "POST /admin/blueprints/{id}/comments",
      { id, sectionId: text("sectionId"), text: text("text") },
      "Sent. The client gets an email.",
    ),
  mark: async ({ text }: FormFields) =>
    act(
      "PUT /admin/blueprints/{id}/threads/{section}",
      { id, section: text("sectionId"), open: text("open") === "yes", seen: text("seen") },
      "Saved.",
    ),
  "delete-comment": async ({ text }: FormFields) =>
    act("DELETE /admin/blueprints/{id}/comments/{comment}", { id, comment: text("comment") }, "Deleted."),
});

export type ArchitectIntent = IntentOf<ReturnType<typeof actions>>;

export const takeBlueprint = async (id: string, architectId: string): Promise<ActionResult> =>
  act(
    "PUT /admin/blueprints/{id}/architect",
    { id, from: null, architectId },
    "Assigned to you. The client gets an email with your name.",
  );

export const performBlueprintAction = (id: string, form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, { ...actions({ id }), ...commentActions(id) });

/** Saves the working copy once, also while its tab closes; the caller retries. */
export async function saveDrawing(id: string, version: number, content: FullBlueprintContent): Promise<SaveAnswer> {
  const json = { version, content };
  const saved = await call("PUT /admin/blueprints/{id}/drawings", { id, ...json }, outlivingPage(json));
  if (saved.ok) return { kind: "saved", version: saved.value.version, savedAt: new Date(saved.value.savedAt) };
  const { status, error } = saved;
  if (status === 409) {
    const stale = saved.body as { version: number; savedBy: string | null; content: FullBlueprintContent };
    return { kind: "stale", version: stale.version, savedBy: stale.savedBy, content: stale.content };
  }
  if (status === 0 || status === 429 || status >= 500) return { kind: "unreachable" };
  return { kind: "refused", message: error === unexpected ? "This could not be saved." : error.message };
}
