import { createServer as createHttp, type RequestListener } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { checkOutside, isPublicAddress, type Reach, requestOutside, theOutside } from "./outside-request.server.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
const serve = (listener: RequestListener) => listen(createHttp(listener));

/** Treats this machine as public; names resolve as given by the test. */
const here = (names: Record<string, string[]> = { "hook.test": ["127.0.0.1"] }): Reach => ({
  resolve: async (name) => names[name] ?? [],
  isPublic: (address) => address === "127.0.0.1",
  protocols: ["http:"],
});
const limits = { timeoutMs: 800, maxBytes: 1000 };
const post = (url: string, reach: Reach = here(), oversize: "cut" | "refuse" = "cut") =>
  requestOutside({ url, method: "POST", headers: { "x-a": "1" }, body: "{}", limits, oversize }, reach);
const refused = (kind: string) => ({ ok: false, reason: { kind } });

test("addresses of special-purpose ranges are not public", () => {
  for (const address of [
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255"],
    ...["192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.9"],
    ...["224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "::ffff:8.8.8.8"],
    ...["::7f00:1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::"],
    ...["fc00::1", "fd12::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "3fff::1", "4000::1", "5f00::1"],
    ...["localhost", ""],
  ])
    expect(isPublicAddress(address), address).toBe(false);
  for (const address of ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])
    expect(isPublicAddress(address), address).toBe(true);
});

/** A resolver's results for names of this machine and its network. */
const names: Record<string, string[]> = {
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1"],
  "sub.localhost": ["127.0.0.1"],
  "localhost.localdomain": ["127.0.0.1"],
  "ip6-localhost": ["::1"],
  "127.0.0.1.nip.example": ["127.0.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  "intranet.example": ["10.0.0.5"],
  "mixed.example": ["8.8.8.8", "192.168.0.1"],
  "mixed6.example": ["2606:4700::1111", "fd00::1"],
  "mapped.example": ["::ffff:169.254.169.254"],
  "nat64.example": ["64:ff9b::a9fe:a9fe"],
  "zone.example": ["fe80::1%eth0"],
};

test.each([
  // Spellings of 127.0.0.1 and 0.0.0.0.
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0x7f.0x0.0x0.0x1", "017700000001"],
  ...[
    "0177.0.0.1",
    "0177.1",
    "127.0.0.1.",
    "127.255.255.254",
    "0",
    "0.0.0.0",
    "00000000000",
    "１２７.０.０.１",
    "127。0。0。1",
  ],
  // Private, shared, link-local, metadata.
  ...["10.0.0.1", "10.1", "0xa000001", "172.16.0.1", "172.31.255.255", "192.168.1.1", "3232235777", "100.64.0.1"],
  ...["169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "192.0.0.192", "100.100.100.200"],
  ...["224.0.0.1", "255.255.255.255", "198.18.0.1", "192.88.99.1", "240.0.0.1"],
  // IPv6: loopback, mapped, compatible, NAT64, 6to4, Teredo, local, metadata.
  ...[
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[::ffff:0:127.0.0.1]",
  ],
  ...["[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001::1]", "[fe80::1]", "[fc00::1]"],
  ...["[fd00:ec2::254]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[100::1]"],
  // Names.
  ...Object.keys(names),
])("%s is not public", async (host) => {
  const reach: Reach = { ...theOutside, resolve: async (name) => names[name] ?? [] };
  expect(await checkOutside(`https://${host}/hook`, { timeoutMs: 1000 }, reach)).toEqual({ kind: "not_public" });
  expect(await post(`https://${host}/hook`, reach)).toEqual(refused("not_public"));
});

test("names of this machine need no resolver", async () => {
  for (const host of ["localhost", "LOCALHOST.", "app.localhost"])
    expect(await checkOutside(`https://${host}/`, { timeoutMs: 1000 })).toEqual({ kind: "not_public" });
});

test.each([
  ["http://8.8.8.8/", "not_https"],
  ["ftp://8.8.8.8/", "not_https"],
  ["file:///etc/passwd", "not_https"],
  ["gopher://127.0.0.1:6379/_x", "not_https"],
  ["data:text/plain,x", "not_https"],
  ["javascript:alert(1)", "not_https"],
  ["https://me:secret@8.8.8.8/", "has_credentials"],
  ["https://8.8.8.8@127.0.0.1/", "has_credentials"],
  ["https://:x@8.8.8.8/", "has_credentials"],
  ["https://8.8.8.8:22/", "bad_port"],
  ["https://8.8.8.8:25/", "bad_port"],
  ["https://8.8.8.8:0/", "bad_port"],
  ["https://8.8.8.8:99999/", "unknown_name"],
  ["https://[fe80::1%25eth0]/", "unknown_name"],
  ["https://256.256.256.256/", "unknown_name"],
  ["https://unknown.example/", "unknown_name"],
  ["//8.8.8.8/", "unknown_name"],
  ["nonsense", "unknown_name"],
  ["", "unknown_name"],
])("%s is refused with %s", async (url, kind) => {
  expect(await post(url, { ...theOutside, resolve: async () => [] })).toEqual(refused(kind));
});

test("DNS rebinding: the name is resolved once and the connection goes to the checked address", async () => {
  let host: string | undefined;
  const port = await serve((request, response) => {
    host = request.headers.host;
    response.end("done");
  });
  let resolved = 0;
  const reach: Reach = { ...here(), resolve: async () => [resolved++ === 0 ? "127.0.0.1" : "10.0.0.5"] };
  const answer = await post(`http://rebind.test:${port}/x`, reach);
  expect(answer).toMatchObject({ ok: true, value: { status: 200, isTruncated: false } });
  expect([resolved, host]).toEqual([1, `rebind.test:${port}`]);
  expect(await post(`http://rebind.test:${port}/x`, reach)).toEqual(refused("not_public"));
});

test("a kept connection serves the next request to the same addresses, and is replaced when the other side has closed it", async () => {
  const connections = new Set<object>();
  let isClosing = false;
  const port = await serve((request, response) => {
    const isKnown = connections.has(request.socket);
    connections.add(request.socket);
    if (isClosing && isKnown) request.socket.destroy();
    else response.end("done");
  });
  let address = "127.0.0.1";
  const reach: Reach = { ...here(), isPublic: () => true, resolve: async () => [address] };
  const keep = () =>
    requestOutside(
      {
        ...{ url: `http://kept.test:${port}/`, method: "POST", headers: {}, body: "{}" },
        ...{ limits, oversize: "cut", keepsConnection: true },
      },
      reach,
    );
  const done = { ok: true, value: { status: 200 } };
  for (let n = 0; n < 3; n += 1) expect(await keep()).toMatchObject(done);
  expect(connections.size).toBe(1);
  isClosing = true;
  expect(await keep()).toMatchObject(done);
  expect(connections.size).toBe(2);
  isClosing = false;
  expect(await keep()).toMatchObject(done);
  expect(connections.size).toBe(3);
  address = "127.0.0.2";
  expect(await keep()).toEqual(refused("unreachable"));
  expect(connections.size).toBe(3);
});

test("a redirect is returned like any response; its target is not requested", async () => {
  const paths: (string | undefined)[] = [];
  const port = await serve((request, response) => {
    paths.push(request.url);
    response.writeHead(307, { location: "/inside" }).end();
  });
  expect(await post(`http://hook.test:${port}/`)).toMatchObject({ ok: true, value: { status: 307 } });
  expect(paths).toEqual(["/"]);
});

test("an endless body is truncated, a silent or dripping server times out", async () => {
  const port = await serve((request, response) => {
    if (request.url === "/endless") {
      const more = () => {
        if (!response.destroyed) response.write("x".repeat(400), () => setImmediate(more));
      };
      more();
    } else if (request.url === "/drip") {
      response.write("x");
      const drip = setInterval(() => response.write("x"), 50);
      response.on("close", () => clearInterval(drip));
    }
  });
  const endless = await post(`http://hook.test:${port}/endless`);
  expect(endless).toMatchObject({ ok: true, value: { status: 200, isTruncated: true } });
  expect(endless.ok && endless.value.body.length).toBe(1000);
  expect(await post(`http://hook.test:${port}/endless`, here(), "refuse")).toEqual(refused("too_large"));
  expect(await post(`http://hook.test:${port}/drip`)).toMatchObject({
    ok: true,
    value: { status: 200, isTruncated: true },
  });
  expect(await post(`http://hook.test:${port}/drip`, here(), "refuse")).toEqual(refused("timed_out"));
  expect(await post(`http://hook.test:${port}/silent`)).toEqual(refused("timed_out"));
});

test("huge and endless headers, no HTTP at all, a reset connection and a closed port each return a code", async () => {
  const raw = (answer: string) =>
    listen(createServer((socket) => socket.on("error", () => {}).once("data", () => socket.write(answer))));
  const huge = await raw(`HTTP/1.1 200 OK\r\nx-big: ${"x".repeat(20_000)}\r\n\r\n`);
  expect(await post(`http://hook.test:${huge}/`)).toEqual(refused("too_large"));
  const many = await raw(`HTTP/1.1 200 OK\r\n${"x-a: 1\r\n".repeat(5000)}`);
  expect(await post(`http://hook.test:${many}/`)).toEqual(refused("too_large"));
  const other = await raw("SSH-2.0-OpenSSH_9.9\r\n");
  expect(await post(`http://hook.test:${other}/`)).toEqual(refused("unreachable"));
  const upgraded = await raw("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
  expect(await post(`http://hook.test:${upgraded}/`)).toEqual(refused("unreachable"));
  const reset = await listen(createServer((socket) => socket.once("data", () => socket.resetAndDestroy())));
  expect(await post(`http://hook.test:${reset}/`)).toEqual(refused("unreachable"));
  const closed = await serve(() => {});
  servers.at(-1)?.close();
  expect(await post(`http://hook.test:${closed}/`)).toEqual(refused("unreachable"));
});

test("resolving a name without a response ends at the connection time limit", async () => {
  const reach: Reach = { ...here(), resolve: () => new Promise(() => {}) };
  const began = performance.now();
  const answer = await requestOutside(
    {
      ...{ url: "http://slow.test/", method: "GET", headers: {}, oversize: "cut" },
      limits: { timeoutMs: 60_000, connectMs: 50, maxBytes: 10 },
    },
    reach,
  );
  expect(answer).toEqual(refused("timed_out"));
  expect(performance.now() - began).toBeLessThan(60_000);
});
