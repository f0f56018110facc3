import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Idle connections stay open this long after the listener closed, so that a proxy sees the refused connection first. */
const lingerMs = 500;
/** A busy process closes its listener after this time. */
const quietLimitMs = 1_000;

/**
 * An HTTP server that stops without failing a request. After `announceStop` every response carries `Connection: close`. `close`
 * keeps accepting requests for the grace period, so that a proxy can notice that the process is no longer ready, then closes
 * the listener, lets requests in progress finish and closes idle connections.
 */
export class GracefulServer {
  readonly server: Server;
  /**
   * The latest response of each open connection. Not a set of responses: V8 keeps replacing the table of a frequently changed
   * set, and discarded tables retain responses and everything they refer to through many young-generation collections (decision
   * 0142).
   */
  readonly #latest = new Map<Socket, { response: ServerResponse | null }>();
  #isStopping = false;

  /** `answerNow` handles a request synchronously and returns whether it did; other requests are passed to `handle`. */
  constructor(
    answerNow: (request: IncomingMessage, response: ServerResponse) => boolean,
    handle: (request: IncomingMessage, response: ServerResponse) => void,
  ) {
    this.server = createServer((request, response) => {
      if (this.#isStopping) response.shouldKeepAlive = false;
      if (answerNow(request, response)) return;
      const latest = this.#latest.get(request.socket);
      if (latest) latest.response = response;
      handle(request, response);
    });
    this.server.on("connection", (socket) => {
      this.#latest.set(socket, { response: null });
      socket.once("close", () => this.#latest.delete(socket));
    });
  }

  /** From now on, responses ask the client to close the connection, including those in progress. */
  announceStop(): void {
    this.#isStopping = true;
    for (const { response } of this.#latest.values())
      if (response && !response.headersSent) response.shouldKeepAlive = false;
  }

  /** Resolves when every connection is closed. Requests still in progress after `limitMs` from now are cut off. */
  async close({ graceMs, limitMs }: { graceMs: number; limitMs: number }): Promise<void> {
    this.announceStop();
    const limit = setTimeout(() => this.server.closeAllConnections(), limitMs);
    if (graceMs > 0) await pause(graceMs);
    await this.#quietTurn();
    // Unlike `Server.close`, leaves idle connections open: a request may be on its way on one.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.server, () => resolve());
    });
    if (graceMs > 0) await pause(lingerMs);
    this.server.closeIdleConnections();
    const idle = setInterval(() => this.server.closeIdleConnections(), 50);
    await closed;
    clearInterval(idle);
    clearTimeout(limit);
  }

  /**
   * Closing a listener resets connections that the kernel has opened and this process has not accepted yet, so it is closed
   * right after an event loop turn without events.
   */
  async #quietTurn(): Promise<void> {
    const deadline = performance.now() + quietLimitMs;
    const { nodeTiming } = performance;
    for (let before = -1; performance.now() < deadline; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const { events } = nodeTiming.uvMetricsInfo;
      if (events === before) return;
      before = events;
    }
  }
}
