import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { fetchOutside } from "./outside-fetch.server.ts";
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
