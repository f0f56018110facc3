import { expect, test } from "vitest";
import { registerReads } from "#app/platform/database/read-pool.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { forReports } from "./report-context.server.ts";

const { ctx, connection } = useDatabase();

test("reports read the standby, but after the admin's own change the primary", async () => {
  expect(forReports(ctx).db).toBe(ctx.db);
  const pool = openPool(connection);
  const standby = createDb(pool);
  registerReads(ctx.db, standby);
  expect(forReports(ctx).db).toBe(standby);
  expect(forReports({ ...ctx, hasJustWritten: true }).db).toBe(ctx.db);
  await pool.end();
});
