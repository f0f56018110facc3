import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { cancelCall, moveCall } from "../bookings/reschedule.server.ts";
import { host } from "../tables.server.ts";
import { findHostFeed } from "./host-feed.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);

async function feedAt(at = visitor) {
  const [by] = await db.select().from(host);
  await db
    .update(host)
    .set({ feedTokenHash: hashToken("secret") })
    .where(eq(host.id, by!.id));
  return (await findHostFeed(at, "secret"))!;
}
const eventsOf = (feed: string) =>
  new ICAL.Component(ICAL.parse(feed)).getAllSubcomponents("vevent").map((event) => ({
    uid: event.getFirstPropertyValue("uid"),
    call: event.getFirstPropertyValue("x-gtmarc-call"),
    status: event.getFirstPropertyValue("status"),
    transparent: event.getFirstPropertyValue("transp") === "TRANSPARENT",
    sequence: event.getFirstPropertyValue("sequence"),
  }));

test("a canceled call stays in the feed as canceled for thirty days, so that a program never sees an emptied feed", async () => {
  const made = await bookCall(visitor, danasCall());
  if (!made.ok) throw new Error(made.reason.kind);
  const { uid, manageUrl } = made.value;
  await moveCall(visitor, { token: tokenOf(manageUrl), start: new Date("2026-03-03T17:00:00.000Z") });
  const shown = { uid, call: uid, status: "CONFIRMED", transparent: false, sequence: 1 };
  expect(eventsOf(await feedAt())).toEqual([shown]);
  await cancelCall(visitor, { token: tokenOf(manageUrl) });
  const canceled = { ...shown, status: "CANCELLED", transparent: true, sequence: 2 };
  expect(eventsOf(await feedAt(later(visitor, { days: 29 })))).toEqual([canceled]);
  expect(eventsOf(await feedAt(later(visitor, { days: 31 })))).toEqual([]);
  expect(await fixture.bookings()).toHaveLength(1);
});

test("a feed has no method and ends its last line", async () => {
  const feed = await feedAt();
  expect(feed).not.toContain("METHOD:");
  expect(feed.endsWith("END:VCALENDAR\r\n")).toBe(true);
});
