import { counted } from "#app/lib/numbers.ts";
import { runDueJobs } from "#app/platform/queues/jobs.server.ts";
import { openThreads } from "#app/platform/threads.server.ts";
import { jobDefinitions, schedules } from "../process/schedule.ts";
import type { Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

export const runDue = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    openThreads(process.argv[1]!);
    const { ran, failed } = await runDueJobs(ctx.db, jobDefinitions, schedules);
    return {
      data: { ran, failed },
      lines: [`${counted(ran, "job")} ran, ${failed} failed.`],
      failed: failed > 0,
    };
  });
