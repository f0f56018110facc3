import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import pg from "pg";

/**
 * `pg_basebackup --pgdata=DIRECTORY --dbname=CONNINFO`: copies a running node with the command BASE_BACKUP of the replication
 * protocol. The embedded PostgreSQL brings no such program, and that of another version refuses it.
 * https://www.postgresql.org/docs/18/protocol-replication.html
 */
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))!.slice(name.length + 3);

const folder = option("pgdata");
const conninfo = Object.fromEntries(
  [...option("dbname").matchAll(/(\w+)='?([^\s']*)'?/g)].map(([, name, value]) => [name, value]),
);
mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o700);

const client = new pg.Client({
  host: conninfo["host"],
  port: Number(conninfo["port"] ?? 5432),
  user: conninfo["user"],
  database: conninfo["dbname"],
  ...{ replication: "true" },
});
const { connection } = client as unknown as {
  connection: NodeJS.EventEmitter & { stream: import("node:net").Socket };
};

/** Only the main archive: no node has tablespaces. */
const tar = spawn("tar", ["-x", "-C", folder], { stdio: ["pipe", "inherit", "inherit"] });
const unpacked = once(tar, "exit") as Promise<[number | null]>;
const archive = "n".charCodeAt(0);
const data = "d".charCodeAt(0);
let archives = 0;
connection.on("copyData", ({ chunk }: { chunk: Buffer }) => {
  if (chunk[0] === archive) archives += 1;
  if (chunk[0] !== data || archives > 1) return;
  // The driver reuses its buffer.
  if (tar.stdin.write(Buffer.from(chunk.subarray(1)))) return;
  connection.stream.pause();
  tar.stdin.once("drain", () => connection.stream.resume());
});

await client.connect();
await client.query("BASE_BACKUP (LABEL 'patroni', CHECKPOINT 'fast', WAL, MANIFEST 'no')");
tar.stdin.end();
const [status] = await unpacked;
await client.end();
process.exit(status ?? 1);
