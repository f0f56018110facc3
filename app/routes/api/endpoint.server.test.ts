import { createRoute, z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { testNow } from "#tests/setup/test-database.ts";
import { emptyOrJson, jsonBody, newEndpoints, recordId, sessionFirst } from "./endpoint.server.ts";

const handled: unknown[] = [];
const endpoints = newEndpoints().openapi(
  createRoute({
    method: "post",
    path: "/things/{id}",
    request: {
      params: z.object({ id: recordId() }),
      query: z.object({ q: z.string().optional() }),
      body: jsonBody(z.object({ note: z.string().optional(), extra: z.record(z.string(), z.unknown()).optional() })),
    },
    responses: { 200: { description: "Done" } },
  }),
  (c) => {
    handled.push(c.req.valid("json"));
    return c.body(null, 200);
  },
);
const call = callsOf(endpoints);
const visitor = asAnonymous({ db: null as never, now: testNow, actor: null as never });
const path = "/things/018f0000-0000-7000-8000-000000000001";

test.each([
  [path, { note: "a\u0000" }, "note"],
  [path, { note: "\ud800" }, "note"],
  [path, { extra: { a: [{ b: "\u0000" }] } }, "extra.a.0.b"],
  [path, { extra: { "\u0000": 1 } }, "extra"],
  [`${path}?q=%00`, {}, "q"],
])(
  "text that the database cannot hold never reaches a handler, though its schema allows it: %s %j",
  async (to, body, field) => {
    handled.length = 0;
    const answer = await call(visitor, to, body);
    expect(answer).toMatchObject({ status: 422, body: { error: { code: "invalid_input" } } });
    expect(Object.keys((answer.body as { error: { fields: object } }).error.fields)).toEqual([field]);
    expect(handled).toEqual([]);
  },
);

test("JSON of more than 64 levels never reaches a handler, though its schema allows it", async () => {
  const nested = (levels: number) => `{"extra":${'{"a":'.repeat(levels)}1${"}".repeat(levels + 1)}`;
  handled.length = 0;
  // The body and `extra` are a level each.
  expect((await call(visitor, path, nested(63))).status).toBe(200);
  expect(handled).toHaveLength(1);
  for (const levels of [64, 5000])
    expect(await call(visitor, path, nested(levels))).toMatchObject({
      status: 422,
      body: { error: { code: "invalid_input" } },
    });
  expect(handled).toHaveLength(1);
});

test("an invalid id returns 404 like an unknown one", async () => {
  for (const id of ["x", "%00", "018f0000", "../018f0000-0000-7000-8000-000000000001"])
    expect(await call(visitor, `/things/${encodeURIComponent(decodeURIComponent(id))}`, {})).toMatchObject({
      status: 404,
      body: { error: { code: "not_found" } },
    });
  expect((await call(visitor, path, {})).status).toBe(200);
});

test("only the handler of a route with sessionFirst can read the signed-in context", async () => {
  const route = { method: "post" as const, responses: { 200: { description: "Done" } } };
  const sessions = newEndpoints()
    .openapi(createRoute({ ...route, path: "/with", middleware: sessionFirst }), (c) =>
      c.text(c.get("signedIn").actor.kind, 200),
    )
    // @ts-expect-error: without the middleware nothing sets it
    .openapi(createRoute({ ...route, path: "/without" }), (c) => c.text(typeof c.get("signedIn"), 200))
    .openapi(createRoute({ ...route, path: "/other", middleware: emptyOrJson }), (c) =>
      // @ts-expect-error: other middleware does not set it
      c.text(typeof c.get("signedIn"), 200),
    );
  const callSessions = callsOf(sessions);
  const user = {
    kind: "user",
    userId: "u",
    sessionId: "s",
    email: "dana@northfield.example",
    isAdmin: false,
    aal: "aal1",
  } as const;
  expect(await callSessions(visitor, "/with")).toMatchObject({
    status: 401,
    body: { error: { code: "sign_in_required" } },
  });
  expect(await callSessions({ ...visitor, actor: user }, "/with")).toMatchObject({ status: 200, body: "user" });
  expect(await callSessions(visitor, "/without")).toMatchObject({ status: 200, body: "undefined" });
  expect(await callSessions(visitor, "/other")).toMatchObject({ status: 200, body: "undefined" });
});
