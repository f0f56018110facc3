import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hourMs } from "#app/lib/durations.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { availability, dateOverride, host } from "../tables.server.ts";
import { readAgendaDays } from "./week/agenda-days.server.ts";

const { db, ctx } = useDatabase();
useBookingFixture(ctx);

test("the agenda shows each host's own weekly hours and dates", async () => {
  const admin = await asAdmin(ctx);
  const [first] = await db.select().from(host);
  const [maya] = await db
    .insert(host)
    .values({ name: "Maya", email: "maya@gtmarc.example", timezone: first!.timezone, createdAt: ctx.now })
    .returning();
  await db.delete(availability).where(eq(availability.hostId, maya!.id));
  await db.insert(availability).values({ hostId: maya!.id, weekday: 2, startMinute: 600, endMinute: 660 });
  await db.insert(dateOverride).values({ hostId: first!.id, date: "2026-03-04" });

  const openHours = async (hostId: string) => {
    const dates = ["2026-03-03", "2026-03-04"];
    const agenda = await readAgendaDays(admin, { hostIds: [hostId], dates, zone: first!.timezone });
    if (!agenda.ok) throw new Error(agenda.reason.kind);
    return agenda.value.map(({ lanes }) =>
      lanes[0]!.open.reduce((sum, { start, end }) => sum + (end - start) / hourMs, 0),
    );
  };
  expect(await openHours(first!.id)).toEqual([8, 0]);
  expect(await openHours(maya!.id)).toEqual([1, 0]);
});
