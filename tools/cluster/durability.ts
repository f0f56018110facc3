import { startCluster } from "./cluster.ts";
import { runNode } from "./run-node.ts";

/** Tests that kill processes of the product, and that run them together. Tests that kill PostgreSQL are `kills` here. */
const usual = [
  "tests/mail-crash.test.ts",
  "tests/events-crash.test.ts",
  "tests/webhooks-crash.test.ts",
  "tests/sequences-crash.test.ts",
];

/**
 * Runs tests on the cluster: databases of tests on the primary, those of whole products through PgBouncer in transaction mode.
 * `files`: by default the tests that kill processes.
 */
export async function durability(report: (line: string) => void, files: readonly string[]): Promise<boolean> {
  const cluster = await startCluster(report, { anyDatabase: true });
  try {
    // A template is copied, which the idle connections of a pooler would prevent.
    const direct = new URL(cluster.url);
    direct.port = String(cluster.place.ports.primary);
    const status = await runNode(["node_modules/vitest/vitest.mjs", "run", ...(files.length > 0 ? files : usual)], {
      TEST_DATABASE_URL: direct.href,
      E2E_DATABASE_URL: cluster.url,
      E2E_DATABASE_POOLER: "transaction",
    });
    report(`Tests: ${status === 0 ? "passed" : "FAILED"}`);
    return status === 0;
  } finally {
    await cluster.stop();
  }
}
