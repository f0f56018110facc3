import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { databaseFailure } from "#app/platform/database/database-failure.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import type { Settings } from "#app/platform/env.server.ts";

/** Results are cached for this long. */
const keptMs = 3_000;
const fileBytes = 64 * 1024;

/**
 * Checks whether there is space to write: a temporary file of the database (a megabyte that PostgreSQL deletes with the query;
 * no table, no write-ahead log) and, if DATA_DIR holds the database or the mailbox, a file there.
 */
export class StorageProbe {
  readonly #db: Db;
  readonly #folder: string | null;
  #result: { at: number; isFull: Promise<boolean> } | undefined;

  constructor(db: Db, settings: Pick<Settings, "DATA_DIR" | "DATABASE_URL" | "SMTP_URL">) {
    this.#db = db;
    this.#folder = settings.DATABASE_URL && settings.SMTP_URL ? null : settings.DATA_DIR;
  }

  /** Whether a disk is full. Other database failures are not reported here. */
  isFull(): Promise<boolean> {
    const now = performance.now();
    if (!this.#result || now - this.#result.at > keptMs) this.#result = { at: now, isFull: this.#probe() };
    return this.#result.isFull;
  }

  async #probe(): Promise<boolean> {
    const results = await Promise.allSettled([writeInDatabase(this.#db), this.#folder && writeIn(this.#folder)]);
    return results.some((result) => result.status === "rejected" && databaseFailure(result.reason) === "full");
  }
}

/** A function's rows beyond `work_mem` go to a temporary file. */
async function writeInDatabase(db: Db) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    await tx.execute(sql`select count(*) from generate_series(1, 60000)`);
  });
}

async function writeIn(folder: string) {
  const file = join(folder, `.write-probe-${process.pid}`);
  try {
    await writeFile(file, Buffer.alloc(fileBytes, 1), { mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}
