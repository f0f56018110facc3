import { Client } from "pg";

/** A connection is closed when a query waits this long without a byte from the server, because the server hangs. */
const silenceLimitMs = 30_000;

type Internals = {
  connection: NodeJS.EventEmitter & { stream: import("node:net").Socket };
  readyForQuery: boolean;
};

/** The server of this connection is a standby, or became one in a failover. */
const readOnlyTransaction = "25006";

/**
 * A driver client that survives the loss of its connection. The driver emits `error` on a client with a broken connection, and
 * the pool listens only while the client is idle: without a listener here a lost connection would end the process. Queries in
 * progress are rejected either way.
 */
export class SteadyClient extends Client {
  /** Whether a write was refused because the server only reads: the pool has to replace the connection. */
  refusedWrite = false;

  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    this.on("error", () => {});
    const { connection } = this as unknown as Internals;
    const { stream } = connection;
    connection.on("errorMessage", ({ code }: { code?: string }) => {
      this.refusedWrite ||= code === readOnlyTransaction;
    });
    stream.setTimeout(silenceLimitMs, () => {
      if (!(this as unknown as Internals).readyForQuery)
        stream.destroy(new Error("Connection terminated: no response"));
    });
  }
}

/**
 * A client that sends every statement without a name, for poolers that give each transaction another server connection and do
 * not follow prepared statements (PgBouncer before 1.21, or without `max_prepared_statements`).
 */
export class UnpreparedClient extends SteadyClient {
  override query(...args: never[]): never {
    const [query, ...rest] = args as unknown[];
    const isNamed = typeof query === "object" && query !== null && "name" in query && "text" in query;
    return (super.query as (...all: unknown[]) => never).call(
      this,
      isNamed ? { ...query, name: undefined } : query,
      ...rest,
    );
  }
}
