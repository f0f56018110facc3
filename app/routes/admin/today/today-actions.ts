import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { settingsAdminEndpoints } from "#app/routes/api/admin/settings-admin.server.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { client } from "#app/shell/api-client.ts";
import { withFreshCode } from "#app/shell/fresh-code.ts";
import { accessActions } from "../access-requests/access-actions.ts";
import { billingActions } from "../billing/billing-actions.ts";
import { takeBlueprint } from "../blueprints/blueprint-actions.ts";
import { callActions } from "../calendar/calendar-actions.ts";
import { retryMail } from "../mail/mail-actions.ts";
import { pipelineActions } from "../pipeline/pipeline-actions.ts";

const call = client<typeof settingsAdminEndpoints>();

/** The actions of today's page, from the pages of its items. */
const todayActions = {
  approve: accessActions.approve,
  decline: accessActions.decline,
  reopen: accessActions.reopen,
  mark: callActions.mark,
  decide: callActions.decide,
  "finish-task": pipelineActions["finish-task"],
  "reopen-task": pipelineActions["reopen-task"],
  paid: billingActions.paid,
  "take-blueprint": (form: FormFields) => takeBlueprint(form.text("blueprintId"), form.text("architectId")),
  "dismiss-step": async (form: FormFields) =>
    resultOf(
      await withFreshCode(() =>
        call("PUT /admin/settings", { changes: [{ name: "firm.setup_dismissed", value: form.text("dismissed") }] }),
      ),
      "The step is dismissed. Settings, Firm shows it again.",
    ),
  "retry-mail": (form: FormFields) => retryMail(form.text("mail")),
};

export type TodayIntent = IntentOf<typeof todayActions>;

export const performTodayAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, todayActions);
