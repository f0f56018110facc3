import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { fetchOutside, fetchOutsideFile } from "./outside-fetch.server.ts";
import type { Reach } from "./outside-request.server.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const limits = { maxBytes: 1000, timeoutMs: 1500, accept: "text/calendar", userAgent: "GTMarc test" };
/** Treats this machine as outside; names resolve as given by the test. */
const here = (names: Record<string, string[]> = {}): Reach => ({
  resolve: async (name) => names[name] ?? [],
  isPublic: (address) => address === "127.0.0.1",
  protocols: ["http:"],
});
const get = (url: string, reach: Reach = here({ "calendar.test": ["127.0.0.1"] })) => fetchOutside(url, limits, reach);

test("a redirect is followed to public addresses only, and a limited number of times", async () => {
  const port = await serve((request, response) => {
    const to: Record<string, string> = {
      "/good": "/calendar",
      "/inside": "http://10.0.0.5/secret",
      "/name": `http://inner.test:${port}/calendar`,
      "/file": "file:///etc/passwd",
      "/loop": "/loop",
    };
    const location = to[request.url ?? ""];
    if (location) response.writeHead(302, { location }).end("see there");
    else response.end("calendar");
  });
  const reach = here({ "calendar.test": ["127.0.0.1"], "inner.test": ["10.0.0.5"] });
  const at = (path: string) => get(`http://calendar.test:${port}${path}`, reach);
  expect(await at("/good")).toEqual({ ok: true, value: "calendar" });
  expect(await at("/inside")).toEqual({ ok: false, reason: { kind: "not_public" } });
  expect(await at("/name")).toEqual({ ok: false, reason: { kind: "not_public" } });
  expect(await at("/file")).toEqual({ ok: false, reason: { kind: "not_https" } });
  expect(await at("/loop")).toEqual({ ok: false, reason: { kind: "too_many_redirects" } });
});

test("a request has its user agent and accepted type, also after a redirect", async () => {
  const agents: unknown[] = [];
  const port = await serve((request, response) => {
    agents.push([request.url, request.headers["user-agent"], request.headers.accept]);
    if (request.url === "/") response.writeHead(302, { location: "/calendar" }).end();
    else response.end("calendar");
  });
  await get(`http://calendar.test:${port}/`);
  expect(agents).toEqual([
    ["/", "GTMarc test", "text/calendar"],
    ["/calendar", "GTMarc test", "text/calendar"],
  ]);
});

test("too large, too slow, refused and unreachable responses each have their own code", async () => {
  const port = await serve((request, response) => {
    if (request.url === "/much") response.end("x".repeat(2000));
    else if (request.url === "/drip") {
      response.write("x");
      const drip = setInterval(() => response.write("x"), 100);
      response.on("close", () => clearInterval(drip));
    } else if (request.url === "/secret") response.writeHead(403).end("the secret reason");
  });
  const at = (path: string) => get(`http://calendar.test:${port}${path}`);
  expect(await at("/much")).toEqual({ ok: false, reason: { kind: "too_large" } });
  expect(await at("/drip")).toEqual({ ok: false, reason: { kind: "timed_out" } });
  expect(await at("/silent")).toEqual({ ok: false, reason: { kind: "timed_out" } });
  expect(await at("/secret")).toEqual({ ok: false, reason: { kind: "refused_by_server" } });
  expect(await get("http://nowhere.test/")).toEqual({ ok: false, reason: { kind: "unknown_name" } });
  const gone = await serve(() => {});
  servers.at(-1)?.close();
  expect(await get(`http://calendar.test:${gone}/`)).toEqual({ ok: false, reason: { kind: "unreachable" } });
});

test("a compressed response is decompressed, and the limit applies to its content", async () => {
  const bodies: Record<string, [string, Buffer]> = {
    "/gzip": ["gzip", gzipSync("calendar")],
    "/upper": ["GZIP", gzipSync("calendar")],
    "/deflate": ["deflate", deflateSync("calendar")],
    "/br": ["br", brotliCompressSync("calendar")],
    "/plain": ["identity", Buffer.from("calendar")],
    "/bomb": ["gzip", gzipSync("x".repeat(50_000_000))],
    "/broken": ["gzip", gzipSync("calendar").subarray(0, 20)],
  };
  const port = await serve((request, response) => {
    const [encoding, body] = bodies[request.url ?? ""]!;
    response.writeHead(200, { "content-encoding": encoding }).end(body);
  });
  const at = (path: string) => get(`http://calendar.test:${port}${path}`);
  for (const path of ["/gzip", "/upper", "/deflate", "/br", "/plain"])
    expect(await at(path)).toEqual({ ok: true, value: "calendar" });
  expect(await at("/bomb")).toEqual({ ok: false, reason: { kind: "too_large" } });
  expect(await at("/broken")).toEqual({ ok: false, reason: { kind: "unreachable" } });
});

test("a file is fetched again only if its version changed", async () => {
  const asked: unknown[] = [];
  const port = await serve(({ headers }, response) => {
    asked.push([headers["if-none-match"], headers["if-modified-since"]]);
    if (headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else
      response
        .writeHead(200, { etag: '"1"', "last-modified": "Mon, 02 Mar 2026 15:00:00 GMT", server: "x".repeat(300) })
        .end("calendar");
  });
  const url = `http://calendar.test:${port}/`;
  const reach = here({ "calendar.test": ["127.0.0.1"] });
  const first = await fetchOutsideFile(url, limits, reach);
  const validators = { etag: '"1"', lastModified: "Mon, 02 Mar 2026 15:00:00 GMT" };
  expect(first).toEqual({ ok: true, value: { body: Buffer.from("calendar"), validators } });
  expect(await fetchOutsideFile(url, { ...limits, known: validators }, reach)).toEqual({ ok: true, value: null });
  expect(asked).toEqual([
    [undefined, undefined],
    ['"1"', "Mon, 02 Mar 2026 15:00:00 GMT"],
  ]);
});

test("a file is written to disk, and never more of it than the limit", async () => {
  const port = await serve(({ url }, response) => {
    const body = url === "/large" ? "x".repeat(limits.maxBytes + 1) : "calendar";
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body));
  });
  const reach = here({ "calendar.test": ["127.0.0.1"] });
  const into = join(mkdtempSync(join(tmpdir(), "gtmarc-test-")), "calendar.ics");
  const fetch = (path: string) => fetchOutsideFile(`http://calendar.test:${port}${path}`, { ...limits, into }, reach);
  expect(await fetch("/")).toEqual({ ok: true, value: { body: Buffer.alloc(0), validators: {} } });
  expect(readFileSync(into, "utf8")).toBe("calendar");
  expect(await fetch("/large")).toEqual({ ok: false, reason: { kind: "too_large" } });
  expect(statSync(into).size).toBeLessThanOrEqual(limits.maxBytes);
});

test("a 304 that was not asked for is a refusal", async () => {
  const port = await serve((_, response) => response.writeHead(304).end());
  expect(await get(`http://calendar.test:${port}/`)).toEqual({ ok: false, reason: { kind: "refused_by_server" } });
});
