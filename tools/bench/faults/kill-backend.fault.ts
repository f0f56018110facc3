import type { Fault } from "./fault.ts";
import { withDatabase } from "./site.ts";
import { withSite } from "./with-site.ts";

export const fault: Fault = {
  title: "`kill -9` of a PostgreSQL backend, twelve times",
  run: () =>
    withSite(async ({ dataDir, load }) => {
      let healedAt = performance.now();
      for (let round = 0; round < 12; round += 1) {
        const pid = await withDatabase(dataDir, async (client) => {
          const { rows } = await client.query<{ pid: number }>(
            "select pid from pg_stat_activity where usename = 'gtmarc' and pid <> pg_backend_pid() order by query_start desc limit 1",
          );
          return rows[0]?.pid;
        });
        if (pid) process.kill(pid, "SIGKILL");
        healedAt = performance.now();
        await load.moreWrites(3);
      }
      return { healedAt };
    }),
};
