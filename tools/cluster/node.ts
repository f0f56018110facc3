import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./place.ts";
import { type Running, run, until } from "./program.ts";
import { writeFromTemplate } from "./template.ts";

/** One PostgreSQL under Patroni. */
export type Node = {
  name: string;
  port: number;
  rest: string;
  start: () => void;
  patroni: () => Running;
  /** Pid of the postmaster; null while it does not run. */
  postmaster: () => number | null;
  stop: () => Promise<void>;
};

export const nodeNames = ["db1", "db2", "db3"] as const;

export function startEtcd(place: Place): Running[] {
  const members = nodeNames.map((name) => `${name}=http://127.0.0.1:${place.ports[name].etcdPeer}`).join(",");
  return nodeNames.map((name) => {
    const { etcd, etcdPeer } = place.ports[name];
    const file = writeFromTemplate(
      "deploy/patroni/etcd.yml",
      join(place.folder, `etcd-${name}.yml`),
      {
        ...{ NODE: name, ADDRESS: "127.0.0.1", ETCD_PORT: etcd, ETCD_PEER_PORT: etcdPeer },
        ...{ ETCD_DATA: join(place.folder, `etcd-${name}`), ETCD_MEMBERS: members },
      },
      place.runAs,
    );
    return run(`etcd-${name}`, ["etcd", "--config-file", file], place);
  });
}

export function createNode(place: Place, name: (typeof nodeNames)[number]): Node {
  const { postgres, rest } = place.ports[name];
  const data = join(place.folder, name);
  const file = writeFromTemplate(
    "deploy/patroni/patroni.yml",
    join(place.folder, `patroni-${name}.yml`),
    {
      ...{ NODE: name, ADDRESS: "127.0.0.1", NETWORK: "127.0.0.1/32", REST_PORT: rest, PG_PORT: postgres },
      ...{ PG_BIN: place.bin, PG_DATA: data, PG_RUN: place.sockets },
      ...{ SUPERUSER_PASSWORD: place.passwords.superuser, REPLICATION_PASSWORD: place.passwords.replication },
      REST_PASSWORD: place.passwords.rest,
      ETCD_HOSTS: nodeNames.map((each) => `127.0.0.1:${place.ports[each].etcd}`).join(","),
    },
    place.runAs,
  );
  let patroni: Running | undefined;
  const postmaster = () => {
    try {
      const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
      process.kill(pid, 0);
      return pid;
    } catch {
      return null;
    }
  };
  // Patroni detaches the postmaster, so that it outlives Patroni.
  process.once("exit", () => {
    const pid = postmaster();
    if (pid) process.kill(pid, "SIGQUIT");
  });
  return {
    name,
    port: postgres,
    rest: `http://127.0.0.1:${rest}`,
    start: () => {
      patroni = run(`patroni-${name}`, ["patroni", file], place);
    },
    patroni: () => patroni!,
    postmaster,
    stop: async () => {
      await patroni?.stop(30);
      const pid = postmaster();
      if (pid) process.kill(pid, "SIGQUIT");
      if (pid) await until(`${name} stops`, async () => postmaster() === null);
    },
  };
}

export type Member = { name: string; role: string; state: string; lag?: number | string; timeline?: number };

/** The members as Patroni sees them, asked of any node that responds. */
export async function members(nodes: readonly Node[]): Promise<Member[]> {
  for (const { rest } of nodes) {
    const response = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
  }
  return [];
}

/** The node that has the leadership and runs as primary; null during a failover. */
export async function primaryOf(nodes: readonly Node[]): Promise<Node | null> {
  for (const node of nodes) {
    const response = await fetch(`${node.rest}/primary`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status === 200) return node;
  }
  return null;
}

/** Waits until there is a primary, a synchronous standby and another standby, all streaming on one timeline. */
export const untilComplete = (nodes: readonly Node[], seconds = 120): Promise<Member[]> =>
  until(
    "The cluster is complete",
    async () => {
      const found = await members(nodes);
      const roles = found.map(({ role }) => role).sort();
      const isComplete =
        roles.join() === "leader,replica,sync_standby" &&
        found.every(({ state }) => state === "running" || state === "streaming") &&
        new Set(found.map(({ timeline }) => timeline)).size === 1;
      return isComplete && found;
    },
    { seconds },
  );
