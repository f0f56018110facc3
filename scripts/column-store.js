// `npm run column-store -- COMMAND`: ClickHouse for tests and benchmarks. The engine is the package chdb (546 MB), which is fetched on demand
// and is no dependency. It has no server of its own, so this program speaks as much of ClickHouse's HTTP interface as @clickhouse/client uses.
//
//   install          fetches the engine
//   serve [PORT]     serves it on 127.0.0.1 (8123); data in DIR with --data DIR, otherwise in a temporary directory
//   test [FILE…]     runs the tests of analytics with their visitor events in it
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { nodeBinary } from "./install.js";

const engine = { name: "chdb", version: "3.4.0" };
const cache = resolve(process.env["COLUMN_STORE_CACHE"] ?? "node_modules/.cache/column-store");
const sessionCount = 4;

/** Tests that run with both stores. The other tests of analytics are about the tables and partitions of PostgreSQL. */
const testedFiles = [
  "routes/admin/analytics/simulated-month",
  ...[
    "reports/reports",
    "reports/lists/lists",
    "reports/report-figures",
    "reports/lists/action-changes",
    "reports/sums/unfinished-period",
  ],
  ...[
    "funnels/funnels",
    "funnels/figures/funnel-figures",
    "funnels/figures/chain-sql",
    "visits/views",
    "visits/visits",
    "privacy/my-data",
    "steps/derived-steps",
    "weekly-mail/weekly-mail",
    "privacy/identity",
    "privacy/erasure",
    "privacy/retention",
    "visits/live-visits",
  ],
  ...["collecting/sources/source-terms", "store/move", "store/clickhouse/deletion", "store/clickhouse/waiting-hits"],
].map((name) => `app/${name.startsWith("routes/") ? "" : "features/analytics/"}${name}.server.test.ts`);

function install() {
  if (existsSync(join(cache, "node_modules", engine.name))) return;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), JSON.stringify({ private: true }));
  process.stdout.write(`Fetching ${engine.name} ${engine.version} (546 MB) into ${cache}\n`);
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${engine.name}@${engine.version}`];
  const { status } = spawnSync("npm", args, { cwd: cache, stdio: "inherit" });
  if (status !== 0) throw new Error(`npm could not install ${engine.name}`);
}

/** Serves the engine; resolves with its URL and a function that stops it. */
export async function serveColumnStore({ port = 0, data } = {}) {
  install();
  const { Session } = createRequire(join(cache, "package.json"))(engine.name);
  const directory = data ?? mkdtempSync(join(tmpdir(), "column-store-"));
  const idle = Array.from({ length: sessionCount }, () => ({ session: new Session(directory), database: "default" }));
  const waiting = [];
  const take = async () => idle.pop() ?? new Promise((use) => waiting.push(use));
  const release = (one) => (waiting.length > 0 ? waiting.shift()(one) : idle.push(one));

  async function answer(request, response) {
    const url = new URL(request.url, "http://localhost");
    const parts = [];
    for await (const part of request) parts.push(part);
    const body =
      request.headers["content-encoding"] === "gzip" ? gunzipSync(Buffer.concat(parts)) : Buffer.concat(parts);
    if (url.pathname === "/ping") return response.end("Ok.\n");
    const one = await take();
    try {
      const result = await run(one, url.searchParams, body.toString());
      response.setHeader("Content-Type", "application/octet-stream");
      response.end(result);
    } catch (error) {
      response.statusCode = 500;
      response.setHeader("Content-Type", "text/plain");
      response.setHeader("X-ClickHouse-Exception-Code", String(error.clickhouseCode ?? 1002));
      response.end(error.message);
    } finally {
      release(one);
    }
  }

  const server = createServer({ maxHeaderSize: 2 ** 20, requestTimeout: 0 }, (request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      for (const { session } of idle) session.close();
      if (!data) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The parameters of the HTTP interface that are not settings. */
const reserved = new Set(["query", "database", "query_id", "session_id", "user", "password", "role", "default_format"]);

async function run(one, params, body) {
  const database = params.get("database") ?? "default";
  const text = params.get("query");
  if (one.database !== database) {
    await one.session.queryAsync(`USE \`${database}\``);
    one.database = database;
  }
  const settings = [...params].filter(([name]) => !reserved.has(name) && !name.startsWith("param_"));
  const query = withSettings(text === null ? body : text, settings) + (text === null ? "" : `\n${body}`);
  const bound = Object.fromEntries(
    [...params].flatMap(([name, value]) => (name.startsWith("param_") ? [[name.slice("param_".length), value]] : [])),
  );
  const isBound = Object.keys(bound).length > 0;
  const result = isBound ? await one.session.queryBindAsync(query, bound) : await one.session.queryAsync(query);
  return result.bytes();
}

/** Settings of the request become a clause of the statement; those of the connection itself are left out. */
function withSettings(query, settings) {
  const own = settings.filter(([name]) =>
    /^(async_insert|wait_for_async_insert|insert_dedup|max_query|max_mem|final|mutations|lightweight)/.test(name),
  );
  if (own.length === 0) return query;
  const clause = `SETTINGS ${own.map(([name, value]) => `${name} = '${value.replaceAll("'", "")}'`).join(", ")}`;
  if (/^\s*INSERT\b/i.test(query) && /\bFORMAT\s+\w+\s*$/i.test(query))
    return query.replace(/\bFORMAT\s+\w+\s*$/i, (format) => `${clause} ${format}`);
  if (!/^\s*(SELECT|WITH)\b/i.test(query)) return query;
  return /\bFORMAT\s+\w+\s*$/i.test(query)
    ? query.replace(/\bFORMAT\s+\w+\s*$/i, (format) => `${clause} ${format}`)
    : `${query} ${clause}`;
}

async function test(files) {
  const { url, stop } = await serveColumnStore();
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "database",
    ...(files.length > 0 ? files : testedFiles),
  ];
  const child = spawn(nodeBinary(), args, { stdio: "inherit", env: { ...process.env, TEST_ANALYTICS_URL: url } });
  const code = await new Promise((done) => child.once("exit", done));
  await stop();
  process.exit(code ?? 1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [command, ...rest] = process.argv.slice(2);
  if (command === "install") install();
  else if (command === "test") await test(rest);
  else if (command === "serve") {
    const at = rest.indexOf("--data");
    const data = at === -1 ? undefined : rest.splice(at, 2)[1];
    const { url } = await serveColumnStore({ port: Number(rest[0] ?? 8123), data });
    process.stdout.write(`ClickHouse's HTTP interface at ${url}\n`);
  } else {
    process.stderr.write("Usage: npm run column-store -- install | serve [PORT] [--data DIR] | test [FILE…]\n");
    process.exit(2);
  }
}
