import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { withDatabase } from "./site.ts";
import { withSite } from "./with-site.ts";

/** Each fails eleven times; a worker takes one job every two seconds when it is woken. */
const jobs = 3;

/** Jobs with unreadable payloads fail at every attempt; the backoff between attempts is shortened in the database. */
export const fault: Fault = {
  title: `${jobs} jobs that fail at every attempt (pauses cut short)`,
  run: () =>
    withSite(async ({ dataDir, load }) => {
      const name = "blueprint.write-narrative";
      await withDatabase(dataDir, (client) =>
        client.query(
          `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff)
           select $1, '{"analysisId": "none"}', 10, 1, false from generate_series(1, $2::int)`,
          [name, jobs],
        ),
      );
      const began = performance.now();
      let left = jobs;
      while (left > 0 && performance.now() - began < 90_000) {
        left = await withDatabase(dataDir, async (client) => {
          await client.query("update pgboss.job set start_after = now() where name = $1 and state = 'retry'", [name]);
          await client.query("select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)", [name]);
          const { rows } = await client.query<{ n: number }>(
            "select count(*)::int as n from pgboss.job where name = $1 and state in ('created', 'retry', 'active')",
            [name],
          );
          return rows[0]!.n;
        });
        await pause(1_000);
      }
      const sent = await withDatabase(dataDir, async (client) => {
        const { rows } = await client.query<{ n: number }>(
          "select count(*)::int as n from message where status = 'sent'",
        );
        return rows[0]!.n;
      });
      return {
        notes: [
          `${jobs - left} given up after eleven attempts; ${sent} mails of ${load.acknowledged.length} requests sent meanwhile`,
        ],
        problems: [...(sent === 0 ? ["no other job ran"] : []), ...(left > 0 ? [`${left} jobs are still tried`] : [])],
      };
    }),
};
