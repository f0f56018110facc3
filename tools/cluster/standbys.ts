import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { codeOf, stepAt } from "../../app/features/accounts/second-factor/totp.server.ts";
import { secret } from "../bench/faults/site.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { members, type Node } from "./node.ts";
import { until } from "./program.ts";
import { startSite } from "./site.ts";

const reportPath = "/admin/analytics";
const password = "Northfield-2026";
const columnMissing =
  "select from information_schema.columns where table_name = 'analytics_annotation' and column_name = 'missing'";
const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
/** The product waits five seconds for a connection, and a report asks for several in turn. */
const maxReportMs = 20_000;

type Response = { status: number; text: string; ms: number };
type Admin = { send: (method: string, path: string, json?: object) => Promise<Response> };
type Row = { situation: string; author: string; colleague: string; "slowest ms": number };

/**
 * Reports that read the standbys while these lag, lack a migration, are down and hang. An admin sees their own change at once, every
 * report is 200, and with the standbys back they are read again.
 */
export async function standbys(report: (line: string) => void): Promise<boolean> {
  const cluster = await startCluster(report);
  const problems: string[] = [];
  const rows: Row[] = [];
  try {
    const site = await startSite(cluster, report);
    const author = await signIn(site.url, cluster, "author@gtmarc.example");
    const colleague = await signIn(site.url, cluster, "colleague@gtmarc.example");
    const expected = (isMet: boolean, what: string) => {
      if (!isMet) problems.push(what);
    };

    /** Both open the report a few times. The author must always see the note. */
    async function look(situation: string, note: string | null, { isColleagueBehind = false } = {}) {
      const seen = { author: "", colleague: "" };
      let slowest = 0;
      for (const [name, admin] of [["author", author] as const, ["colleague", colleague] as const]) {
        const responses: Response[] = [];
        for (let n = 0; n < 4; n += 1) responses.push(await admin.send("GET", reportPath));
        slowest = Math.max(slowest, ...responses.map(({ ms }) => ms));
        const statuses = [...new Set(responses.map(({ status }) => status))];
        expected(statuses.join() === "200", `${situation}: the ${name}'s reports were ${statuses.join(", ")}`);
        const shown = responses.filter(({ text }) => note && text.includes(note)).length;
        seen[name] = note ? `${statuses}, note in ${shown} of 4` : `${statuses}`;
        const isBehind = isColleagueBehind && name === "colleague";
        if (note) expected(shown === (isBehind ? 0 : 4), `${situation}: the ${name} saw the note in ${shown} of 4`);
      }
      expected(slowest <= maxReportMs, `${situation}: a report took ${slowest} ms`);
      rows.push({ situation, ...seen, "slowest ms": slowest });
      report(JSON.stringify(rows.at(-1)));
    }

    await look("standbys up to date", null);
    const before = await transactions(cluster);
    for (let n = 0; n < 5; n += 1) await colleague.send("GET", reportPath);
    // PostgreSQL publishes its counts about once a second.
    await pause(3000);
    const read = (await transactions(cluster)) - before;
    report(`Five reports of a reader: ${read} transactions on the standbys`);
    expected(read >= 5, "reports did not read the standbys");

    const paused = await standbysOf(cluster);
    for (const node of paused) await pauseReplay(cluster, node);
    const note = "A note that lags";
    // Yesterday is in the period in every time zone.
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const saved = await author.send("POST", "/api/admin/analytics/annotations", { day, text: note });
    expected(saved.status < 300, `the note was not saved: ${saved.status}`);
    await look("replay paused on both, a note saved", note, { isColleagueBehind: true });

    for (const node of paused) await asSuperuser(cluster, node, "select pg_wal_replay_resume()");
    await until("The standbys replay", async () => (await colleague.send("GET", reportPath)).text.includes(note));
    await look("replay resumed", note);

    // The standbys stay at a schema without a column that the release reads.
    const client = await cluster.connect();
    await client.query("alter table analytics_annotation rename column text to missing");
    for (const node of paused) {
      await until(`${node.name} replays`, async () => (await asSuperuser(cluster, node, columnMissing)).length > 0);
      await pauseReplay(cluster, node);
    }
    await client.query("alter table analytics_annotation rename column missing to text");
    await client.end();
    await look("both behind a migration", note);
    for (const node of paused) await asSuperuser(cluster, node, "select pg_wal_replay_resume()");

    const [one, two] = await standbysOf(cluster);
    kill(one!);
    await look("one standby killed", note);
    kill(two!);
    await look("both standbys killed", note);
    one!.start();
    two!.start();
    await cluster.untilComplete();
    const pids = (await standbysOf(cluster)).flatMap((node) => tree(node.postmaster()!));
    signal(pids, "SIGSTOP");
    try {
      await look("both standbys hang (SIGSTOP)", note);
    } finally {
      signal(pids, "SIGCONT");
    }
    await cluster.untilComplete();
    await until("The standbys are read again", async () => {
      const start = await transactions(cluster);
      await colleague.send("GET", reportPath);
      await pause(2000);
      return (await transactions(cluster)) > start;
    });
    await look("standbys back", note);
    await site.stop();
  } finally {
    await cluster.stop();
  }
  console.table(rows);
  report(problems.length === 0 ? "Every requirement holds." : `Violated:\n${problems.join("\n")}`);
  return problems.length === 0;
}

