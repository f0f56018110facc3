// Fails if a tables.server.ts has changes without a migration; run `npm run migration what-changed` then. Also if an older
// snapshot (15,000 generated lines) is left: drizzle-kit compares the tables with the newest only.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { nodeBinary } from "./install.js";

const [, ...older] = readdirSync("db/migrations/meta")
  .filter((name) => name.endsWith("_snapshot.json"))
  .sort()
  .reverse();
if (older.length > 0) {
  process.stdout.write(`Only the newest snapshot is used; delete ${older.join(", ")} in db/migrations/meta\n`);
  process.exitCode = 1;
}

const copy = mkdtempSync("build-migrations-");
try {
  cpSync("db/migrations", copy, { recursive: true });
  const before = readdirSync(copy).length;
  const { status, stdout, stderr } = spawnSync(
    nodeBinary(),
    [
      "node_modules/drizzle-kit/bin.cjs",
      "generate",
      "--dialect",
      "postgresql",
      "--schema",
      "./app/features/*/tables.server.ts",
      "--out",
      copy,
    ],
    { encoding: "utf8" },
  );
  const added =
    readdirSync(copy).filter((name) => name.endsWith(".sql")).length >
    readdirSync("db/migrations").filter((name) => name.endsWith(".sql")).length;
  if (status !== 0 || added || readdirSync(copy).length !== before) {
    process.stdout.write(
      `${stdout}${stderr}\nThe tables changed without a migration: run npm run migration what-changed\n`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
}
