import { join } from "node:path";
import { type Process, secret, startProcess } from "../bench/faults/site.ts";
import type { Cluster } from "./cluster.ts";
import { until } from "./program.ts";
import { startProxy } from "./proxy.ts";

export type Site = {
  url: string;
  processes: Record<Server, Process>;
  /** Starts a process again, with other settings if given. */
  start: (server: Server, options?: StartOptions) => Promise<Process>;
  stop: () => Promise<void>;
};

export const servers = ["one", "two"] as const;
export type Server = (typeof servers)[number];
/** `CLUSTER_POOLER=none`: the processes connect to HAProxy, without PgBouncer. */
const isDirect = process.env["CLUSTER_POOLER"] === "none";
type StartOptions = { settings?: Record<string, string>; cwd?: string };

/** Starts two processes of the built product behind a proxy of deploy/, which reach the database through the pooler. */
export async function startSite(
  { place, url, readUrl }: Cluster,
  report: (line: string) => void,
  options: StartOptions = {},
): Promise<Site> {
  const { folder, ports, passwords } = place;
  const direct = `postgres://gtmarc:${passwords.application}@127.0.0.1:${ports.primary}/gtmarc`;
  const database: Record<string, string> = isDirect
    ? { DATABASE_URL: direct, DATABASE_READ_URL: direct.replace(`:${ports.primary}/`, `:${ports.replicas}/`) }
    : { DATABASE_URL: url, DATABASE_READ_URL: readUrl, DATABASE_POOLER: "transaction" };
  const start = (server: Server, { settings, cwd }: StartOptions = options) =>
    startProcess({
      dataDir: join(folder, `site-${server}`),
      port: ports[server],
      ...(cwd && { cwd }),
      settings: {
        ...{ ...database, ...secret },
        ...{ STOP_GRACE_SECONDS: "5", ...settings },
      },
    });
  const processes = { one: await start("one"), two: await start("two") };
  const { name, running: proxy } = startProxy(place);
  const address = `http://127.0.0.1:${ports.site}`;
  await until(`${name} leads to the site`, async () => (await fetch(`${address}/pricing`)).ok, { of: proxy });
  report(`Two processes of the product behind ${name} on ${address}`);
  const site: Site = {
    url: address,
    processes,
    start: async (server, changed) => {
      processes[server] = await start(server, changed);
      return processes[server];
    },
    stop: async () => {
      await proxy.stop();
      await Promise.all(servers.map((server) => processes[server].stop()));
    },
  };
  return site;
}
