import { runDueJobs } from "#app/platform/jobs.server.ts";
import { jobDefinitions, schedules } from "../schedule.ts";
import type { Outcome } from "./output.ts";
import { atWork } from "./workplace.ts";

export const runDue = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const { ran, failed } = await runDueJobs(ctx.db, jobDefinitions, schedules);
    return {
      data: { ran, failed },
      lines: [`${ran} ${ran === 1 ? "job" : "jobs"} ran, ${failed} failed.`],
      failed: failed > 0,
    };
  });
