import { z } from "zod";
import { isDeliveryClosing } from "#app/features/mail/sending/delivery.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { defineJob, enqueue } from "#app/platform/queues/jobs.server.ts";
import { enrolInactive } from "./enrollments/inactivity.server.ts";
import { settleOpenTasks } from "./steps/step-tasks.server.ts";
import { advanceDue } from "./steps/worker.server.ts";

/** Maximum duration of one run, so that a killed process's run is soon replaced. */
const maxRunMs = 40_000;

/** Processes every due step; runs each minute, and again at once while more is due. */
export const advanceSequencesJob = defineJob({
  name: "sequences.advance",
  payload: z.object({}),
  single: true,
  expireInSeconds: 90,
  run: async (ctx) => {
    const until = performance.now() + maxRunMs;
    const total = { mails: 0, tasks: 0, ended: 0 };
    for (;;) {
      const { claimed, mails, tasks, ended } = await advanceDue({ ...ctx, now: currentTime() });
      total.mails += mails;
      total.tasks += tasks;
      total.ended += ended;
      if (claimed === 0 || isDeliveryClosing()) return total;
      if (performance.now() > until) {
        await enqueue(ctx, advanceSequencesJob, {});
        return total;
      }
    }
  },
});

export const enrolInactiveJob = defineJob({
  name: "sequences.enrol-inactive",
  payload: z.object({}),
  single: true,
  run: (ctx) => enrolInactive(ctx),
});

export const settleTasksJob = defineJob({
  name: "sequences.settle-tasks",
  payload: z.object({}),
  single: true,
  run: (ctx) => settleOpenTasks(ctx),
});
