import { afterEach, beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { countStored } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { closeCollector, collectPayloads, type Sender } from "../analytics.server.ts";
import { presetPeriod } from "../reports/period/period.ts";
import { readTotals } from "../reports/sums/totals.server.ts";
import { openLiveVisits } from "./live-visits.server.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous({ ...ctx, now: new Date() });
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));
afterEach(() => closeCollector(db));

const sender: Sender = {
  ...{ bodyLength: 300, address: "203.0.113.7", acceptLanguage: "en-US", isPrivate: false },
  userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0",
};
const view = (who: Partial<Sender> = {}, session_id: string | undefined = "one") =>
  collectPayloads(
    visitor,
    [{ type: "page_view", ...(session_id ? { session_id } : {}), data: { page_path: "/" } }],
    { ...sender, ...who },
    "durable",
  );

test("a stored view is in reports soon, without the job", async () => {
  const stop = openLiveVisits(db);
  try {
    const scope = { period: presetPeriod("today", visitor.now, "UTC"), filters: [] };
    await view();
    await view({ isPrivate: true }, "");
    await expect.poll(async () => (await readTotals(ctx, scope)).views, { interval: 200 }).toBe(2);
    expect(await readTotals(ctx, scope)).toMatchObject({ visits: 1, visitors: 1, views: 2 });
    await view();
    await expect.poll(async () => (await readTotals(ctx, scope)).views).toBe(3);
  } finally {
    await stop();
  }
  await view();
  expect(await countStored(db, "view")).toBe(3);
});
