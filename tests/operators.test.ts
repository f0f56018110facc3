import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBackup } from "#app/platform/backup/reading.server.ts";
import { type Embedded, startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { type Ran, runCommand } from "./fixtures/command.ts";
import { hasOpenssl, selfSigned } from "./fixtures/https-server.ts";
import { startProduct } from "./fixtures/product.ts";
import { scratch } from "./fixtures/scratch.ts";

/** The built product on databases, proxies and files as operators have them. */

const secret = "operators-secret-of-thirty-two-characters";
let server: Embedded;
let admin: pg.Client;

beforeAll(async () => {
  server = await startEmbedded({ dataDir: scratch(), role: "command", throwaway: true });
  admin = new pg.Client({ ...(server.superuserConnection as pg.ClientConfig) });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

const urlOf = (database: string, role: string) =>
  `postgresql:///${database}?host=${encodeURIComponent(String(server.connection.host))}&user=${role}`;

/** A database and its role, each of this name; `statements` complete them. Returns its address. */
async function database(name: string, { encoding = "UTF8", limit = -1, owner = name } = {}, ...statements: string[]) {
  await admin.query(`create role ${name} login connection limit ${limit}`);
  const locale = encoding === "UTF8" ? "" : "locale_provider libc locale 'C'";
  await admin.query(`create database ${name} owner ${owner} template template0 encoding '${encoding}' ${locale}`);
  for (const statement of statements) await admin.query(statement);
  return urlOf(name, name);
}

const run = (url: string, args: string[], settings: Record<string, string> = {}): Promise<Ran> =>
  runCommand(scratch(), args, { settings: { DATABASE_URL: url, SECRET: secret, ...settings } });

const lineOf = (ran: Ran, part: string) =>
  (ran.out + ran.err).split("\n").find((line) => line.includes(` ${part} `)) ?? "";

test("a refusal of PostgreSQL is printed with its reason and what helps, by check and by the start", async () => {
  const cases = [
    [
      await database("visitor", { owner: "postgres" }),
      /permission denied for database visitor \(42501\)\. The role .* own/,
    ],
    [
      await database("reader", {}, "alter role reader set default_transaction_read_only = on"),
      /cannot execute .* in a read-only transaction \(25006\)\. .* read only/,
    ],
    [
      await database("lost", {}, "alter role lost set search_path = 'nowhere'"),
      /no schema has been selected to create in \(3F000\)\. The search_path/,
    ],
  ] as const;
  for (const [url, reason] of cases) {
    const checked = await run(url, ["check"]);
    expect(checked.status).toBe(1);
    expect(lineOf(checked, "database")).toMatch(reason);
    const product = await startProduct(scratch(), { DATABASE_URL: url, SECRET: secret }, { wait: false });
    expect(await product.ended()).toMatchObject({ status: 1 });
    expect(product.output()).toMatch(reason);
    expect(product.output()).not.toContain("    at ");
  }
});

test("a database that is not UTF8 is refused with one sentence by check and start", async () => {
  for (const encoding of ["LATIN1", "SQL_ASCII"]) {
    const name = `is_${encoding.toLowerCase()}`;
    const url = await database(name, { encoding });
    const sentence = `The database ${name} has the encoding ${encoding}, and GTMarc needs UTF8. Create it with: createdb --template=template0 --encoding=UTF8 ${name}`;
    const checked = await run(url, ["check"]);
    expect(checked.status).toBe(1);
    expect(lineOf(checked, "database")).toContain(sentence);
    const product = await startProduct(scratch(), { DATABASE_URL: url, SECRET: secret }, { wait: false });
    expect(await product.ended()).toMatchObject({ status: 1 });
    expect(product.output().trim()).toBe(sentence);
  }
});

test("commands work with three connections, and end with a reason when none is left", async () => {
  const url = await database("three", { limit: 3 });
  const checked = await run(url, ["check"]);
  expect(checked.status).toBe(0);
  expect(lineOf(checked, "connections")).toContain("PostgreSQL allows 3: lower DATABASE_CONNECTIONS");
  const holders = [];
  for (const left of [2, 1, 0]) {
    const holder = new pg.Client(url);
    await holder.connect();
    holders.push(holder);
    const refused = await run(url, ["token", "create", "--scope", "read:prospects", "--name", "Warehouse"]);
    expect(refused, `${left} left`).toMatchObject({ status: 1, out: "" });
    expect(refused.err).toContain("too many connections for role");
    expect(refused.err).not.toMatch(/ {4}at |0 seconds/);
  }
  for (const holder of holders) await holder.end();
});

test("the site leaves connections to commands when its settings say so", async () => {
  const url = await database("ten", { limit: 10 });
  const settings = { DATABASE_CONNECTIONS: "4", DATABASE_JOBS_CONNECTIONS: "2" };
  const product = await startProduct(scratch(), { DATABASE_URL: url, SECRET: secret, ...settings });
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => (await fetch(`${product.url}/schedule/strategy-session`)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { rows } = await admin.query("select count(*)::int as n from pg_stat_activity where usename = 'ten'");
  expect(rows[0].n).toBeLessThanOrEqual(7);
  expect((await run(url, ["token", "create", "--scope", "read:prospects", "--name", "Warehouse"])).status).toBe(0);
  product.signal("SIGTERM");
  expect(await product.ended()).toMatchObject({ status: 0 });
});

test("a command with another SECRET than the site is refused, check says so, and a changed SECRET and an unusable text are warnings", async () => {
  const url = await database("keyed");
  const first = await startProduct(scratch(), { DATABASE_URL: url, SECRET: secret });
  expect((await run(url, ["access-code", "list"])).status).toBe(0);
  const other = { SECRET: secret.slice(0, 34) };
  const refused = await run(url, ["token", "create", "--scope", "read:prospects", "--name", "X"], other);
  expect(refused).toMatchObject({ status: 1, out: "" });
  expect(refused.err).toContain("SECRET is not the one that the site was started with");
  const checked = await run(url, ["check"], other);
  expect(checked.status).toBe(1);
  expect(lineOf(checked, "secret")).toContain("FAILED");
  first.signal("SIGTERM");
  await first.ended();
  const changed = await startProduct(scratch(), { DATABASE_URL: url, TEXT_AUTOMATIONS: "none", ...other });
  expect(changed.output()).toContain("texts.automations is not usable: The text begins with an automation");
  expect(changed.output()).toContain("SECRET is not the one of the last start");
  expect((await run(url, ["access-code", "list"], other)).status).toBe(0);
  changed.signal("SIGTERM");
  await changed.ended();
});

test("a backup to standard output is complete, and nothing else is printed there", async () => {
  const dataDir = scratch();
  const file = join(scratch(), "..", "piped.gtmarc");
  const written = await runCommand(dataDir, ["backup", "-", "--json"], { settings: { LOG_LEVEL: "trace" } });
  expect(written.status).toBe(0);
  writeFileSync(file, written.bytes);
  expect(await checkBackup(file)).toMatchObject({ ok: true });
  expect(written.err).toContain('"file": "Standard output"');
  const ofSetting = await runCommand(dataDir, ["backup", file], { settings: { SECRET: secret } });
  expect(ofSetting.out).toContain("The value of SECRET is not in it");
  expect((await runCommand(dataDir, ["backup", file])).out).toContain("holds password hashes and the secret.");
});

if (!hasOpenssl) process.stderr.write("Skipped: a test of operators.test.ts needs openssl.\n");

test.skipIf(!hasOpenssl)(
  "an unknown certificate authority ends the start at once, and NODE_EXTRA_CA_CERTS makes it known",
  async () => {
    const { key, cert } = selfSigned(scratch("tls"), ["localhost"]);
    const { port, close } = await tlsDatabase(key, cert);
    const url = `postgres://gtmarc@localhost:${port}/gtmarc?sslmode=verify-full`;
    const product = await startProduct(scratch(), { DATABASE_URL: url, SECRET: secret }, { wait: false });
    expect(await product.ended()).toMatchObject({ status: 1 });
    expect(product.output()).toContain(
      "an authority that this process does not know (DEPTH_ZERO_SELF_SIGNED_CERT). Set NODE_EXTRA_CA_CERTS",
    );
    expect(product.output()).not.toMatch(/Waiting|--use-system-ca/);
    const known = await run(url, ["check"], { NODE_EXTRA_CA_CERTS: cert });
    expect(lineOf(known, "database")).toContain("The database rejects the connection: reached over TLS (28P01)");
    const missing = await run(`${url}&sslrootcert=/nowhere/ca.pem`, ["check"]);
    expect(lineOf(missing, "database")).toMatch(/DATABASE_URL cannot be used: .*\/nowhere\/ca\.pem/);
    await close();
  },
);

/** Accepts TLS as PostgreSQL does, and then refuses every password. */
async function tlsDatabase(key: string, cert: string) {
  const options = { isServer: true, key: readFileSync(key), cert: readFileSync(cert) };
  const message = "SFATAL\0VFATAL\0C28P01\0Mreached over TLS\0\0";
  const refusal = Buffer.concat([Buffer.from("E"), Buffer.alloc(4), Buffer.from(message)]);
  refusal.writeUInt32BE(message.length + 4, 1);
  const listener: Server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("S");
      const secure = new TLSSocket(socket, options);
      secure.on("error", () => {});
      secure.once("data", () => secure.end(refusal));
    });
  }).listen(0);
  await once(listener, "listening");
  const { port } = listener.address() as { port: number };
  return { port, close: () => new Promise((resolve) => listener.close(resolve)) };
}

const nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].find((path) => existsSync(path));
if (!nginx) process.stderr.write("Skipped: a test of operators.test.ts needs nginx (apt-get install nginx).\n");

test.skipIf(!nginx)(
  "behind nginx on another port, the site is served with deploy/nginx.conf; a host without its port is logged once",
  async () => {
    const folder = scratch("nginx");
    mkdirSync(folder);
    const port = await freePort();
    const product = await startProduct(scratch(), {
      ...{ DATABASE_URL: await database("proxied"), SECRET: secret, MAIL: "mailbox", GTMARC_MODE: "production" },
      ...{ SITE_URL: `https://gtmarc.example:${port}`, HOST: "127.0.0.1", TRUSTED_PROXIES: "127.0.0.1" },
    });
    const proxied = async (replaced: (text: string) => string) => {
      const proxy = await startNginx(folder, port, replaced(siteOf(port, product.url)));
      const ask = () => curl(["-H", `Host: gtmarc.example:${port}`, `http://127.0.0.1:${port}/pricing`]);
      const statuses = [ask(), ask()];
      proxy.kill("SIGQUIT");
      await once(proxy, "exit");
      return statuses;
    };
    expect(await proxied((text) => text)).toEqual(["200", "200"]);
    expect(product.output()).not.toContain("421");
    expect(await proxied((text) => text.replaceAll("$http_host", "$host"))).toEqual(["421", "421"]);
    expect(product.output().match(/requests for this host are refused with 421/g)).toHaveLength(1);
    expect(product.output()).toContain(`"host":"gtmarc.example","expected":"gtmarc.example:${port}"`);
    product.signal("SIGTERM");
    await product.ended();
  },
);

const curl = (args: string[]) =>
  execFileSync("curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", ...args], { encoding: "utf8" });

/** deploy/nginx.conf for one process on this port, without TLS. */
const siteOf = (port: number, url: string): string =>
  readFileSync("deploy/nginx.conf", "utf8")
    .replace(/^ *ssl_.*\n/gm, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace("listen 80;", "listen 127.0.0.1:0;")
    .replace(/server 127\.0\.0\.1:3001/, `server ${new URL(url).host}`)
    .replace(/^ *server 127\.0\.0\.1:3002.*\n/m, "")
    .replace(/server \{\n {2}listen 127\.0\.0\.1:0;[\s\S]*$/, "");

async function startNginx(folder: string, port: number, site: string) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { ${temporary.join(" ")}\n${site} }`,
  );
  const child = spawn(nginx!, ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "inherit" });
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return child;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
