import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { counted } from "#app/lib/numbers.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { type Answer, api, ask } from "#app/shell/api-client.ts";

const endpoints = api.api.admin;
const queues = endpoints.queues[":queue"];
const ofQueue = (form: FormFields) => ({
  param: { queue: form.text("queue") },
  json: { jobId: form.text("jobId") || null },
});

const countResultOf = (answer: Answer<{ count: number }>, text: (counted: string) => string, noun: string) =>
  resultOf(answer, answer.ok ? text(counted(answer.value.count, noun)) : "");

const jobActions = {
  retry: async (form: FormFields) =>
    countResultOf(await ask(queues.retries.$post(ofQueue(form))), (jobs) => `${jobs} queued again.`, "job"),
  discard: async (form: FormFields) =>
    countResultOf(await ask(queues.discards.$post(ofQueue(form))), (jobs) => `${jobs} discarded.`, "job"),
  redeliver: async (form: FormFields) =>
    countResultOf(
      await ask(
        endpoints["event-deliveries"].$post({
          json: { consumer: form.text("consumer"), eventId: form.text("eventId") || null },
        }),
      ),
      (events) => `${events} queued again. A delivery that fails again returns to this list.`,
      "event",
    ),
};
export type JobIntent = IntentOf<typeof jobActions>;

export const performJobAction = (form: FormData): Promise<ActionResult> => runIntent<ActionResult>(form, jobActions);
