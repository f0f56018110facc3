import { setTimeout as pause } from "node:timers/promises";
import { type ClientConfig, DatabaseError, type PoolConfig } from "pg";
import { databaseFailure } from "./database-failure.server.ts";
import { SteadyClient } from "./steady-client.server.ts";

/** Thrown when the database did not become available in time or rejects the settings; the message is for the operator. */
export class DatabaseNotReached extends Error {}

/**
 * Resolves when the database accepts connections. Retries every half second for `limitSeconds` while it cannot be
 * reached, and passes the reason to `report` on the first failure and every ten seconds. A wrong password or an unknown
 * database is not retried. Throws DatabaseNotReached.
 */
export async function waitForDatabase(
  connection: PoolConfig,
  report: (message: string) => void,
  limitSeconds = 60,
): Promise<void> {
  const started = performance.now();
  let nextReportAt = started;
  for (;;) {
    const error = await connectionError(connection);
    if (!error) return;
    const reason = error.message || (error as NodeJS.ErrnoException).code;
    if (!isTemporary(error))
      throw new DatabaseNotReached(`The database rejects the connection: ${reason}. Check DATABASE_URL.`);
    const now = performance.now();
    if (now - started > limitSeconds * 1000)
      throw new DatabaseNotReached(
        `The database was not available within ${limitSeconds} seconds: ${reason}. Check that it runs and that DATABASE_URL is right.`,
      );
    if (now >= nextReportAt) {
      report(`Waiting for the database (${reason}), up to ${limitSeconds} seconds ...`);
      nextReportAt = now + 10_000;
    }
    await pause(500);
  }
}

async function connectionError(connection: PoolConfig): Promise<Error | null> {
  const client = new SteadyClient({ ...(connection as ClientConfig), connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.query("select 1");
    return null;
  } catch (error) {
    // Node tries every address of a name and reports the failures together.
    return error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether a retry may succeed: everything except a permanent PostgreSQL error. */
const isTemporary = (error: Error) => !(error instanceof DatabaseError) || databaseFailure(error) !== null;
