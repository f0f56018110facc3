import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { clusterMark, layoutOf } from "../../../app/platform/postgres/layout.server.ts";
import type { Fault } from "./fault.ts";
import { postmasterPid } from "./site.ts";
import { withDatabaseUrl } from "./with-site.ts";

export const fault: Fault = {
  title: "database frozen (`SIGSTOP`) for 45 s",
  run: () =>
    withDatabaseUrl(async ({ databaseDir }) => {
      const mark = clusterMark(layoutOf(databaseDir).cluster);
      const backends = execFileSync("pgrep", ["-f", `postgres: ${mark}`], { encoding: "utf8" })
        .trim()
        .split("\n");
      const pids = [postmasterPid(databaseDir), ...backends.map(Number)];
      const signal = (name: NodeJS.Signals) => {
        for (const pid of pids) {
          try {
            process.kill(pid, name);
          } catch {
            // A backend may have ended meanwhile.
          }
        }
      };
      signal("SIGSTOP");
      await pause(45_000);
      signal("SIGCONT");
      return { healedAt: performance.now() };
    }),
};
