import { afterEach, beforeEach, expect, test } from "vitest";
import { countSecurityByDay, listSecurityEvents } from "#app/features/security/security-log/security-log.server.ts";
import { rateLimit } from "#app/features/security/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeCollector, collectPayloads, type Sender } from "../analytics.server.ts";
import type { AnalyticsPayload } from "./payload.ts";

const { db, ctx } = useDatabase();
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));
afterEach(() => closeCollector(db));

const chrome =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const report = (event_name: string, event_type = "security_event"): AnalyticsPayload => ({
  type: "event",
  session_id: "1772463600000-1",
  data: { page_path: "/pricing?email=dana@northfield.example", event_type, event_name },
});
const send = (payloads: AnalyticsPayload[], changes: Partial<Sender> = {}, who: Ctx = asAnonymous(ctx)) =>
  collectPayloads(
    who,
    payloads,
    {
      ...{ bodyLength: 300, address: "203.0.113.7", userAgent: chrome, acceptLanguage: "en-US", isPrivate: false },
      ...changes,
    },
    "durable",
  );
const lines = async () =>
  (await listSecurityEvents(ctx, { days: 7, kind: "page_report", client: null, after: null, before: null })).rows;

test("page reports appear on the security page, grouped by client and day", async () => {
  const reports = ["devtools_detected", "honeypot_triggered", "console_spam", "chunk_load_error", "page_error"];
  await send(reports.map((name) => report(name)));
  await send([report("devtools_detected"), report("devtools_detected"), report("invented"), report("cta", "click")]);
  await send([report("devtools_detected")], { address: "203.0.113.8" });
  await expect.poll(async () => (await lines()).reduce((sum, { count }) => sum + count, 0)).toBe(8);
  const stored = await lines();
  expect(stored.map(({ rule, count }) => `${rule} ${count}`).sort()).toEqual(
    [
      ...["chunk_load_error 1", "console_spam 1", "devtools_detected 1", "devtools_detected 3"],
      ...["honeypot_triggered 1", "page_error 1"],
    ].sort(),
  );
  expect(new Set(stored.map(({ client }) => client)).size).toBe(2);
  expect(stored[0]).toMatchObject({ path: "/pricing", userAgent: "Chrome, macOS", referrer: null });
  const trend = await countSecurityByDay(ctx, { days: 7, kind: "page_report", client: null });
  expect(trend.at(-1)?.count).toBe(8);
});

test("visitors who ask not to be tracked share a row without browser and client", async () => {
  await send([report("devtools_detected")], { isPrivate: true });
  await send([report("devtools_detected")], { isPrivate: true, address: "203.0.113.9" });
  await expect
    .poll(async () => (await lines()).map(({ client, userAgent, count }) => ({ client, userAgent, count })))
    .toEqual([{ client: "private-visitors", userAgent: "", count: 2 }]);
});

test("reports never limit or block a visitor", async () => {
  for (let sent = 0; sent < 20; sent += 1)
    expect(await send(Array.from({ length: 10 }, () => report("console_spam")))).toMatchObject({ ok: true });
  await expect.poll(async () => (await lines())[0]?.count).toBe(200);
  expect(await db.select().from(rateLimit)).toEqual([]);
});

test("reports of admins are skipped", async () => {
  await send([report("devtools_detected")], {}, await asAdmin(ctx));
  await send([report("page_error")]);
  await expect.poll(async () => (await lines()).map(({ rule }) => rule)).toEqual(["page_error"]);
});
