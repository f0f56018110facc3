import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import { DatabaseUnavailable } from "#app/platform/database/database-failure.server.ts";

export type ColumnParams = Readonly<Record<string, string | number | readonly string[] | readonly number[]>>;
export type ColumnQuery = { query: string; params?: ColumnParams };

/** Long enough for a report over a year; a server that does not respond must not block page requests for longer. */
const requestMs = 30_000;
/** Lists of session ids and the steps of a funnel are part of the text of a query: a million steps are 30 MB, in each query that uses them. */
const settings: ClickHouseSettings = { max_query_size: "1000000000" };

/**
 * A ClickHouse database. It is prepared before the first request that reaches the server, so a process starts without it. Errors of the
 * connection are thrown as DatabaseUnavailable.
 */
export class ColumnDatabase {
  readonly #client: ClickHouseClient;
  readonly #prepare: (closed: AbortSignal) => Promise<void>;
  readonly #closed = new AbortController();
  #prepared: Promise<void> | undefined;

  private constructor(client: ClickHouseClient, prepare: (closed: AbortSignal) => Promise<void>) {
    this.#client = client;
    this.#prepare = prepare;
  }

  /**
   * `url`: http(s)://USER:PASSWORD@HOST:PORT/DATABASE. `statements` create the tables; the database is created if it is missing and that
   * is permitted.
   */
  static async open(url: string, statements: readonly string[]): Promise<ColumnDatabase> {
    const { ClickHouseLogLevel, createClient } = await import("@clickhouse/client");
    const address = new URL(url);
    const name = address.pathname.slice(1) || "default";
    address.pathname = "";
    // Errors are thrown; the client's log would repeat them with the query.
    const log = { level: ClickHouseLogLevel.OFF };
    const options = { url: address, request_timeout: requestMs, max_open_connections: 8, log };
    const client = createClient({ ...options, database: name, clickhouse_settings: settings });
    return new ColumnDatabase(client, async (closed) => {
      const server = createClient(options);
      try {
        const query = `CREATE DATABASE IF NOT EXISTS \`${name}\``;
        await translated(() => server.command({ query, abort_signal: closed }));
      } catch (error) {
        // An account without this right is enough if the database exists.
        if (error instanceof DatabaseUnavailable) throw error;
      } finally {
        await server.close();
      }
      for (const query of statements) await translated(() => client.command({ query }));
    });
  }

  async #request<Value>(request: () => Promise<Value>): Promise<Value> {
    this.#prepared ??= this.#prepare(this.#closed.signal).catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    await this.#prepared;
    return translated(request);
  }

  /** Requests in progress fail. */
  close(): Promise<void> {
    this.#closed.abort();
    return this.#client.close();
  }

  /** Numbers of 64 bits are strings. */
  rows<Row>({ query, params = {} }: ColumnQuery): Promise<Row[]> {
    return this.#request(async () => {
      const result = await this.#client.query({ query, query_params: { ...params }, format: "JSONEachRow" });
      return result.json<Row>();
    });
  }

  /** Resolves when the statement has taken effect. */
  async run({ query, params = {} }: ColumnQuery, own: ClickHouseSettings = {}): Promise<void> {
    await this.#request(() =>
      this.#client.command({ query, query_params: { ...params }, clickhouse_settings: { ...settings, ...own } }),
    );
  }

  /** Inserts tab-separated rows. */
  async insert(table: string, columns: readonly string[], rows: string, own: ClickHouseSettings = {}): Promise<void> {
    const { Readable } = await import("node:stream");
    await this.#request(() =>
      this.#client.insert({
        table,
        columns: columns as [string, ...string[]],
        values: Readable.from([rows], { objectMode: false }),
        format: "TabSeparated",
        clickhouse_settings: own,
      }),
    );
  }
}

/** Codes of a server that works and cannot take the request now: https://clickhouse.com/docs/troubleshooting/error-codes */
const temporaryCodes = new Set([
  ...["159", "160", "209", "210"], // timeouts, an estimated timeout, sockets, network
  ...["202", "241", "252", "439"], // queries, memory, parts, threads
  ...["225", "242", "285", "286", "319", "999"], // Keeper and replicas
  ...["81", "192", "194", "516"], // no such database or user, a wrong password: the operator is changing something
]);

/** Errors of statements keep their type; every other one means that the server cannot be used now. */
async function translated<Value>(request: () => Promise<Value>): Promise<Value> {
  try {
    return await request();
  } catch (error) {
    const isReported = error instanceof Error && error.constructor.name === "ClickHouseError";
    const isLasting = isReported && !temporaryCodes.has(String((error as { code?: unknown }).code));
    throw isLasting ? error : new DatabaseUnavailable(error);
  }
}

/** A query of the sessions with an id above `after` that have hits since `since`, or that got earlier ones since then: a batch that waited. */
export const sessionsSince = (after: number, since: Date, limit: number): string => `
  SELECT id FROM (
    SELECT session_id AS id FROM hit WHERE session_id > ${after} AND at >= ${instant(since)}
    UNION DISTINCT SELECT session_id AS id FROM hit WHERE session_id > ${after} AND stored_at >= toDateTime(${instant(since)})
  ) ORDER BY id LIMIT ${limit}`;

/** A list of whole numbers for a query; never empty. */
export const idList = (ids: readonly number[]): string => `(${ids.length > 0 ? ids.map(Math.trunc).join(",") : "-1"})`;

export const micros = (at: Date): number => at.getTime() * 1000;

/** A time as an expression. */
export const instant = (at: Date): string => `fromUnixTimestamp64Micro(${micros(at)}, 'UTC')`;
