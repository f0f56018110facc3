import { setTimeout as pause } from "node:timers/promises";
import type { PoolConfig } from "pg";
import { type Ctx, systemContext } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { settingsRevision } from "#app/platform/env.server.ts";
import { listenOn } from "#app/platform/listening.server.ts";
import { log } from "#app/platform/log.server.ts";
import { loadChangedSettings, loadSettings } from "./stored-settings.server.ts";

/*
 * Brings changes of settings into this process. A change notifies every process when it commits. A process that may have missed it asks
 * for the number of the newest change: with a request, at most once a second; without a listening connection also without requests.
 */

export const settingsChannel = "gtmarc_settings";
const everyMs = 1000;
/** A request waits this long for an unavailable database and then goes on with the known settings. */
const patienceMs = 250;

export type FollowedSettings = {
  /** Whether the next request should call `refresh` first. */
  isDue: () => boolean;
  /** Reads a change that this process may have missed. Never throws. */
  refresh: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Loads the settings, then follows changes. `listen` is false behind a pooler, where connections are not kept. `onChange` is called
 * after each change; `alsoRead` keeps other facts of the same texts up to date, as often as the settings.
 */
export async function followSettings(
  db: Db,
  {
    connection,
    listen,
    onChange = async () => {},
    alsoRead = async () => {},
  }: {
    connection: PoolConfig;
    listen: boolean;
    onChange?: (ctx: Ctx) => Promise<void>;
    alsoRead?: (ctx: Ctx) => Promise<void>;
  },
): Promise<FollowedSettings> {
  const ctx = () => systemContext(db);
  await loadSettings(ctx());
  await alsoRead(ctx());
  let revision = settingsRevision();
  let askedAt = performance.now();
  let asking: Promise<void> | null = null;
  let isChangedMeanwhile = false;
  let isClosed = false;

  function refresh(): Promise<void> {
    askedAt = performance.now();
    asking ??= read()
      .catch((error: unknown) => log.debug({ err: error }, "settings were not read again"))
      .finally(() => {
        asking = null;
        if (isChangedMeanwhile && !isClosed) void refresh();
        isChangedMeanwhile = false;
      });
    return asking;
  }

  async function read() {
    await loadChangedSettings(ctx());
    await alsoRead(ctx());
    if (revision === settingsRevision()) return;
    revision = settingsRevision();
    await onChange(ctx());
  }

  const onMessage = () => {
    isChangedMeanwhile ||= asking !== null;
    return refresh();
  };
  const listening = listen ? await listenOn(connection, settingsChannel, onMessage) : null;
  const timer = setInterval(() => {
    if (listening?.isConnected()) return;
    void refresh();
    void listening?.reconnect();
  }, everyMs);
  timer.unref();

  return {
    isDue: () => performance.now() - askedAt >= everyMs,
    refresh: () => Promise.race([refresh(), pause(patienceMs, undefined, { ref: false })]),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await listening?.close();
      await asking;
    },
  };
}
