import { createRoute, z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { testNow } from "#tests/setup/test-database.ts";
import { jsonBody, newEndpoints, recordId } from "./endpoint.server.ts";

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

test("an invalid id returns 404 like an unknown one", async () => {
  for (const id of ["x", "%00", "018f0000", "../018f0000-0000-7000-8000-000000000001"])
    expect(await call(visitor, `/things/${encodeURIComponent(decodeURIComponent(id))}`, {})).toMatchObject({
      status: 404,
      body: { error: { code: "not_found" } },
    });
  expect((await call(visitor, path, {})).status).toBe(200);
});
