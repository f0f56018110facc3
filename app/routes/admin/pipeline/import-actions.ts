import type { ImportChoices } from "#app/features/pipeline/import/import-file.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { pipelineFilesAdminEndpoints } from "#app/routes/api/admin/pipeline-files-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";

const act = actionsOf<typeof pipelineFilesAdminEndpoints>();

const importIn = (form: FormFields) => ({ importId: form.text("importId") });

const importActions = {
  start: async (form: FormFields) =>
    act(
      "POST /admin/prospect-imports/{importId}/start",
      { ...importIn(form), ...(form.json("choices") as ImportChoices) },
      "",
    ),
  undo: async (form: FormFields) => act("POST /admin/prospect-imports/{importId}/undo", importIn(form), ""),
  delete: async (form: FormFields) =>
    act("DELETE /admin/prospect-imports/{importId}", importIn(form), "The file was deleted.", {
      go: "/admin/prospect-pipeline/import",
    }),
};

export type ImportIntent = IntentOf<typeof importActions>;

export const performImportAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, importActions);
