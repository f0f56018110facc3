import { expect, test } from "vitest";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { registerReads } from "#app/platform/read-pool.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { openHits } from "./selected-hits.server.ts";

const { db, connection } = useDatabase();

test("hits of days that are not in memory are read from the primary, which no standby's version is ahead of", async () => {
  const pool = openPool(connection);
  const reads = createDb(pool);
  registerReads(db, reads);
  const read: unknown[] = [];
  const days = [{ day: "2026-03-02", version: "7.1", lastAt: "2026-03-02T20:00:00Z" }];
  await openHits({ db: reads }, { days } as unknown as Parameters<typeof openHits>[1], {
    key: "selection",
    read: async (ctx) => {
      read.push(ctx.db);
      return {
        ...{ groups: [], group: new Int32Array(0), session: new Int32Array(0) },
        ...{ micros: new Float64Array(0), value: new Float64Array(0) },
      };
    },
  });
  expect(read).toEqual([db]);
  expect(read[0] === db).toBe(true);
  await pool.end();
});
