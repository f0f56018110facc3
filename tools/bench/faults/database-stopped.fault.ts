import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { withDatabaseUrl } from "./with-site.ts";

export const fault: Fault = {
  title: "database stopped for 60 s",
  run: () =>
    withDatabaseUrl(async ({ database }) => {
      await database.stop();
      await pause(60_000);
      await database.start();
      return { healedAt: performance.now() };
    }),
};
