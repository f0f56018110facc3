import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { anonymous } from "#app/lib/actor.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { createApp } from "#server/app.ts";
import { FrozenPages } from "#server/pages/frozen-pages.ts";
import { pages } from "#server/pages/pages.ts";
import type { AppEnv } from "#server/requests/request-env.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

/* Sends request lines that fetch cannot send over a socket, to the frozen pages and the chain combined as in start.ts. */

const { db } = useDatabase();
const settings = useSettings({
  SECRET: "a-secret-of-at-least-thirty-two-characters",
  SITE_URL: "http://localhost:3000",
});
let server: Server;

beforeAll(async () => {
  const frozen = new FrozenPages(new Set(["/pricing"]));
  frozen.keep("/pricing", Buffer.from("frozen"), { "content-type": "text/html" });
  const app = createApp({
    db,
    settings,
    identify: async () => ({ actor: anonymous }),
    operations: new Hono<AppEnv>(),
    api: newEndpoints(),
    assets: new Hono<AppEnv>(),
    pages: pages({
      settings,
      frozen,
      development: false,
      render: async (request) => new Response(`page ${new URL(request.url).href}`),
    }),
  });
  const handleRequest = getRequestListener(app.fetch);
  server = createServer((request, response) => {
    if (!frozen.answer(request, response, () => true)) void handleRequest(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

async function send(line: string, headers: readonly string[] = ["Host: localhost:3000"]) {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${[`${line} HTTP/1.1`, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`, "latin1");
  let answer = "";
  for await (const piece of socket) answer += String(piece);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? null;
  return { status: Number(head.split(" ")[1]), location: header("location"), allow: header("allow"), body };
}

test.each([
  ["GET //", "/"],
  ["GET //[", "/["],
  ["GET //pricing", "/pricing"],
  ["GET //x/account", "/x/account"],
  ["HEAD ///evil.example/x?preview_token=t", "/evil.example/x?preview_token=t"],
  ["GET /a/../pricing", "/pricing"],
  ["GET /%2e%2e//pricing", "/pricing"],
  ["GET /%70ricing", "/pricing"],
  ["GET http://localhost:3000//pricing", "/pricing"],
])("%s is sent to %s", async (line, location) => {
  expect(await send(line)).toMatchObject({ status: 308, location });
});

test.each([
  "GET /schedule/%00",
  "GET /%",
  "GET /%ff",
  "GET /\\evil.example",
  "GET \\\\evil.example",
  "GET *",
  "OPTIONS *",
  "GET http://evil.example/pricing",
  "GET http://localhost:3000@evil.example/",
  "GET pricing",
  "POST //pricing",
  "GET /pricing/%0d%0aset-cookie:x=y",
])("%s is a bad request and not a server error", async (line) => {
  const said = vi.spyOn(log, "error");
  expect((await send(line)).status).toBe(400);
  expect(said).not.toHaveBeenCalled();
});

test.each(["TRACE", "PROPFIND", "MKCOL", "PURGE", "M-SEARCH", "QUERY"])("%s is not allowed", async (method) => {
  const said = vi.spyOn(log, "error");
  expect(await send(`${method} /pricing`)).toMatchObject({
    status: 405,
    allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  });
  expect(said).not.toHaveBeenCalled();
});

test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s is not for pages", async (method) => {
  const said = vi.spyOn(log, "error");
  expect(await send(`${method} /pricing`)).toMatchObject({ status: 405, allow: "GET, HEAD" });
  expect(said).not.toHaveBeenCalled();
});

test("normal targets are served, also absolute ones of this host", async () => {
  expect(await send("GET /pricing")).toMatchObject({ status: 200, body: "frozen" });
  expect((await send("GET http://localhost:3000/faq?a=//b")).body).toContain("page http://localhost:3000/faq?a=//b");
});
