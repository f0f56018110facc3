import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const calls = api.api.admin["analytics-imports"][":importId"];
const importIn = (form: FormFields) => ({ importId: form.text("importId") });

/** Actions on an uploaded history of visits. */
const historyActions = {
  start: async (form: FormFields) =>
    resultOf(await ask(calls.start.$post({ param: importIn(form) })), "The import has started."),
  remove: async (form: FormFields): Promise<ActionResult> => {
    const answer = resultOf(await ask(calls.$delete({ param: importIn(form) })), "The import is removed.");
    return answer.ok ? { ...answer, go: "/admin/analytics/import" } : answer;
  },
};

export type HistoryIntent = IntentOf<typeof historyActions>;

export const performHistoryAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, historyActions);
