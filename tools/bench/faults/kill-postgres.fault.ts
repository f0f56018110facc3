import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { postmasterPid } from "./site.ts";
import { withSite } from "./with-site.ts";

export const fault: Fault = {
  title: "`kill -9` of the embedded PostgreSQL, three times",
  run: () =>
    withSite(async ({ dataDir, load }) => {
      let healedAt = performance.now();
      for (let round = 0; round < 3; round += 1) {
        process.kill(postmasterPid(dataDir), "SIGKILL");
        healedAt = performance.now();
        await pause(300);
        await load.moreWrites(10);
      }
      return { healedAt };
    }),
};
