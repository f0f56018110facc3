/**
 * Requests per second on one core: a frozen page; a content page for a visitor with a session; an app page rendered for its
 * visitor; and the frozen page's bytes, headers included, as a static file from nginx on the same core (where nginx is
 * installed). The load comes from the other core.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Rate, rateOf } from "./requests.ts";
import { type Running, spawnPinned, startServer } from "./running-server.ts";
import { signIn } from "./signed-in.ts";

type Row = Rate & { what: string; besideNginx: number | null };

const serverCore = 0;
const browser = { "accept-encoding": "br, gzip" };

export async function run(): Promise<{ rows: Row[]; targets: Record<string, boolean> }> {
  const server = await startServer({ port: 3290, core: serverCore });
  const rows: Row[] = [];
  try {
    const measure = async (what: string, path: string, headers: Record<string, string> = {}) => {
      rows.push({ what, besideNginx: null, ...(await rateOf(server.url + path, { ...browser, ...headers })) });
    };
    const cookie = await signIn(server);
    await fetch(server.url);
    await measure("home, frozen", "/");
    await measure("home, with a session", "/", { cookie });
    await measure("home, with a session that has ended", "/", { cookie: "gtmarc_session=unknown.0" });
    await measure("account page, rendered for its visitor", "/account", { cookie });
    const peer = await measureNginx(await packedHome(server));
    if (peer) {
      rows.push(peer);
      for (const row of rows) row.besideNginx = Number((row.requestsPerSecond / peer.requestsPerSecond).toFixed(2));
    }
  } finally {
    await server.stop();
  }
  const [frozen, withSession] = rows;
  return {
    rows,
    targets: {
      "frozen >= 0.5 of nginx": (frozen!.besideNginx ?? 0) >= 0.5,
      "content page with a session >= 1,000/s": withSession!.requestsPerSecond >= 1000,
    },
  };
}

type Packed = { headers: Record<string, string>; body: Buffer };

/** The frozen home page as it leaves the server; `fetch` would unpack it, so the encoding is asked for and left alone. */
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

/** What nginx says of itself: length, type, date, tag and connection are its own. */
const ownHeaders = new Set(["content-length", "content-type", "date", "etag", "connection", "keep-alive"]);

/** The very bytes our server sends, as a file under the same headers; one worker on the server's core. */
async function measureNginx(page: Packed): Promise<Row | null> {
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
  try {
    await pause(800);
    return { what: "nginx, the same bytes", besideNginx: 1, ...(await rateOf("http://127.0.0.1:3291/", browser)) };
  } finally {
    const ended = new Promise((resolve) => nginx.once("exit", resolve));
    nginx.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
