import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { signToken } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { session, user } from "#app/features/accounts/tables.server.ts";
import { hourMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { findVisitor } from "#app/shell/visitor.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { createApp } from "../app.ts";
import { FrozenPages } from "../pages/frozen-pages.ts";
import type { Render } from "../pages/page-renderer.ts";
import { pages } from "../pages/pages.ts";
import type { AppEnv } from "./request-env.ts";
import { SignedInPages } from "./signed-in-pages.ts";
import { signedInRequests } from "./signed-in-requests.ts";

const { db } = useDatabase();
const settings = useSettings({
  SECRET: "a-secret-of-at-least-thirty-two-characters",
  SITE_URL: "http://localhost:3000",
});
const render: Render = async (_, context) => {
  const { account } = await context.get(requestContext).view();
  return new Response(`<p>${account?.label ?? "a visitor"}</p>`.repeat(200), {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": "script-src 'self'" },
  });
};
let server: Server | undefined;
afterEach(() => void server?.close());

/** The site with and without the direct path; `direct` lists the requests that it handled. */
async function site(isDirect: boolean) {
  const frozen = new FrozenPages(new Set(["/pricing"]));
  const signedIn = new SignedInPages(render, settings);
  const app = createApp({
    ...{ db, settings, identify: findVisitor, operations: new Hono<AppEnv>(), api: newEndpoints() },
    assets: new Hono<AppEnv>(),
    pages: pages({ render, settings, frozen, signedIn, development: false }),
  });
  const viaChain = getRequestListener(app.fetch);
  const answerSignedIn = signedInRequests({
    ...{ db, settings, identify: findVisitor, frozen, signedIn, isOwnHost: (host) => host.startsWith("localhost") },
  });
  const direct: string[] = [];
  server?.close();
  server = createServer(async (incoming, response) => {
    if (isDirect && (await answerSignedIn(incoming, response))) direct.push(incoming.url!);
    else await viaChain(incoming, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const [response] = await once(
      request({ port, path, method, headers: { host: "localhost:3000", "accept-encoding": "br", ...headers } }).end(),
      "response",
    );
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const { date, "x-request-id": requestId, connection, "keep-alive": keepAlive, ...fixed } = response.headers;
    return { status: response.statusCode, body: Buffer.concat(chunks).toString("base64"), fixed, requestId };
  };
  return { get, direct };
}

async function signedInCookie(changes: { disabledAt?: Date } = {}) {
  const now = new Date();
  const [person] = await db
    .insert(user)
    .values({ id: newId(), name: "", email: `${newId()}@northwind.example`, emailVerified: true, ...changes })
    .returning({ id: user.id });
  const token = newId();
  const expiresAt = new Date(now.getTime() + hourMs);
  await db.insert(session).values({ id: newId(), token, userId: person!.id, lastSeenAt: now, expiresAt });
  return `gtmarc_session=${encodeURIComponent(signToken(token, settings))}`;
}

test("a content page is the same, headers included, as through the request chain", async () => {
  const cookie = await signedInCookie();
  const chain = await site(false);
  const expected = await chain.get("/pricing", { cookie });
  const { etag } = expected.fixed as { etag: string };
  const unchanged = await chain.get("/pricing", { cookie, "if-none-match": etag });
  expect([expected.status, unchanged.status]).toEqual([200, 304]);

  const { get, direct } = await site(true);
  const found = await get("/pricing", { cookie });
  expect(found).toEqual({ ...expected, requestId: found.requestId });
  expect(found.requestId).toMatch(/^[\da-f-]{36}$/);
  expect(await get("/pricing", { cookie, "if-none-match": etag })).toMatchObject({
    ...unchanged,
    requestId: expect.anything(),
  });
  expect((await get("/pricing?utm_source=x", { cookie })).body).toBe(expected.body);
  expect(direct).toHaveLength(3);
});

test("everything else takes the request chain", async () => {
  const cookie = await signedInCookie();
  const disabled = await signedInCookie({ disabledAt: new Date() });
  const { get, direct } = await site(true);
  const statuses = [
    await get("/account", { cookie }),
    await get("/pricing"),
    await get("/pricing", { cookie: "gtmarc_session=forged.0" }),
    await get("/pricing", { cookie: disabled }),
    await get("/pricing", { cookie, authorization: "Bearer x" }),
    await get("/pricing", { cookie, host: "elsewhere.example" }),
    await get("/pricing", { cookie }, "HEAD"),
    await get("/pricing", { cookie, origin: "http://localhost:3000" }, "POST"),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 405]);
  expect(direct).toEqual([]);
});

test("visitors who arrive together each get their own page", async () => {
  const cookies = await Promise.all(Array.from({ length: 20 }, () => signedInCookie()));
  const { get, direct } = await site(true);
  const bodies = await Promise.all(cookies.map(async (cookie) => (await get("/pricing", { cookie })).body));
  expect(new Set(bodies).size).toBe(20);
  expect(direct).toHaveLength(20);
});
