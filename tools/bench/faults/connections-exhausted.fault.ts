import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startEmbedded } from "../../../app/platform/postgres/embedded.server.ts";
import type { Fault } from "./fault.ts";
import { withDatabaseUrl } from "./with-site.ts";

/** Another client takes every connection of the server, and the product's connections are terminated, so that it needs new ones. */
export const fault: Fault = {
  title: "connections of the database exhausted for 15 s",
  run: () =>
    withDatabaseUrl(async ({ databaseDir }) => {
      const joined = await startEmbedded({ dataDir: databaseDir, role: "command" });
      const admin = new pg.Client(joined.superuserConnection as pg.ClientConfig);
      await admin.connect();
      const taken: pg.Client[] = [];
      const take = async () => {
        const client = new pg.Client({ ...(joined.connection as pg.ClientConfig), application_name: "stranger" });
        client.on("error", () => {});
        try {
          await client.connect();
          taken.push(client);
          return true;
        } catch {
          return false;
        }
      };
      while (await take());
      const end = performance.now() + 15_000;
      while (performance.now() < end) {
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'gtmarc' and application_name <> 'stranger'",
        );
        await Promise.all(Array.from({ length: 20 }, take));
        await pause(200);
      }
      await Promise.all(taken.map((client) => client.end()));
      const healedAt = performance.now();
      await admin.end();
      await joined.stop();
      return { healedAt, notes: [`${taken.length} connections taken`] };
    }),
};
