import { Client } from "pg";

/** A connection on which a query waits this long without a byte from the server is closed: the server hangs. */
const silenceLimitMs = 30_000;

type Internals = { connection: { stream: import("node:net").Socket }; readyForQuery: boolean };

/**
 * A driver client that survives the loss of its connection. The driver emits `error` on a client whose connection breaks,
 * and the pool listens only while the client is idle: without a listener here a lost connection ends the process. Queries in
 * progress are rejected either way.
 */
export class SteadyClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    this.on("error", () => {});
    const { stream } = (this as unknown as Internals).connection;
    stream.setTimeout(silenceLimitMs, () => {
      if (!(this as unknown as Internals).readyForQuery)
        stream.destroy(new Error("Connection terminated: no response"));
    });
  }
}
