import type { ImportChoices } from "#app/features/pipeline/import-file.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const endpoints = api.api.admin["prospect-imports"][":importId"];
const importIn = (form: FormFields) => ({ importId: form.text("importId") });

const importActions = {
  start: async (form: FormFields) =>
    resultOf(
      await ask(endpoints.start.$post({ param: importIn(form), json: form.json("choices") as ImportChoices })),
      "The import has started.",
    ),
  undo: async (form: FormFields) =>
    resultOf(await ask(endpoints.undo.$post({ param: importIn(form) })), "The import is being undone."),
  delete: async (form: FormFields): Promise<ActionResult> => {
    const answer = resultOf(await ask(endpoints.$delete({ param: importIn(form) })), "The file was deleted.");
    return answer.ok ? { ...answer, go: "/admin/prospect-pipeline/import" } : answer;
  },
};

export type ImportIntent = IntentOf<typeof importActions>;

export const performImportAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, importActions);
