/**
 * Requests per second on one core: a frozen page; a content page for a signed-in visitor; two app pages rendered per visitor;
 * and the frozen page's bytes, with headers, as a static file from nginx on the same core (if installed). The load comes from
 * the other core. All take turns three times, and each figure and the ratio are medians, because the machine's speed varies.
 *
 *   SITE_TREE=/path/of/another/built/checkout npm run bench -- site
 *
 * measures another build too, page by page in turn. SITE_ROUNDS sets the number of turns. The account page's target is 2.5 times
 * the build that rendered 178 a second; beside a build it is that ratio, which is the same on slower machines, else the rate.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Rate, rateOf } from "./requests.ts";
import { type Running, spawnPinned, startServer } from "./running-server.ts";
import { openWizard, signIn } from "./signed-in.ts";

type Row = Rate & { what: string; ratioToNginx: number | null };
type Measured = { what: string; measure: () => Promise<Rate> };

const serverCore = 0;
const rounds = Number(process.env["SITE_ROUNDS"] ?? 3);
const otherTree = process.env["SITE_TREE"];
/** Two runs of one build differ by this much. */
const notSlower = 0.95;
const browser = { "accept-encoding": "br, gzip" };

export async function run(): Promise<{ rows: Row[]; targets: Record<string, boolean> }> {
  const server = await startServer({ port: 3290, core: serverCore });
  const other = otherTree ? await startServer({ port: 3289, core: serverCore, tree: otherTree }) : null;
  let peer: Peer | null = null;
  let rows: Row[];
  try {
    peer = await startNginx(await packedHome(server));
    const [ours, theirs] = [await measuredOf(server), other ? await measuredOf(other) : []];
    rows = await takeTurns(
      // A page of one build and the same of the other follow each other.
      ours.flatMap((one, index) => [one, ...theirs.slice(index, index + 1).map(inOtherBuild)]),
      peer && { what: "nginx, the same bytes", measure: () => rateOf(peer!.url, browser) },
    );
  } finally {
    await peer?.stop();
    await other?.stop();
    await server.stop();
  }
  const rate = (what: string) => rows.find((row) => row.what === what)!.requestsPerSecond;
  const ratio = (what: string) => rate(what) / rate(inOtherBuild({ what }).what);
  return {
    rows,
    targets: {
      ...(peer && { "frozen >= 0.5 of nginx": rows[0]!.ratioToNginx! >= 0.5 }),
      "content page with a session >= 2,000/s": rate(pages.signedIn) >= 2000,
      ...(!other && { "account >= 450/s": rate(pages.account) >= 450 }),
      "wizard >= 400/s": rate(pages.wizard) >= 400,
      ...(other && {
        "account >= 2.5 of the other build": ratio(pages.account) >= 2.5,
        "content page with a session not slower than in the other build": ratio(pages.signedIn) >= notSlower,
        "wizard not slower than in the other build": ratio(pages.wizard) >= notSlower,
      }),
    },
  };
}

const pages = {
  signedIn: "home, with a session",
  account: "account page, rendered for its visitor",
  wizard: "wizard, step 1, rendered for its visitor",
};

const inOtherBuild = <One extends { what: string }>(one: One): One => ({ ...one, what: `${one.what}, other build` });

async function measuredOf(server: Running): Promise<Measured[]> {
  const cookie = await signIn(server);
  await openWizard(server, cookie);
  await fetch(server.url);
  const page = (what: string, path: string, headers: Record<string, string> = {}): Measured => ({
    what,
    measure: () => rateOf(server.url + path, { ...browser, ...headers }),
  });
  return [
    page("home, frozen", "/"),
    page(pages.signedIn, "/", { cookie }),
    page("home, with a session that has ended", "/", { cookie: "gtmarc_session=unknown.0" }),
    page(pages.account, "/account", { cookie }),
    page(pages.wizard, "/blueprint/wizard/profile?blueprint=new", { cookie }),
  ];
}

async function takeTurns(ours: Measured[], peer: Measured | null): Promise<Row[]> {
  const all = peer ? [...ours, peer] : ours;
  const rates = new Map(all.map((one) => [one, [] as Rate[]]));
  for (let round = 0; round < rounds; round += 1) for (const one of all) rates.get(one)!.push(await one.measure());
  const peers = peer && rates.get(peer)!;
  return all.map((one) => {
    const own = rates.get(one)!;
    const ratios = peers?.map((rate, round) => own[round]!.requestsPerSecond / rate.requestsPerSecond);
    return {
      what: one.what,
      ratioToNginx: ratios ? Number(middle(ratios).toFixed(2)) : null,
      requestsPerSecond: middle(own.map(({ requestsPerSecond }) => requestsPerSecond)),
      p99Ms: middle(own.map(({ p99Ms }) => p99Ms)),
      client: own[0]!.client,
    };
  });
}

const middle = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;

type Packed = { headers: Record<string, string>; body: Buffer };

/** The frozen home page as sent by the server, still compressed (`fetch` would decompress it). */
async function packedHome(server: Running): Promise<Packed> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const asked = request(server.url, { headers: { "accept-encoding": "br" } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ headers: response.headers as Record<string, string>, body: Buffer.concat(chunks) });
    });
    asked.once("error", reject).end();
  });
}

/** Headers that nginx sets itself: length, type, date, tag and connection. */
const ownHeaders = new Set(["content-length", "content-type", "date", "etag", "connection", "keep-alive"]);

type Peer = { url: string; stop: () => Promise<void> };

/** Serves the same bytes as a file with the same headers; one worker on the server's core. */
async function startNginx(page: Packed): Promise<Peer | null> {
  if (spawnSync("nginx", ["-v"]).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "gtmarc-nginx-"));
  mkdirSync(join(folder, "html"));
  writeFileSync(join(folder, "html", "index.html"), page.body);
  const headers = Object.entries(page.headers)
    .filter(([name]) => !ownHeaders.has(name))
    .map(([name, value]) => `add_header ${name} '${value.replaceAll(/['\\]/g, "\\$&")}';`)
    .join(" ");
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr crit; events { worker_connections 256; }
     http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       types { text/html html; } open_file_cache max=10; sendfile on; keepalive_requests 10000000;
       server { listen 127.0.0.1:3291; root ${folder}/html; ${headers} } }`,
  );
  const nginx = spawnPinned("nginx", ["-c", config], serverCore);
  await pause(800);
  return {
    url: "http://127.0.0.1:3291/",
    stop: async () => {
      const ended = new Promise((resolve) => nginx.once("exit", resolve));
      nginx.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
