import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeJobs, defineJob, openJobs } from "./jobs.server.ts";

const { db, connection } = useDatabase();
afterEach(() => closeJobs(1));

test("what is to run at the start runs when a process begins to work, without waiting for its minute", async () => {
  const ran: string[] = [];
  const noting = (name: string) =>
    defineJob({ name, payload: z.object({}), run: async () => ran.push(name), collapse: true });
  const [atStart, yearly] = [noting("test.at-start"), noting("test.yearly")];
  const schedules = [
    { job: atStart, cron: "0 0 1 1 *", atStart: true },
    { job: yearly, cron: "0 0 1 1 *" },
  ];
  await openJobs({ connection, db, definitions: [atStart, yearly], schedules, work: true });
  await expect.poll(() => ran, { timeout: 20_000 }).toEqual(["test.at-start"]);
});
