import type { PoolConfig } from "pg";
import { waitForDatabase } from "#app/platform/database/database-wait.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { UnpreparedClient } from "#app/platform/outside/steady-client.server.ts";
import { startEmbedded } from "#app/platform/postgres/embedded.server.ts";

export type OpenDatabase = {
  connection: PoolConfig;
  /** Standbys for reports. */
  reads?: PoolConfig;
  embedded: boolean;
  release: () => Promise<void>;
};

/**
 * Opens DATABASE_URL if it is set, else the embedded server in DATA_DIR (started or joined). A server waits up to a minute for
 * DATABASE_URL to become available; a command does not. Throws DatabaseProblem or EmbeddedFailure.
 */
export async function openDatabase(settings: Settings, role: "server" | "command"): Promise<OpenDatabase> {
  if (settings.DATABASE_URL) {
    const { DATABASE_READ_URL, DATABASE_POOLER } = settings;
    const client = DATABASE_POOLER === "transaction" ? { Client: UnpreparedClient } : {};
    const connection: PoolConfig = { connectionString: settings.DATABASE_URL, ...client };
    const report = (message: string) => process.stderr.write(`${message}\n`);
    await waitForDatabase(connection, report, role === "server" ? 60 : 0);
    const reads = DATABASE_READ_URL ? { reads: { connectionString: DATABASE_READ_URL, ...client } } : {};
    return { connection, ...reads, embedded: false, release: async () => {} };
  }
  const embedded = await startEmbedded({ dataDir: settings.DATA_DIR, role, log });
  return { connection: embedded.connection, embedded: true, release: () => embedded.stop() };
}
