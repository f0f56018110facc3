import { z } from "zod";
import { defineJob } from "#app/platform/jobs.server.ts";
import { rescoreProspects } from "./rescoring.server.ts";
import { remindOfTasks } from "./task-reminders.server.ts";

/** Lowers scores as intent decays. */
export const rescoreProspectsJob = defineJob({
  name: "pipeline.rescore",
  payload: z.object({}),
  single: true,
  expireInSeconds: 1800,
  run: (ctx) => rescoreProspects(ctx),
});

/** Mails admins the tasks that are due. */
export const remindOfTasksJob = defineJob({
  name: "pipeline.remind",
  payload: z.object({}),
  single: true,
  run: (ctx) => remindOfTasks(ctx),
});
