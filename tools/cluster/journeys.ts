import { startCluster } from "./cluster.ts";
import { runNode } from "./run-node.ts";

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

/** Runs journeys (by name, such as `journeys wizard`; `journeys all`: every one) through PgBouncer in transaction mode. */
export async function journeys(report: (line: string) => void, names: readonly string[]): Promise<boolean> {
  const cluster = await startCluster(report, { anyDatabase: true });
  try {
    const chosen = names.includes("all") ? [] : names.length > 0 ? names : usual;
    const files = chosen.map((name) => `tests/e2e/${name}.spec.ts`);
    const playwright = ["node_modules/@playwright/test/cli.js", "test", ...files, "--retries=0", "--workers=1"];
    const status = await runNode(playwright, { E2E_DATABASE_URL: cluster.url, E2E_DATABASE_POOLER: "transaction" });
    report(`Journeys: ${status === 0 ? "passed" : "FAILED"}`);
    return status === 0;
  } finally {
    await cluster.stop();
  }
}
