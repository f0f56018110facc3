import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { serverPid } from "./site.ts";
import { withSite } from "./with-site.ts";

export const fault: Fault = {
  title: "`kill -9` of Node under `npm start`",
  run: () =>
    withSite(
      async ({ dataDir, load }) => {
        const before = serverPid(dataDir);
        process.kill(before, "SIGKILL");
        const healedAt = performance.now();
        await pause(500);
        await load.moreWrites(3);
        return { healedAt, problems: serverPid(dataDir) === before ? ["the server was not started again"] : [] };
      },
      { supervised: true },
    ),
};
