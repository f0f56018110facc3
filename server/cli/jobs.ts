import type { Command } from "commander";
import { runDueJobs } from "../../app/platform/jobs.server.ts";
import type { Act } from "../cli.ts";
import { jobDefinitions, schedules } from "../schedule.ts";
import type { Outcome } from "./output.ts";
import { atWork } from "./workplace.ts";

/** `jobs run-due`: for set-ups where no process keeps the jobs (JOBS=off) and a timer of the machine calls this instead. */
export function jobsCommands(program: Command, act: Act) {
  const jobs = program.command("jobs").description("background work");
  jobs
    .command("run-due")
    .description("run every timed job once and everything that waits, then end")
    .action(act(runDue));
}

const runDue = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const { ran, failed } = await runDueJobs(ctx.db, jobDefinitions, schedules);
    return {
      data: { ran, failed },
      lines: [`${ran} ${ran === 1 ? "job" : "jobs"} ran, ${failed} failed.`],
      failed: failed > 0,
    };
  });
