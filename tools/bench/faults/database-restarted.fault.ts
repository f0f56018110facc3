import type { Fault } from "./fault.ts";
import { withDatabaseUrl } from "./with-site.ts";

export const fault: Fault = {
  title: "database restarted",
  run: () =>
    withDatabaseUrl(async ({ database }) => {
      await database.stop();
      await database.start();
      return { healedAt: performance.now() };
    }),
};
