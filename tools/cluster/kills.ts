import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, startCluster } from "./cluster.ts";
import { type Node, primaryOf } from "./node.ts";
import { until } from "./program.ts";
import { type Site, servers, startSite } from "./site.ts";
import { countsText, sumOf, Traffic } from "./traffic.ts";

const rounds = Number(process.env["CLUSTER_ROUNDS"] ?? 10);
const recoveryLimitMs = 30_000;

type Row = Record<string, string | number>;

/**
 * Kills the primary under load: PostgreSQL alone, and in turns PostgreSQL with Patroni, like a machine that loses its power. Afterwards
 * every acknowledged write must be in the database.
 */
export async function kills(report: (line: string) => void): Promise<boolean> {
  const cluster = await startCluster(report);
  const rows: Row[] = [];
  const problems: string[] = [];
  try {
    const site = await startSite(cluster, report);
    const pids = servers.map((server) => site.processes[server].pid);
    const traffic = new Traffic(site.url);
    try {
      for (let round = 1; round <= rounds; round += 1) {
        await cluster.untilComplete();
        await traffic.moreWrites(40);
        traffic.takeCounts();
        rows.push(await killPrimary(cluster, traffic, { round, isMachine: round % 2 === 0 }));
        report(JSON.stringify(rows.at(-1)));
      }
      await cluster.untilComplete();
      await traffic.moreWrites(40);
    } finally {
      await traffic.end();
    }
    problems.push(...(await missingWrites(cluster, traffic)), ...(await unfinishedJobs(cluster)));
    for (const line of loggedBy(site)) report(line);
    problems.push(...brokenProcesses(site, pids), ...lateRounds(rows));
    problems.push(...[...new Set(traffic.failures)].slice(0, 20));
    console.table(rows);
    report(`${traffic.writes} writes were acknowledged`);
    await site.stop();
  } finally {
    await cluster.stop();
  }
  report(problems.length === 0 ? "Every requirement holds." : `Violated:\n${problems.join("\n")}`);
  return problems.length === 0;
}

async function killPrimary(
  cluster: Cluster,
  traffic: Traffic,
  { round, isMachine }: { round: number; isMachine: boolean },
): Promise<Row> {
  const killed = await cluster.primary();
  traffic.interrupt();
  const killedAt = performance.now();
  if (isMachine) killed.patroni().signal("SIGKILL");
  process.kill(killed.postmaster()!, "SIGKILL");
  const next = await until("Another node is the primary", () => otherPrimary(cluster.nodes, killed), { seconds: 90 });
  const promotedMs = performance.now() - killedAt;
  await traffic.moreWrites(60, 90);
  // Requests that were sent during the failover may still wait for their refusal.
  await pause(6_000);
  const counts = traffic.takeCounts();
  if (isMachine) killed.start();
  return {
    round,
    killed: `${killed.name}${isMachine ? " with Patroni" : ""}`,
    "new primary": next.name,
    "promoted s": (promotedMs / 1000).toFixed(1),
    "recovered s": (traffic.recoveredMs / 1000).toFixed(1),
    "pages from memory": countsText(counts.memory),
    "slowest ms": counts.memory.slowestMs,
    "pages from the database": countsText(counts.page),
    writes: countsText(sumOf(counts.access, counts.newsletter)),
    "slowest s": (sumOf(counts.page, counts.access, counts.newsletter).slowestMs / 1000).toFixed(1),
  };
}

async function otherPrimary(nodes: readonly Node[], killed: Node): Promise<Node | null> {
  const found = await primaryOf(nodes.filter(({ name }) => name !== killed.name));
  return found;
}

async function missingWrites(cluster: Cluster, { acknowledged }: Traffic): Promise<string[]> {
  const client = await cluster.connect();
  const count = async (table: string, emails: readonly string[]) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(distinct email)::int as n from ${table} where email = any($1)`,
      [emails],
    );
    return emails.length - rows[0]!.n;
  };
  const access = await count("access_request", acknowledged.access);
  const newsletter = await count("newsletter_subscriber", acknowledged.newsletter);
  await client.end();
  process.stdout.write(
    `Acknowledged writes that are missing: ${access} of ${acknowledged.access.length} access requests, ${newsletter} of ${acknowledged.newsletter.length} newsletter sign-ups\n`,
  );
  return access + newsletter > 0 ? ["acknowledged writes are missing"] : [];
}

/** Every acknowledged access request queued a mail; jobs have to resume by themselves. */
async function unfinishedJobs(cluster: Cluster): Promise<string[]> {
  const client = await cluster.connect();
  const count = async (query: string) => (await client.query<{ n: number }>(query)).rows[0]!.n;
  try {
    await until("No mail waits", async () => (await count(waitingMails)) === 0, { seconds: 120 });
    const failed = await count("select count(*)::int as n from pgboss.job where state = 'failed'");
    return failed > 0 ? [`${failed} jobs failed for good`] : [];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    await client.end();
  }
}

const waitingMails = "select count(*)::int as n from message where status in ('queued', 'sending')";

/** The messages of the processes' logs with their number, most frequent first. */
function loggedBy(site: Site): string[] {
  const counts = new Map<string, number>();
  for (const server of servers)
    for (const line of site.processes[server].output().split("\n")) {
      const entry = /^\{.*"level":"?(\w+).*"msg":"([^"]*)"/.exec(line);
      if (entry) counts.set(`${entry[1]} ${entry[2]}`, (counts.get(`${entry[1]} ${entry[2]}`) ?? 0) + 1);
    }
  return [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `${String(count).padStart(6)} × ${text}`);
}

function brokenProcesses(site: Site, pids: readonly number[]): string[] {
  return servers.flatMap((server, index) => {
    const { pid, isRunning, output } = site.processes[server];
    return pid === pids[index] && isRunning() ? [] : [`process ${server} ended: ${output().slice(-800)}`];
  });
}

const lateRounds = (rows: readonly Row[]): string[] =>
  rows
    .filter((row) => Number(row["recovered s"]) * 1000 > recoveryLimitMs)
    .map((row) => `round ${row["round"]} recovered after ${row["recovered s"]} s`);
