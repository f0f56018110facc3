import type { Ctx } from "#app/platform/context.server.ts";
import { databaseFailure } from "#app/platform/database/database-failure.server.ts";
import { readsOf } from "#app/platform/database/read-pool.server.ts";

/**
 * The context of a request for queries of reports, which may be behind by a moment. After the admin's own change it stays on the primary,
 * so that the change is in the report.
 */
export const forReports = <Own extends Ctx>(ctx: Own): Own =>
  ctx.hasJustWritten ? ctx : { ...ctx, db: readsOf(ctx.db) };

/** Waits for figures; null if the database or ClickHouse cannot be reached. */
export const unlessUnavailable = <Value>(figures: Promise<Value>): Promise<Value | null> =>
  figures.catch((error: unknown) => {
    if (databaseFailure(error) === "unavailable") return null;
    throw error;
  });
