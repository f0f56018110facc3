import { setTimeout as pause } from "node:timers/promises";
import { type ClientConfig, DatabaseError, type PoolConfig } from "pg";
import { certificateProblem } from "../outside/certificate.server.ts";
import { SteadyClient } from "../outside/steady-client.server.ts";
import { DatabaseProblem, databaseFailure, refusalReason } from "./database-failure.server.ts";

/**
 * Resolves when the database accepts connections. Retries every half second for `limitSeconds` while it cannot be
 * reached, and passes the reason to `report` on the first failure and every ten seconds. Errors that do not pass by
 * waiting, such as a wrong password, an unknown database or an untrusted certificate, are not retried. Throws DatabaseProblem.
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
    const reason = reasonOf(error);
    const certificate = certificateProblem(error);
    if (certificate) throw new DatabaseProblem(`The database of DATABASE_URL is not trusted. ${certificate}`);
    if (error instanceof DatabaseError && !isTemporary(error))
      throw new DatabaseProblem(`The database rejects the connection: ${reason}. Check DATABASE_URL.`);
    if (!isTemporary(error)) throw new DatabaseProblem(`DATABASE_URL cannot be used: ${reason}.`);
    const now = performance.now();
    if (now - started > limitSeconds * 1000)
      throw new DatabaseProblem(
        `The database is not available${limitSeconds > 0 ? ` after ${limitSeconds} seconds` : ""}: ${reason}. Check that it runs and that DATABASE_URL is right.`,
      );
    if (now >= nextReportAt) {
      report(`Waiting for the database (${reason}), up to ${limitSeconds} seconds ...`);
      nextReportAt = now + 10_000;
    }
    await pause(500);
  }
}

const reasonOf = (error: Error): string =>
  error instanceof DatabaseError
    ? refusalReason(error)
    : error.message || String((error as NodeJS.ErrnoException).code);

async function connectionError(connection: PoolConfig): Promise<Error | null> {
  let client: SteadyClient;
  try {
    // Reads the files that the address names.
    client = new SteadyClient({ ...(connection as ClientConfig), connectionTimeoutMillis: 5_000 });
  } catch (error) {
    return Object.assign(error as Error, { isPermanent: true });
  }
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

/** Whether a retry may succeed. */
function isTemporary(error: Error): boolean {
  if (error instanceof DatabaseError) return databaseFailure(error) !== null;
  const { code, isPermanent } = error as NodeJS.ErrnoException & { isPermanent?: true };
  return !isPermanent && code !== "EACCES" && !/does not support SSL/.test(error.message);
}
