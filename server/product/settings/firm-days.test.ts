import { expect, test } from "vitest";
import { listSlots } from "#app/features/booking/availability/calendar.server.ts";
import { closedBecause, isInWindow, nextInWindow } from "#app/features/sequences/steps/send-times.ts";
import { businessDayAfter } from "#app/lib/dates/business-days.ts";
import { countryOfZone } from "#app/platform/dates/public-holidays.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

const { ctx } = useDatabase();
useBookingFixture(ctx);
const visitor = asAnonymous(ctx);

const zone = "America/New_York";
const isOffered = async (date: string) => {
  const slots = await listSlots(visitor, { eventType: "strategy-session", from: date, to: date, timezone: zone });
  return slots.ok && slots.value.length > 0;
};
const window = { weekdays: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" };
const isSent = (date: string) => isInWindow(new Date(`${date}T16:00:00Z`), window, { zone });
const nextBusinessDay = (date: string) =>
  businessDayAfter(new Date(`${date}T16:00:00Z`), 1, zone)
    .toISOString()
    .slice(0, 10);

test("a day that the firm has off has no calls, is no business day and sends nothing", async () => {
  expect([await isOffered("2026-03-05"), nextBusinessDay("2026-03-04"), isSent("2026-03-05")]).toEqual([
    true,
    "2026-03-05",
    true,
  ]);
  useSettings({ DAYS_OFF: ["2026-03-05"] });
  expect([await isOffered("2026-03-05"), nextBusinessDay("2026-03-04"), isSent("2026-03-05")]).toEqual([
    false,
    "2026-03-06",
    false,
  ]);
});

test("a federal holiday on which the firm works is a day like any other", async () => {
  const columbusDay = "2026-10-12";
  expect([nextBusinessDay("2026-10-09"), isSent(columbusDay)]).toEqual(["2026-10-13", false]);
  useSettings({ DAYS_OPEN: [columbusDay] });
  expect([nextBusinessDay("2026-10-09"), isSent(columbusDay)]).toEqual([columbusDay, true]);
});

test("a firm in Bavaria has the holidays of Bavaria, not those of the United States", async () => {
  const [corpusChristi, memorialDay] = ["2026-06-04", "2026-05-25"];
  expect([nextBusinessDay("2026-06-03"), isSent(corpusChristi)]).toEqual([corpusChristi, true]);
  useSettings({ HOLIDAYS: "DE-BY" });
  expect([nextBusinessDay("2026-06-03"), isSent(corpusChristi)]).toEqual(["2026-06-05", false]);
  expect(nextBusinessDay("2026-09-04")).toBe("2026-09-07");
  expect(isSent(memorialDay)).toBe(false);
  useSettings({ HOLIDAYS: "none" });
  expect([isSent(memorialDay), nextBusinessDay("2026-12-24")]).toEqual([true, "2026-12-25"]);
});

test("no sequence mail is sent on a holiday of the recipient's country", () => {
  const ascensionDay = new Date("2027-05-06T09:00:00Z");
  const berlin = { zone: "Europe/Berlin", country: countryOfZone("Europe/Berlin") };
  expect(isInWindow(ascensionDay, window, { zone: "Europe/Berlin", country: null })).toBe(true);
  expect(isInWindow(ascensionDay, window, berlin)).toBe(false);
  expect(closedBecause(ascensionDay, window, berlin)).toBe("holiday");
  expect(nextInWindow(ascensionDay, window, berlin)).toEqual(new Date("2027-05-07T07:00:00Z"));
});
