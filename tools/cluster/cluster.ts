import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { createNode, members, type Node, nodeNames, primaryOf, startEtcd, untilComplete } from "./node.ts";
import { createPlace, type Place } from "./place.ts";
import { type Running, run, until } from "./program.ts";
import { writeFromTemplate } from "./template.ts";

export type Cluster = {
  place: Place;
  nodes: readonly Node[];
  /** Through PgBouncer and HAProxy: the primary, and the standbys. */
  url: string;
  readUrl: string;
  /** A connection to the primary as the application's role, past the pooler. */
  connect: () => Promise<pg.Client>;
  untilComplete: () => Promise<unknown>;
  primary: () => Promise<Node>;
  stop: () => Promise<void>;
};

/** `anyDatabase`: the role may create databases, and the pooler leads to them. */
type ClusterOptions = { anyDatabase?: boolean };

/** Starts etcd, PostgreSQL under Patroni on three nodes, HAProxy and PgBouncer on loopback. */
export async function startCluster(report: (line: string) => void, options: ClusterOptions = {}): Promise<Cluster> {
  const place = await createPlace();
  const { folder, ports, passwords } = place;
  const started: Running[] = [];
  const nodes = nodeNames.map((name) => createNode(place, name));
  const stop = async () => {
    for (const each of [...started].reverse()) if (!each.name.startsWith("etcd")) await each.stop();
    // The leader last: it waits for its standbys while they can still receive WAL.
    const leader = (await members(nodes)).find(({ role }) => role === "leader")?.name;
    for (const node of nodes) if (node.name !== leader) await node.stop();
    for (const node of nodes) await node.stop();
    for (const each of started) await each.stop();
    place.remove();
  };
  try {
    report(`Files and logs of this run: ${folder}`);
    started.push(...startEtcd(place));
    const etcd = started[0]!;
    await until("etcd is ready", () => isHealthy(`http://127.0.0.1:${ports.db1.etcd}/health`), { of: etcd });
    report("etcd: three members");
    nodes[0]!.start();
    await until("The first PostgreSQL is the primary", () => primaryOf(nodes), { of: nodes[0]!.patroni() });
    for (const node of nodes.slice(1)) node.start();
    const found = await untilComplete(nodes);
    report(`PostgreSQL: ${found.map(({ name, role }) => `${name} ${role}`).join(", ")}`);
    started.push(...startProxies(place, options));
    await createDatabase(place, options);
    report(
      `HAProxy: primary on port ${ports.primary}, standbys on port ${ports.replicas}; PgBouncer on port ${ports.pooler}`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const address = `postgres://gtmarc:${passwords.application}@127.0.0.1:${ports.pooler}`;
  return {
    place,
    nodes,
    url: `${address}/gtmarc`,
    readUrl: `${address}/gtmarc_read`,
    connect: () => connectTo(place, { user: "gtmarc", password: passwords.application, database: "gtmarc" }),
    untilComplete: () => untilComplete(nodes),
    primary: () => until("There is a primary", () => primaryOf(nodes)),
    stop,
  };
}

function startProxies(place: Place, { anyDatabase }: ClusterOptions): Running[] {
  const { folder, ports, passwords, runAs } = place;
  const addresses = Object.fromEntries(
    nodeNames.flatMap((name) => {
      const server = name.toUpperCase();
      const { postgres, rest } = ports[name];
      return [
        [server, "127.0.0.1"],
        [`${server}_PORT`, postgres],
        [`${server}_REST`, rest],
      ];
    }),
  );
  const common = { ADDRESS: "127.0.0.1", PRIMARY_PORT: ports.primary, REPLICA_PORT: ports.replicas };
  const haproxy = writeFromTemplate(
    "deploy/patroni/haproxy.cfg",
    join(folder, "haproxy-database.cfg"),
    { ...common, ...addresses },
    runAs,
  );
  const users = place.write("userlist.txt", `"gtmarc" "${passwords.application}"\n`);
  const pgbouncer = writeFromTemplate(
    "deploy/patroni/pgbouncer.ini",
    join(folder, "pgbouncer.ini"),
    { ...common, POOLER_PORT: ports.pooler, DATABASES: "127.0.0.1", POOLER_USERS: users },
    runAs,
  );
  // Each product of a test has a database of its own, for a minute.
  if (anyDatabase)
    writeFileSync(
      pgbouncer,
      readFileSync(pgbouncer, "utf8")
        .replace("[databases]", `[databases]\n* = host=127.0.0.1 port=${ports.primary}`)
        .replace("server_idle_timeout = 300", "server_idle_timeout = 5"),
    );
  return [
    run("haproxy-database", ["haproxy", "-db", "-f", haproxy], place),
    run("pgbouncer", ["pgbouncer", pgbouncer], place),
  ];
}

async function createDatabase(place: Place, { anyDatabase }: ClusterOptions): Promise<void> {
  const client = await until("HAProxy leads to the primary", () =>
    connectTo(place, { user: "postgres", password: place.passwords.superuser, database: "postgres" }),
  );
  await client.query(
    `create role gtmarc login ${anyDatabase ? "createdb" : ""} password '${place.passwords.application}'`,
  );
  await client.query("create database gtmarc owner gtmarc");
  await client.end();
}

async function connectTo({ ports }: Place, login: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ host: "127.0.0.1", port: ports.primary, connectionTimeoutMillis: 3000, ...login });
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function isHealthy(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
  return response.ok && ((await response.json()) as { health?: string }).health === "true";
}
