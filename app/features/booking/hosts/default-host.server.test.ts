import { beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { availability, eventType, host, hosting } from "../tables.server.ts";
import { ensureDefaultHost } from "./default-host.server.ts";

const { db, ctx } = useDatabase();

beforeEach(() => {
  useSettings({ SECRET: "b".repeat(32), CONTACT_EMAIL: "Calls@GTMarc.example", COMPANY_TIMEZONE: "America/New_York" });
});

const hosts = () => db.select().from(host);

test("the first start creates one host, five working days and both event types", async () => {
  await ensureDefaultHost(ctx);
  const [only, ...others] = await hosts();
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    name: "GTMarc",
    email: "calls@gtmarc.example",
    timezone: "America/New_York",
    observesHolidays: true,
  });
  const week = await db.select().from(availability).orderBy(availability.weekday);
  expect(week.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5]);
  for (const opening of week) expect(opening).toMatchObject({ hostId: only?.id, startMinute: 540, endMinute: 1020 });
  const eventTypes = await db.select().from(eventType).orderBy(eventType.slug);
  expect(eventTypes).toMatchObject([
    { slug: "blueprint-unlock-call", durationMinutes: 30 },
    { slug: "strategy-session", durationMinutes: 45 },
  ]);
  const taken = await db.select().from(hosting);
  expect(taken).toHaveLength(2);
  expect(new Set(taken.map(({ eventTypeId }) => eventTypeId))).toEqual(new Set(eventTypes.map(({ id }) => id)));
  for (const { hostId } of taken) expect(hostId).toBe(only?.id);
});

test("further starts change nothing, even concurrent ones", async () => {
  await Promise.all(Array.from({ length: 6 }, () => ensureDefaultHost(ctx)));
  const before = [await hosts(), await db.select().from(availability), await db.select().from(eventType)];
  await ensureDefaultHost(ctx);
  expect([await hosts(), await db.select().from(availability), await db.select().from(eventType)]).toEqual(before);
  expect(before.map((rows) => rows.length)).toEqual([1, 5, 2]);
});

test("an unedited host follows the settings", async () => {
  await ensureDefaultHost(ctx);
  useSettings({ CONTACT_EMAIL: "team@northfield.example", COMPANY_TIMEZONE: "Europe/Vienna" });
  await ensureDefaultHost(ctx);
  expect(await hosts()).toMatchObject([{ email: "team@northfield.example", timezone: "Europe/Vienna" }]);
});

test("an edited host and edited event types are not changed", async () => {
  await ensureDefaultHost(ctx);
  await db.update(host).set({ name: "Maya", email: "maya@gtmarc.example", followsSettings: false });
  await db.update(eventType).set({ durationMinutes: 60 });
  await ensureDefaultHost(ctx);
  expect(await hosts()).toMatchObject([{ name: "Maya", email: "maya@gtmarc.example" }]);
  expect(await db.select().from(eventType)).toMatchObject([{ durationMinutes: 60 }, { durationMinutes: 60 }]);
});

test("a start succeeds even if another host already has the configured address", async () => {
  await ensureDefaultHost(ctx);
  await db.insert(host).values({ name: "Maya", email: "maya@gtmarc.example", timezone: "UTC", createdAt: ctx.now });
  useSettings({ CONTACT_EMAIL: "maya@gtmarc.example" });
  await ensureDefaultHost(ctx);
  expect((await hosts()).map(({ email }) => email).sort()).toEqual(["calls@gtmarc.example", "maya@gtmarc.example"]);
});
