import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunAs } from "../../app/platform/postgres/command.server.ts";
import { ordinaryUser } from "../../app/platform/postgres/owner.server.ts";
import { postgresPrograms } from "./postgres-programs.ts";

/** Where a run keeps its files, on which ports it listens, and as which user its programs run. */
export type Place = Awaited<ReturnType<typeof createPlace>>;

/** The first of 40 ports. */
const firstPort = Number(process.env["CLUSTER_PORT"] ?? 4300);

const portsOf = (index: number) => {
  const first = firstPort + index * 10;
  return { etcd: first, etcdPeer: first + 1, postgres: first + 2, rest: first + 3 };
};

export async function createPlace() {
  // PostgreSQL and PgBouncer refuse root.
  const runAs: RunAs = process.geteuid?.() === 0 ? ordinaryUser(readFileSync("/etc/passwd", "utf8")) : null;
  const folder = mkdtempSync(join(tmpdir(), "gtmarc-cluster-"));
  chmodSync(folder, 0o755);
  const sockets = join(folder, "run");
  mkdirSync(sockets);
  if (runAs) for (const path of [folder, sockets]) chownSync(path, runAs.uid, runAs.gid);
  const password = () => randomBytes(18).toString("base64url");
  const passwords = { superuser: password(), replication: password(), rest: password(), application: password() };
  return {
    folder,
    sockets,
    runAs,
    passwords,
    bin: await postgresPrograms(folder, runAs),
    ports: {
      ...{ db1: portsOf(0), db2: portsOf(1), db3: portsOf(2) },
      ...{ primary: firstPort + 30, replicas: firstPort + 31, pooler: firstPort + 32 },
      ...{ site: firstPort + 33, one: firstPort + 34, two: firstPort + 35 },
    },
    /** Writes a file for the programs of the run. */
    write: (name: string, text: string): string => {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      if (runAs) chownSync(path, runAs.uid, runAs.gid);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}
