import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, startCluster } from "./cluster.ts";
import { createRelease, keepFiles, type Release } from "./release.ts";
import { type Site, servers, startSite } from "./site.ts";
import { countsText, kinds, sumOf, Traffic } from "./traffic.ts";

type Row = Record<string, string | number>;

const expand = `ALTER TABLE "access_request" ADD COLUMN "rolling_note" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE TABLE "rolling_note" ("id" uuid PRIMARY KEY NOT NULL, "text" text NOT NULL);
--> statement-breakpoint
CREATE INDEX "access_request_rolling_note" ON "access_request" USING btree ("rolling_note");`;

const contract = `-- contract: the release before stopped using the note.
ALTER TABLE "access_request" DROP COLUMN "rolling_note";
--> statement-breakpoint
DROP TABLE "rolling_note";`;

/**
 * Deploys releases behind the proxy under load, one process after the other: the same release, one with a migration that expands the
 * schema, one that contracts it, and the first release again. No request may fail, also while two releases run side by side.
 */
export async function rolling(report: (line: string) => void): Promise<boolean> {
  const cluster = await startCluster(report);
  const rows: Row[] = [];
  const problems: string[] = [];
  try {
    const { folder } = cluster.place;
    const first = createRelease(join(folder, "first"), {});
    const expanded = createRelease(join(folder, "expanded"), { "0900_expand": expand });
    const contracted = createRelease(join(folder, "contracted"), { "0900_expand": expand, "0901_contract": contract });
    const releases: [string, Release][] = [
      ["the same release", first],
      ["expand: a column, a table and an index", expanded],
      ["contract: both dropped", contracted],
      ["back to the second release", expanded],
    ];
    const site = await startSite(cluster, report, { cwd: first.folder });
    const traffic = new Traffic(site.url, { pauseMs: 5 });
    try {
      traffic.assets.push(first.asset);
      await traffic.moreWrites(100);
      let running = first;
      for (const [name, release] of releases) {
        if (release !== running) keepFiles(running, release);
        running = release;
        rows.push(...(await deploy(site, traffic, name, release)));
        report(JSON.stringify(rows.slice(-2)));
        problems.push(...(await schemaProblems(cluster, name)));
      }
    } finally {
      await traffic.end();
    }
    console.table(rows);
    problems.push(...[...new Set(traffic.failures)].slice(0, 20));
    if (rows.some((row) => row["failed"] !== 0)) problems.push("requests failed");
    await site.stop();
  } finally {
    await cluster.stop();
  }
  report(problems.length === 0 ? "Every requirement holds." : `Violated:\n${problems.join("\n")}`);
  return problems.length === 0;
}

/** Replaces both processes; after each, both serve for some hundred requests. */
async function deploy(site: Site, traffic: Traffic, name: string, { folder, asset }: Release): Promise<Row[]> {
  const rows: Row[] = [];
  traffic.takeCounts();
  for (const server of servers) {
    const began = performance.now();
    await site.processes[server].stop();
    const stoppedMs = performance.now() - began;
    await site.start(server, { cwd: folder });
    const startedMs = performance.now() - began - stoppedMs;
    // HAProxy checks once a second.
    await pause(2_000);
    if (!traffic.assets.includes(asset)) traffic.assets.push(asset);
    // A busy machine needs minutes for these.
    await traffic.moreWrites(200, 300);
    const counts = traffic.takeCounts();
    const all = sumOf(...kinds.map((kind) => counts[kind]));
    rows.push({
      release: name,
      process: server,
      "stopped s": (stoppedMs / 1000).toFixed(1),
      "started s": (startedMs / 1000).toFixed(1),
      "pages from memory": countsText(counts.memory),
      "pages from the database": countsText(counts.page),
      files: countsText(counts.asset),
      writes: countsText(sumOf(counts.access, counts.newsletter)),
      failed: all.failed + all.unavailable,
      "slowest ms": all.slowestMs,
    });
  }
  return rows;
}

/** Whether the migrations of the release were applied. */
async function schemaProblems(cluster: Cluster, release: string): Promise<string[]> {
  const client = await cluster.connect();
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('rolling_note') is not null as exists");
  await client.end();
  return rows[0]!.exists === release.startsWith("expand") ? [] : [`${release}: the migration was not applied`];
}
