/**
 * Requests per second on one core: a frozen page, the same page rendered for a visitor with a session cookie, and the same
 * bytes as a static file from nginx on the same core (where nginx is installed). The load comes from the other core.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import autocannon from "autocannon";
import { spawnPinned, startServer } from "./running-server.ts";

type Row = { what: string; requestsPerSecond: number; p99Ms: number; besideNginx: number | null };

const seconds = 6;
const serverCore = 0;

export async function run(): Promise<{ rows: Row[]; targets: Record<string, boolean> }> {
  const server = await startServer({ port: 3290, core: serverCore });
  const rows: Row[] = [];
  try {
    await fetch(server.url);
    const compressed = await fetch(server.url, { headers: { "accept-encoding": "gzip" } });
    const page = Buffer.from(await compressed.arrayBuffer());
    rows.push(await measure("frozen page", server.url));
    rows.push(await measure("rendered page, session cookie", server.url, { cookie: "gtmarc_session=unknown.0" }));
    const peer = await measureNginx(page);
    if (peer) {
      rows.push(peer);
      for (const row of rows) row.besideNginx = Number((row.requestsPerSecond / peer.requestsPerSecond).toFixed(2));
    }
  } finally {
    await server.stop();
  }
  const [frozen, rendered, nginx] = rows;
  return {
    rows,
    targets: {
      "frozen >= 0.5 of nginx": nginx ? frozen!.requestsPerSecond >= 0.5 * nginx.requestsPerSecond : false,
      "rendered >= 1,000/s": rendered!.requestsPerSecond >= 1000,
    },
  };
}

async function measure(what: string, url: string, headers: Record<string, string> = {}): Promise<Row> {
  const options = { url, connections: 32, headers: { "accept-encoding": "br, gzip", ...headers } };
  await autocannon({ ...options, duration: 2 });
  const result = await autocannon({ ...options, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${what}: ${result.non2xx} refused, ${result.errors} failed`);
  return { what, requestsPerSecond: Math.round(result.requests.average), p99Ms: result.latency.p99, besideNginx: null };
}

/** The same page as a file with its gzip copy beside it, one worker on the server's core. */
async function measureNginx(page: Buffer): Promise<Row | null> {
  if (spawnSync("nginx", ["-v"]).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "gtmarc-nginx-"));
  const html = page[0] === 0x1f ? gunzipSync(page) : page;
  mkdirSync(join(folder, "html"));
  writeFileSync(join(folder, "html", "index.html"), html);
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr crit; events { worker_connections 256; }
     http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       types { text/html html; } open_file_cache max=10; sendfile on; keepalive_requests 10000000;
       server { listen 127.0.0.1:3291; root ${folder}/html; } }`,
  );
  const nginx = spawnPinned("nginx", ["-c", config], serverCore);
  try {
    await pause(800);
    return await measure("nginx, same page as a static file", "http://127.0.0.1:3291/");
  } finally {
    const ended = new Promise((resolve) => nginx.once("exit", resolve));
    nginx.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
