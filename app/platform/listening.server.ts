import type { PoolConfig } from "pg";
import { log } from "#app/platform/log.server.ts";
import { SteadyClient } from "#app/platform/outside/steady-client.server.ts";

export type Listening = {
  isConnected: () => boolean;
  /** Connects again if the connection was lost; one attempt at a time. Never throws. */
  reconnect: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Listens on `channel` with a connection of its own. Not behind a pooler in transaction mode, because its sessions change: this is the only
 * file that may listen. `onMessage` is also called after each connecting, because messages before it did not arrive.
 */
export async function listenOn(
  connection: PoolConfig,
  channel: string,
  onMessage: () => Promise<void>,
): Promise<Listening> {
  let client: SteadyClient | null = null;
  let connecting: Promise<void> | null = null;
  let isClosed = false;

  async function connect(): Promise<void> {
    const opened = new SteadyClient({ ...connection, keepAlive: true, connectionTimeoutMillis: 5000 });
    opened.on("notification", () => void onMessage());
    opened.on("end", () => {
      if (client === opened) client = null;
    });
    try {
      await opened.connect();
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`);
      client = opened;
      await onMessage();
    } catch (error) {
      log.debug({ err: error, channel }, "no connection to listen on");
      await opened.end().catch(() => {});
    }
  }

  const listening: Listening = {
    isConnected: () => client !== null,
    reconnect: () => {
      if (isClosed || client) return Promise.resolve();
      connecting ??= connect().finally(() => {
        connecting = null;
      });
      return connecting;
    },
    close: async () => {
      isClosed = true;
      await connecting;
      await client?.end().catch(() => {});
    },
  };
  await listening.reconnect();
  return listening;
}
