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
/** Runs journeys (by name, such as `journeys wizard`) through PgBouncer in transaction mode. */
export async function journeys(report: (line: string) => void, names: readonly string[]): Promise<boolean> {
  const cluster = await startCluster(report, { anyDatabase: true });
  try {
    const files = (names.length > 0 ? names : usual).map((name) => `tests/e2e/${name}.spec.ts`);
    const playwright = ["node_modules/@playwright/test/cli.js", "test", ...files, "--retries=0", "--workers=1"];
    const status = await runNode(playwright, { E2E_DATABASE_URL: cluster.url, E2E_DATABASE_POOLER: "transaction" });
    report(`Journeys: ${status === 0 ? "passed" : "FAILED"}`);
    return status === 0;
  } finally {
    await cluster.stop();
  }
}

async function runNode(args: readonly string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const [status] = (await once(child, "exit")) as [number | null];
  return status;
}
