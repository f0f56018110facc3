import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Client, DatabaseError, escapeLiteral } from "pg";
import { applicationRole, databaseName, type Plan, superuser } from "./cluster.server.ts";
import { connectionTo } from "./connection.server.ts";
import { isPostmaster } from "./postmaster.server.ts";

const startingOrStopping = "57P03";
const tooManyConnections = "53300";
const socketPatienceMs = 5000;

/** Waits up to `patienceMs` for a response, longer while the server reports that it is starting. Returns its version, or null. */
export async function respondingVersion(plan: Plan, server: { pid: number; port: number }, patienceMs: number) {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await asSuperuser(plan, server.port, superuser, async (client) => {
        const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
        return rows[0]?.version ?? "";
      });
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : undefined;
      if (code === tooManyConnections) return "";
      if (!isPostmaster(plan.layout, server.pid)) return null;
      if (code !== startingOrStopping && performance.now() > deadline) return null;
    }
    await pause(50);
  }
}

/**
 * Creates the application's role and database if missing, after a first or an interrupted start. Waits for the socket while the
 * server lives.
 */
export async function ensureDatabase(plan: Plan, server: { pid: number; port: number }): Promise<void> {
  const deadline = performance.now() + socketPatienceMs;
  for (;;) {
    try {
      return await createMissing(plan, server.port);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isUnreachable = code === "ENOENT" || code === "ECONNREFUSED";
      if (!isUnreachable || performance.now() > deadline || !isPostmaster(plan.layout, server.pid)) throw error;
    }
    await pause(50);
  }
}

async function createMissing(plan: Plan, port: number): Promise<void> {
  await asSuperuser(plan, port, superuser, async (client) => {
    const database = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (database.rowCount) return;
    const role = await client.query("select from pg_roles where rolname = $1", [applicationRole]);
    const password =
      plan.transport === "tcp" ? ` password ${escapeLiteral(readFileSync(plan.layout.password, "utf8"))}` : "";
    if (!role.rowCount) await client.query(`create role ${applicationRole} login${password}`);
    await client.query(`create database ${databaseName} owner ${applicationRole}`);
  });
}

async function asSuperuser<Value>(
  plan: Plan,
  port: number,
  database: string,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const { config } = connectionTo(plan, port, superuser, database);
  const client = new Client({ ...config, connectionTimeoutMillis: 3000, application_name: "gtmarc-launcher" });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
