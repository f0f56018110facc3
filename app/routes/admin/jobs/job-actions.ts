import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { type ActAnswer, told } from "#app/shell/admin/act.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const calls = api.api.admin;
const queues = calls.queues[":queue"];
const ofQueue = (form: FormFields) => ({
  param: { queue: form.text("queue") },
  json: { jobId: form.text("jobId") || null },
});

/** Every action of the jobs pages. */
const jobActions = {
  retry: async (form: FormFields) =>
    told(await ask(queues.retries.$post(ofQueue(form))), "Queued again. It runs within seconds."),
  discard: async (form: FormFields) => told(await ask(queues.discards.$post(ofQueue(form))), "Discarded."),
  redeliver: async (form: FormFields) =>
    told(
      await ask(
        calls["event-deliveries"].$post({
          json: { consumer: form.text("consumer"), eventId: form.text("eventId") || null },
        }),
      ),
      "Queued again. A delivery that fails again returns to this list.",
    ),
};
export type JobIntent = IntentOf<typeof jobActions>;

export const performJobAct = (form: FormData): Promise<ActAnswer> => runIntent<ActAnswer>(form, jobActions);
