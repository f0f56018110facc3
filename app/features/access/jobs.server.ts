import { z } from "zod";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { approveDueRequests } from "./access.server.ts";
import { sweepCheckLog } from "./grants/grants.server.ts";

export const approveDueJob = defineJob({
  name: "access.approve-due",
  payload: z.object({}),
  run: (ctx) => approveDueRequests(ctx),
  single: true,
});

export const sweepCheckLogJob = defineJob({
  name: "access.sweep-check-log",
  payload: z.object({}),
  run: (ctx) => sweepCheckLog(ctx),
});
