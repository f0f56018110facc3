import { lookup } from "node:dns/promises";
import { SettingsError } from "#app/platform/env.server.ts";

/** Throws SettingsError if the name does not resolve; otherwise listening would fail after the database has started. */
export async function checkListenHost(host: string): Promise<void> {
  try {
    await lookup(host);
  } catch {
    throw new SettingsError([
      `HOST: the name ${host} does not resolve; set an address of this machine, or 0.0.0.0 for all`,
    ]);
  }
}
