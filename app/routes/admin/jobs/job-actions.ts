import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import { counted } from "#app/lib/numbers.ts";
import type { operationsAdminEndpoints } from "#app/routes/api/admin/operations-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";

const act = actionsOf<typeof operationsAdminEndpoints>();

const ofQueue = (form: FormFields) => ({ queue: form.text("queue"), jobId: form.text("jobId") || null });

const jobActions = {
  retry: async (form: FormFields) =>
    act("POST /admin/queues/{queue}/retries", ofQueue(form), ({ count }) => `${counted(count, "job")} queued again.`),
  discard: async (form: FormFields) =>
    act("POST /admin/queues/{queue}/discards", ofQueue(form), ({ count }) => `${counted(count, "job")} discarded.`),
  redeliver: async (form: FormFields) =>
    act(
      "POST /admin/event-deliveries",
      { consumer: form.text("consumer"), eventId: form.text("eventId") || null },
      ({ count }) => `${counted(count, "event")} queued again. A delivery that fails again returns to this list.`,
    ),
};
export type JobIntent = IntentOf<typeof jobActions>;

export const performJobAction = (form: FormData): Promise<ActionResult> => runIntent<ActionResult>(form, jobActions);
