import { z } from "zod";
import { defineJob } from "#app/platform/jobs.server.ts";
import { approveDueRequests } from "./access.server.ts";
import { sweepCheckLog } from "./grants.server.ts";

/** Sends the codes that were not approved earlier; every ten minutes. */
export const approveDueJob = defineJob({
  name: "access.approve-due",
  payload: z.object({}),
  run: (ctx) => approveDueRequests(ctx),
  single: true,
});

/** Forgets old checks; once a day. */
export const sweepCheckLogJob = defineJob({
  name: "access.sweep-check-log",
  payload: z.object({}),
  run: (ctx) => sweepCheckLog(ctx),
});
