import { spawn } from "node:child_process";
import { once } from "node:events";
import { startCluster } from "./cluster.ts";

/** Journeys that together use every area: forms, accounts, wizard, booking, payments, jobs, the admin area and its reports. */
const usual = [
  "accounts",
  "access",
  "wizard",
  "scheduler",
  "billing",
  "newsletter",
  "pipeline",
  "sequence-sending",
  "funnels",
];
/** Processes that are killed while they work. */
const durability = ["events-crash", "sequences-crash", "webhooks-crash"];

/**
 * Runs journeys (by name, such as `journeys wizard`) through PgBouncer in transaction mode, and without names also the tests of
 * durability, through HAProxy.
 */
export async function journeys(report: (line: string) => void, names: readonly string[]): Promise<boolean> {
  const cluster = await startCluster(report, { anyDatabase: true });
  try {
    const { passwords, ports } = cluster.place;
    const outcomes: [string, number | null][] = [];
    const files = (names.length > 0 ? names : usual).map((name) => `tests/e2e/${name}.spec.ts`);
    const playwright = ["node_modules/@playwright/test/cli.js", "test", ...files, "--retries=0", "--workers=1"];
    const throughPooler = { E2E_DATABASE_URL: cluster.url, E2E_DATABASE_POOLER: "transaction" };
    outcomes.push(["journeys", await runNode(playwright, throughPooler)]);
    if (names.length === 0) {
      const tests = durability.map((name) => `tests/${name}.test.ts`);
      const url = `postgres://gtmarc:${passwords.application}@127.0.0.1:${ports.primary}/gtmarc`;
      const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "database", ...tests];
      outcomes.push(["tests of durability", await runNode(vitest, { TEST_DATABASE_URL: url, NODE_ENV: "test" })]);
    }
    for (const [what, status] of outcomes) report(`${what}: ${status === 0 ? "passed" : "FAILED"}`);
    return outcomes.every(([, status]) => status === 0);
  } finally {
    await cluster.stop();
  }
}

async function runNode(args: readonly string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const [status] = (await once(child, "exit")) as [number | null];
  return status;
}
