import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const endpoints = api.api.admin["analytics-imports"][":importId"];
const importIn = (form: FormFields) => ({ importId: form.text("importId") });

const historyActions = {
  start: async (form: FormFields) =>
    resultOf(await ask(endpoints.start.$post({ param: importIn(form) })), "The import has started."),
  remove: async (form: FormFields): Promise<ActionResult> => {
    const answer = resultOf(await ask(endpoints.$delete({ param: importIn(form) })), "The import is removed.");
    return answer.ok ? { ...answer, go: "/admin/analytics/import" } : answer;
  },
};

export type HistoryIntent = IntentOf<typeof historyActions>;

export const performHistoryAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, historyActions);
