import { setTimeout as pause } from "node:timers/promises";
import { startEmbedded } from "../../../app/platform/postgres/embedded.server.ts";
import { type Outcome, outcomeOf } from "./fault.ts";
import { Load } from "./load.ts";
import {
  type Process,
  removeFolder,
  scratchFolder,
  secret,
  startProcess,
  storedIn,
  untilReady,
  urlOf,
  watchReadiness,
} from "./site.ts";

export type Scene = { site: Process; load: Load; dataDir: string };
/** The result of a fault: when its cause was removed, and further notes. */
export type FaultEnd = { healedAt?: number; notes?: string[]; problems?: string[] };

/**
 * Runs the product with the embedded database under load; `fault` does its harm and returns when the cause is removed.
 * `endsLoad`: it ends the load itself. `folder`: a separate one, which it removes.
 */
export async function withSite(
  fault: (scene: Scene) => Promise<FaultEnd>,
  options: { settings?: Record<string, string>; supervised?: boolean; folder?: string; endsLoad?: boolean } = {},
): Promise<Outcome> {
  const { folder = scratchFolder(), settings = {}, supervised = false } = options;
  const dataDir = `${folder}/data`;
  const site = await startProcess({ dataDir, settings, supervised });
  const load = new Load(() => site.url);
  try {
    await load.moreWrites(15);
    const healed = await fault({ site, load, dataDir });
    await untilReady(site);
    if (!options.endsLoad) await load.moreWrites(15);
    await load.end();
    if (!site.isRunning()) healed.problems = [...(healed.problems ?? []), "the process ended"];
    return await outcomeOf(load, storedIn(dataDir), healed);
  } finally {
    await load.end();
    await site.stop();
    if (!options.folder) removeFolder(folder);
  }
}

/** Runs the product on a separate database (DATABASE_URL), which `fault` can stop, freeze and start. */
export async function withDatabaseUrl(
  fault: (scene: Scene & { databaseDir: string; database: Database }) => Promise<FaultEnd>,
): Promise<Outcome> {
  const folder = scratchFolder();
  const databaseDir = `${folder}/database`;
  let embedded = await startEmbedded({ dataDir: databaseDir, role: "command" });
  const database: Database = {
    stop: () => embedded.stop(),
    start: async () => {
      embedded = await startEmbedded({ dataDir: databaseDir, role: "command" });
    },
  };
  const dataDir = `${folder}/data`;
  const site = await startProcess({ dataDir, settings: { DATABASE_URL: urlOf(embedded), ...secret } });
  const load = new Load(() => site.url);
  const endWatch = watchReadiness(site.url);
  try {
    await load.moreWrites(15);
    const healed = await fault({ site, load, dataDir, databaseDir, database });
    await untilReady(site);
    await pause(500);
    await load.moreWrites(15);
    await load.end();
    const reasons = await endWatch();
    const notes = [...(healed.notes ?? []), ...(reasons.length > 0 ? [`/readyz: ${reasons.join(", ")}`] : [])];
    return await outcomeOf(load, storedIn(databaseDir), { ...healed, notes });
  } finally {
    await load.end();
    await endWatch();
    await site.stop();
    await embedded.stop();
    removeFolder(folder);
  }
}

type Database = { stop(): Promise<void>; start(): Promise<void> };
