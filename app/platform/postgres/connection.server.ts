import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PoolConfig } from "pg";
import { applicationRole, databaseName, type Plan, type superuser } from "./cluster.server.ts";

export type Connection = { config: PoolConfig; url: string };

export function connectionTo(
  plan: Plan,
  port: number,
  role: typeof applicationRole | typeof superuser = applicationRole,
  database: string = databaseName,
): Connection {
  if (plan.transport === "tcp") {
    const password = readFileSync(plan.layout.password, "utf8");
    return {
      config: { host: "127.0.0.1", port, user: role, password, database },
      url: `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`,
    };
  }
  const host = shortPathTo(plan.layout.socket);
  return {
    config: { host, port, user: role, database },
    url: `postgresql://${role}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  };
}

/** The operating system's limit on the length of a socket's path, in bytes. */
const maxPathBytes = process.platform === "darwin" ? 103 : 107;
const fits = (directory: string) => Buffer.byteLength(join(directory, ".s.PGSQL.5432")) <= maxPathBytes;

/** Returns the directory, or a short link to it for this process; the server names its socket by a relative path. */
export function shortPathTo(directory: string): string {
  if (fits(directory)) return directory;
  const { parent, name } = shortName(directory);
  const link = join(privateDirectory(parent, name), "s");
  if (!existsSync(link) || readlinkSync(link) !== directory) {
    rmSync(link, { force: true });
    symlinkSync(directory, link);
  }
  return link;
}

export function removeShortPath(directory: string): void {
  if (fits(directory)) return;
  const { parent, name } = shortName(directory);
  rmSync(join(parent, name), { recursive: true, force: true });
}

function shortName(directory: string) {
  const digest = createHash("sha256").update(directory).digest("hex").slice(0, 12);
  const name = `gtmarc-${digest}-${process.geteuid?.() ?? 0}`;
  const parent = [tmpdir(), "/tmp"].find((place) => fits(join(place, `${name}-XXXXXX`, "s"))) ?? tmpdir();
  return { parent, name };
}

/** Another user can take a predictable name first; then ours gets a random one. */
function privateDirectory(parent: string, name: string): string {
  const path = join(parent, name);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch {
    const found = lstatSync(path);
    const mine = found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o077) === 0;
    if (!mine) return mkdtempSync(`${path}-`);
  }
  return path;
}
