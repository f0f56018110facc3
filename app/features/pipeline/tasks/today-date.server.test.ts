import { expect, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { todayOf } from "./today-date.server.ts";

const { ctx, pool } = useDatabase();

test("today is the date in the time zone of the admin's calendar, or the company's without one", async () => {
  const admin = { ...(await asAdmin(ctx)), now: new Date("2026-03-04T02:00:00Z") };
  const firmZone = "America/New_York";
  expect(await todayOf(admin, { firmZone })).toBe("2026-03-03");
  await pool.query(
    `insert into host (id, name, email, timezone, user_id, created_at)
     values ($1, 'Mara', 'mara@gtmarc.example', 'Asia/Tokyo', $2, now())`,
    [newId(), admin.actor.userId],
  );
  expect(await todayOf(admin, { firmZone })).toBe("2026-03-04");
});
