// `npm run migration what-changed`: writes the migration of changed tables. Its snapshot replaces the one before it: drizzle-kit compares
// the tables with the newest only.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";

const generate = ["node_modules/drizzle-kit/bin.cjs", "generate", "--name", ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, generate, { stdio: "inherit" });
if (status !== 0) process.exit(1);
const folder = "db/migrations/meta";
const snapshots = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"));
for (const older of snapshots.sort().slice(0, -1)) rmSync(`${folder}/${older}`);
