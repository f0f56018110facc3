import type { ImportChoices } from "#app/features/pipeline/import-file.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActAnswer, told } from "#app/shell/admin/act.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const calls = api.api.admin["prospect-imports"][":importId"];
const importIn = (form: FormFields) => ({ importId: form.text("importId") });

/** Actions on an uploaded file. */
const importActions = {
  start: async (form: FormFields) =>
    told(
      await ask(calls.start.$post({ param: importIn(form), json: form.json("choices") as ImportChoices })),
      "The import has started.",
    ),
  delete: async (form: FormFields): Promise<ActAnswer> => {
    const answer = told(await ask(calls.$delete({ param: importIn(form) })), "The file was deleted.");
    return answer.ok ? { ...answer, go: "/admin/prospect-pipeline/import" } : answer;
  },
};

export type ImportIntent = IntentOf<typeof importActions>;

export const performImportAct = (form: FormData): Promise<ActAnswer> => runIntent<ActAnswer>(form, importActions);
