import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { fetchOutside, isPublicAddress, type Reach, theOutside } from "./outside-fetch.server.ts";

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

const limits = { maxBytes: 1000, timeoutMs: 1500, accept: "text/calendar" };
/** This machine counts as outside; names resolve as the test says. */
const here = (names: Record<string, string[]> = {}): Reach => ({
  resolve: async (name) => names[name] ?? [],
  isPublic: (address) => address === "127.0.0.1",
  protocols: ["http:"],
});
const get = (url: string, reach: Reach = here({ "calendar.test": ["127.0.0.1"] })) => fetchOutside(url, limits, reach);

test("private, local, shared, mapped, translated and documentation addresses are not public", () => {
  for (const address of [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.168.1.1",
    "198.18.0.1",
    "203.0.113.9",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "localhost",
    "",
  ])
    expect(isPublicAddress(address), address).toBe(false);
  for (const address of ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])
    expect(isPublicAddress(address), address).toBe(true);
});

test("what is refused before anything is asked: other schemes, names with passwords, inner addresses in every spelling", async () => {
  const refused = async (url: string, kind: string) =>
    expect(await fetchOutside(url, limits, { ...theOutside, resolve: async () => ["10.0.0.5"] }), url).toEqual({
      ok: false,
      reason: { kind },
    });
  for (const url of ["http://8.8.8.8/", "file:///etc/passwd", "ftp://8.8.8.8/"]) await refused(url, "not_https");
  await refused("https://me:secret@8.8.8.8/", "has_credentials");
  for (const url of [
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://inside.example/",
  ])
    await refused(url, "not_public");
  await refused("nonsense", "unknown_name");
});

test("one inner address among the outer ones is enough to refuse", async () => {
  const reach: Reach = { ...theOutside, resolve: async () => ["8.8.8.8", "127.0.0.1"] };
  expect(await fetchOutside("https://mixed.example/", limits, reach)).toEqual({
    ok: false,
    reason: { kind: "not_public" },
  });
});

test("the connection goes to the address that was looked at, and keeps the name in its request", async () => {
  let host: string | undefined;
  const port = await serve((request, response) => {
    host = request.headers.host;
    response.end("BEGIN:VCALENDAR");
  });
  let asked = 0;
  const reach: Reach = {
    ...here(),
    // The second answer would be another one: it is never asked for.
    resolve: async () => [asked++ === 0 ? "127.0.0.1" : "127.0.0.2"],
  };
  expect(await get(`http://calendar.test:${port}/x.ics`, reach)).toEqual({ ok: true, value: "BEGIN:VCALENDAR" });
  expect([asked, host]).toEqual([1, `calendar.test:${port}`]);
});

test("a redirect is followed when it leads outside, never inside, and not for ever", async () => {
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

test("too much, too slow, refused, nobody there: each ends in one word", async () => {
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
