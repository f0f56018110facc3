import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActAnswer, told } from "#app/shell/admin/act.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const calls = api.api.admin["analytics-imports"][":importId"];
const importIn = (form: FormFields) => ({ importId: form.text("importId") });

/** Actions on an uploaded history of visits. */
const historyActions = {
  start: async (form: FormFields) =>
    told(await ask(calls.start.$post({ param: importIn(form) })), "The import has started."),
  remove: async (form: FormFields): Promise<ActAnswer> => {
    const answer = told(await ask(calls.$delete({ param: importIn(form) })), "The import is removed.");
    return answer.ok ? { ...answer, go: "/admin/analytics/import" } : answer;
  },
};

export type HistoryIntent = IntentOf<typeof historyActions>;

export const performHistoryAct = (form: FormData): Promise<ActAnswer> => runIntent<ActAnswer>(form, historyActions);
