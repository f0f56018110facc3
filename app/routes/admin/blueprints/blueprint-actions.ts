import { type FullBlueprintContent, targetBusinessDays } from "#app/features/full-blueprint/full-blueprint.ts";
import type { SaveAnswer } from "#app/features/full-blueprint/ui/editor/use-drawings.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { outlivingPage } from "#app/lib/outliving-request.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const endpoints = api.api.admin.blueprints[":id"];

const actions = (param: { id: string }) => ({
  unlock: async () =>
    resultOf(await ask(endpoints.unlock.$post({ param })), "Unlocked. The client was notified by email."),
  assign: async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints.architect.$put({
          param,
          json: { from: form.text("from") || null, architectId: form.text("architectId") },
        }),
      ),
      "Assigned. The client gets an email with the name.",
    ),
  kickoff: async () =>
    resultOf(
      await ask(endpoints.kickoff.$post({ param })),
      `Kickoff recorded. The ${targetBusinessDays} business days start now.`,
      {
        intent: "withdraw-kickoff",
      },
    ),
  "withdraw-kickoff": async () =>
    resultOf(await ask(endpoints.kickoff.$delete({ param })), "Kickoff withdrawn. The fee is refundable again."),
  review: async () => resultOf(await ask(endpoints.review.$post({ param })), "In review. The client sees the stage."),
  publish: async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints.versions.$post({ param, json: { version: Number(form.text("version")), note: form.text("note") } }),
      ),
      "Published. The client was notified by email.",
    ),
});
const commentActions = (id: string) => ({
  comment: async ({ text }: FormFields) =>
    resultOf(
      await ask(
        endpoints.comments.$post({ param: { id }, json: { sectionId: text("sectionId"), text: text("text") } }),
      ),
      "Sent. The client gets an email.",
    ),
  mark: async ({ text }: FormFields) =>
    resultOf(
      await ask(
        endpoints.threads[":section"].$put({
          param: { id, section: text("sectionId") },
          json: { open: text("open") === "yes", seen: text("seen") },
        }),
      ),
      "Saved.",
    ),
  "delete-comment": async ({ text }: FormFields) =>
    resultOf(
      await ask(endpoints.comments[":comment"].$delete({ param: { id, comment: text("comment") } })),
      "Deleted.",
    ),
});

export type ArchitectIntent = IntentOf<ReturnType<typeof actions>>;

export const takeBlueprint = async (id: string, architectId: string): Promise<ActionResult> =>
  resultOf(
    await ask(endpoints.architect.$put({ param: { id }, json: { from: null, architectId } })),
    "Assigned to you. The client gets an email with your name.",
  );

export const performBlueprintAction = (id: string, form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, { ...actions({ id }), ...commentActions(id) });

/** Saves the working copy once, also while its tab closes; the caller retries. */
export async function saveDrawing(id: string, version: number, content: FullBlueprintContent): Promise<SaveAnswer> {
  try {
    const json = { version, content };
    const response = await endpoints.drawings.$put({ param: { id }, json }, outlivingPage(json));
    const status: number = response.status;
    const body: unknown = await response.json();
    if (status === 200) {
      const saved = body as { version: number; savedAt: string };
      return { kind: "saved", version: saved.version, savedAt: new Date(saved.savedAt) };
    }
    if (status === 409) {
      const stale = body as { version: number; savedBy: string | null; content: FullBlueprintContent };
      return { kind: "stale", version: stale.version, savedBy: stale.savedBy, content: stale.content };
    }
    if (status === 429 || status >= 500) return { kind: "unreachable" };
    const { error } = body as { error?: { message: string } };
    return { kind: "refused", message: error?.message ?? "This could not be saved." };
  } catch {
    return { kind: "unreachable" };
  }
}
