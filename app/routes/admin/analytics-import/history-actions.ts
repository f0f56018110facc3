import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { analyticsImportsAdminEndpoints } from "#app/routes/api/analytics/analytics-imports-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";

const act = actionsOf<typeof analyticsImportsAdminEndpoints>();

const importIn = (form: FormFields) => ({ importId: form.text("importId") });

const historyActions = {
  start: async (form: FormFields) => act("POST /admin/analytics-imports/{importId}/start", importIn(form), ""),
  remove: async (form: FormFields) =>
    act("DELETE /admin/analytics-imports/{importId}", importIn(form), "The import is removed.", {
      go: "/admin/analytics/import",
    }),
};

export type HistoryIntent = IntentOf<typeof historyActions>;

export const performHistoryAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, historyActions);
