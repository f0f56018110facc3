import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { clientLogEndpoints } from "./client-log.server.ts";

const { ctx } = useDatabase();
const call = callsOf(clientLogEndpoints);
const visitor = asAnonymous(ctx);
beforeEach(() => {
  useSettings({ SECRET: "a".repeat(32) });
  vi.restoreAllMocks();
});

const path = "/client-log";
const entry = { level: "error", message: "chunk error", page_path: "/pricing", data: { chunk: "/assets/x.js" } };

test("lines go to the server log below the level of the server's own errors", async () => {
  const written: [string, unknown, unknown][] = [];
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((fields: unknown, message?: unknown) => {
      written.push([level, fields, message]);
    });
  const entries = [entry, { ...entry, level: "warn" }, { ...entry, level: "info", page_path: "/share/secret" }];
  expect((await call(visitor, path, { entries })).status).toBe(204);
  const fields = { source: "page", page: "/pricing", data: { chunk: "/assets/x.js" } };
  expect(written).toEqual([
    ["warn", fields, "chunk error"],
    ["info", fields, "chunk error"],
    ["debug", { ...fields, page: "/share/:token" }, "chunk error"],
  ]);
});

test.each([
  [{ entries: [] }],
  [{ entries: Array.from({ length: 21 }, () => entry) }],
  [{ entries: [{ ...entry, level: "fatal" }] }],
  [{ entries: [{ ...entry, data: { nested: {} } }] }],
  [{ entries: [{ ...entry, message: "" }] }],
])("invalid lines return 422: %j", async (body) => {
  expect((await call(visitor, path, body)).status).toBe(422);
});

test("an invalid line does not discard the others", async () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const entries = [{ ...entry, message: "half an emoji \ud83d" }, entry, { ...entry, level: "fatal" }];
  expect((await call(visitor, path, { entries })).status).toBe(204);
  expect(warn).toHaveBeenCalledTimes(1);
});

test("a client can send 60 times a minute; the next gets 429, and other clients are not affected", async () => {
  vi.spyOn(log, "warn").mockImplementation(() => {});
  const send = async (address: string) => (await call(visitor, path, { entries: [entry] }, { address })).status;
  for (let sent = 0; sent < 60; sent += 1) expect(await send("198.51.100.1")).toBe(204);
  expect(await send("198.51.100.1")).toBe(429);
  expect(await send("198.51.100.2")).toBe(204);
});

test("lines of a client beyond its daily limit are dropped, those of others are written", async () => {
  vi.spyOn(log, "info").mockImplementation(() => {});
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const send = async (address: string) => (await call(visitor, path, { entries: [entry] }, { address })).status;
  expect(await send("198.51.100.1")).toBe(204);
  await ctx.db.execute(sql`update rate_limit set points = 1000 where key like 'client-log-client:%'`);
  expect(await send("198.51.100.1")).toBe(204);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await send("198.51.100.2")).toBe(204);
  expect(warn).toHaveBeenCalledTimes(2);
});
