import { beforeEach, expect, test } from "vitest";
import { hourMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { danasCall, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { warnOfUnread } from "../calendars/warning.server.ts";
import { type CalendarDown, calendarAccount, connectedCalendar, host } from "../tables.server.ts";
import { listFailingCalendars } from "./today.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
let hostId: string;
beforeEach(async () => {
  hostId = (await db.select().from(host))[0]!.id;
});

async function failing(calendarDown: CalendarDown, readAt: Date | null) {
  const since = { createdAt: ctx.now, attemptedAt: ctx.now, failingSince: new Date(ctx.now.getTime() - hourMs) };
  const accountId = newId();
  const account = {
    id: accountId,
    hostId,
    kind: "caldav" as const,
    server: "https://calendar.example/",
    username: "a",
  };
  await db.insert(calendarAccount).values({ ...account, secret: "unreadable", createdAt: ctx.now });
  const ofCalendar = { id: newId(), accountId, hostId, ref: "https://calendar.example/c/", name: "Work" };
  const state = { canWrite: false, isChecked: true, problem: "The server cannot be reached.", readAt };
  await db.insert(connectedCalendar).values({ ...ofCalendar, ...state, ...since });
  await db.update(host).set({ calendarDown });
}

test.each([
  ["busy", null, false],
  ["busy", ctx.now, false],
  // There are no times of it to go by.
  ["hours", null, false],
  ["hours", ctx.now, true],
] as const)(
  "with the choice “%s” and a calendar last read at %s, Today and the host's mail say whether the host gets calls",
  async (down, readAt, isOffered) => {
    await failing(down, readAt);
    const today = await listFailingCalendars(await asAdmin(ctx));
    expect(today.ok && today.value[0]?.problem).toMatch(
      isOffered ? /The last known times still count\.$/ : /GTMarc gets no calls\.$/,
    );
    await warnOfUnread(ctx);
    expect((await fixture.mail("calendar-unread")).text).toContain(
      isOffered ? "your times are offered as of the last read" : "no times of yours are offered",
    );
    expect((await bookCall(ctx, danasCall())).ok).toBe(isOffered);
  },
);
