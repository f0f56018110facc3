import { DrizzleQueryError } from "drizzle-orm/errors";
import { DatabaseError, type Pool, type PoolClient, type PoolConfig, type QueryResult } from "pg";
import { type Db, poolSettings, SteadyPool } from "../db.server.ts";
import { log } from "../log.server.ts";
import { databaseFailure, failureReason } from "./database-failure.server.ts";

/** Errors that the primary does not have. */
const standbyErrors = new Set([
  // A standby cancels queries that keep it from applying changes.
  ...["40001", "40P01"],
  // It is behind a migration: undefined_table, undefined_column.
  ...["42P01", "42703"],
]);

/**
 * A pool for statements that only read, usually on standbys. While they cannot be reached, and for statements that a standby cancels
 * or does not know the tables of, the primary's pool is used instead.
 */
export class ReadPool extends SteadyPool {
  readonly #primary: Pool;
  readonly #retryMs: number;
  #awayUntil = 0;

  constructor(primary: Pool, config: PoolConfig, { retryMs = 5_000 }: { retryMs?: number } = {}) {
    super({ ...poolSettings, max: 10, connectionTimeoutMillis: 2_000, ...config });
    this.#primary = primary;
    this.#retryMs = retryMs;
    this.on("error", () => {});
  }

  override query(...args: never[]): never {
    const onPrimary = () => (this.#primary.query as (...all: never[]) => Promise<QueryResult>)(...args);
    const onStandby = () =>
      (super.query as (...all: never[]) => unknown as (...all: never[]) => Promise<QueryResult>)(...args);
    return this.#either(onStandby, onPrimary) as never;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Parameters<SteadyPool["connect"]>[0]): void;
  override connect(callback?: Parameters<SteadyPool["connect"]>[0]): Promise<PoolClient> | undefined {
    // The pool's own queries come with a callback.
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    return this.#either(
      () => super.connect(),
      () => this.#primary.connect(),
    );
  }

  async #either<Value>(onStandby: () => Promise<Value>, onPrimary: () => Promise<Value>): Promise<Value> {
    if (performance.now() < this.#awayUntil) return onPrimary();
    try {
      return await onStandby();
    } catch (error) {
      // The pool passes socket errors on as they are; here they can only come from the standby.
      const isAway = error instanceof Error && databaseFailure(new DrizzleQueryError("", [], error)) === "unavailable";
      if (!isAway && !(error instanceof DatabaseError && standbyErrors.has(error.code ?? ""))) throw error;
      if (isAway) {
        this.#awayUntil = performance.now() + this.#retryMs;
        log.warn({ reason: failureReason(error) }, "reports use the primary database");
      }
      return onPrimary();
    }
  }
}

const readsByPrimary = new WeakMap<Db, Db>();

/** Lets reports on `primary` read from `reads`. */
export function registerReads(primary: Db, reads: Db): void {
  readsByPrimary.set(primary, reads);
}

/** The database that reports read; the same one without DATABASE_READ_URL and in transactions. */
export const readsOf = (db: Db): Db => readsByPrimary.get(db) ?? db;