/** Creates an admin and signs in with the second factor. Cookies do not expire here, so the author's reports stay on the primary. */
async function signIn(url: string, { url: databaseUrl, place }: Cluster, email: string): Promise<Admin> {
  const args = ["admin", "create", email, "--password-stdin", "--totp-secret", totpSecret];
  execFileSync(process.execPath, ["build/server/gtmarc.js", "cli", ...args], {
    input: `${password}\n`,
    env: {
      ...{ ...process.env, ...secret, GTMARC_MODE: "development", LOG_LEVEL: "silent" },
      ...{ DATA_DIR: `${place.folder}/cli`, DATABASE_URL: databaseUrl, DATABASE_POOLER: "transaction" },
    },
  });
  const cookies = new Map<string, string>();
  const send: Admin["send"] = async (method, path, json) => {
    const began = performance.now();
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        ...{ origin: url, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(json && { "content-type": "application/json" }),
      },
      ...(json && { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(60_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return { status: response.status, text: await response.text(), ms: Math.round(performance.now() - began) };
  };
  await send("POST", "/api/auth/sign-in/email", { email, password });
  const code = await codeOf(totpSecret, stepAt(new Date()));
  const { status } = await send("POST", "/api/auth/two-factor/verify-totp", { code });
  if (status !== 200) throw new Error(`${email} could not sign in: ${status}`);
  // Signing in is a change of one's own too.
  cookies.delete("gtmarc_wrote");
  return { send };
}

async function standbysOf({ nodes }: Cluster): Promise<Node[]> {
  const found = await members(nodes);
  return nodes.filter(({ name }) => found.some((member) => member.name === name && member.role !== "leader"));
}

async function asSuperuser({ place }: Cluster, { port }: Node, query: string, database = "gtmarc") {
  const client = new pg.Client({
    ...{ host: "127.0.0.1", port, database },
    ...{ user: "postgres", password: place.passwords.superuser },
  });
  await client.connect();
  const { rows } = await client.query(query);
  await client.end();
  return rows;
}

/** Resolves when the standby applies no more changes; the pause is only requested at first. */
async function pauseReplay(cluster: Cluster, node: Node): Promise<void> {
  await asSuperuser(cluster, node, "select pg_wal_replay_pause()");
  const state = "select pg_get_wal_replay_pause_state() as state";
  await until(`${node.name} pauses`, async () => (await asSuperuser(cluster, node, state))[0].state === "paused");
}

/** Transactions of all standbys since they were started. */
async function transactions(cluster: Cluster): Promise<number> {
  let sum = 0;
  for (const node of await standbysOf(cluster)) {
    // Asked in another database, so that the question itself does not count.
    const [row] = await asSuperuser(
      cluster,
      node,
      "select xact_commit::int as n from pg_stat_database where datname = 'gtmarc'",
      "postgres",
    );
    sum += row.n;
  }
  return sum;
}

/** Like a machine that loses its power. */
function kill(node: Node): void {
  node.patroni().signal("SIGKILL");
  process.kill(node.postmaster()!, "SIGKILL");
}

/** Some of the processes may have ended. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as { code?: string }).code !== "ESRCH") throw error;
    }
}

/** A process and all that it started. */
function tree(pid: number): number[] {
  try {
    const children = execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
    return [pid, ...children.flatMap(tree)];
  } catch {
    return [pid];
  }
}
