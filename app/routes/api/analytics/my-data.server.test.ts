import { beforeEach, expect, test } from "vitest";
import { recordFunnelEvent } from "#app/features/analytics/steps/funnel.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { myDataEndpoints } from "./my-data.server.ts";

const { ctx } = useDatabase();
const call = callsOf(myDataEndpoints);
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

const own = { session_id: "1772463600000-1" };
const read = async () => (await call(visitor, "/privacy/my-data", own)).body;

test("what is stored under a session id is read and deleted, and nothing else", async () => {
  await recordFunnelEvent(visitor, { ...own, stage: "wizard", substage: "mode_viewed" });
  await recordFunnelEvent(visitor, { session_id: "1772463600000-2", stage: "access" });
  expect(await read()).toEqual({
    visits: [],
    hits: [],
    funnelSteps: [{ at: ctx.now.toISOString(), stage: "wizard", substage: "mode_viewed" }],
    emails: [],
    hidden: 0,
  });
  expect(await call(visitor, "/privacy/my-data/delete", own)).toMatchObject({ status: 200, body: { deleted: 1 } });
  expect(await read()).toEqual({ visits: [], hits: [], funnelSteps: [], emails: [], hidden: 0 });
  expect(await call(visitor, "/privacy/my-data/delete", own)).toMatchObject({ status: 200, body: { deleted: 0 } });
  const other = await call(visitor, "/privacy/my-data", { session_id: "1772463600000-2" });
  expect(other.body).toMatchObject({ funnelSteps: [{ stage: "access" }] });
});

test.each(["/privacy/my-data", "/privacy/my-data/delete"])("%s needs a session id", async (path) => {
  for (const body of [{}, { session_id: "" }, { session_id: "x".repeat(201) }, { session_id: 7 }])
    expect((await call(visitor, path, body)).status).toBe(422);
});

test("a client can call 60 times an hour; the next gets 429, and other clients are not affected", async () => {
  const send = async (address: string) => (await call(visitor, "/privacy/my-data", own, { address })).status;
  for (let sent = 0; sent < 60; sent += 1) expect(await send("198.51.100.1")).toBe(200);
  expect(await send("198.51.100.1")).toBe(429);
  expect(await send("198.51.100.2")).toBe(200);
});
