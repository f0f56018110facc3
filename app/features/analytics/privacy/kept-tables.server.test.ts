import { is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { forgetPerson } from "../personal-data.server.ts";
import * as tables from "../tables.server.ts";

/*
 * What becomes of every table of analytics. A new table must be named here. `erased`: rows of a person go or lose their reference with
 * the account or the visitor's own deletion. `dated`: rows go with the retention. `derived`: both, computed from rows that are.
 * `impersonal`: no row describes a visitor; `created_by` is emptied with the account.
 */
const kept: Readonly<Record<string, "erased" | "erased, dated" | "dated" | "derived" | "impersonal">> = {
  ...{ funnel_event: "erased, dated", analytics_session: "erased, dated", analytics_identity: "erased, dated" },
  ...{ analytics_hit: "erased, dated", analytics_measurement: "erased, dated" },
  ...{ analytics_visit: "erased, dated", analytics_view: "erased, dated" },
  ...{ analytics_weekly_reader: "erased", analytics_alert: "erased" },
  ...{ analytics_waiting_hits: "dated", analytics_salt: "dated", analytics_import: "dated" },
  ...{ analytics_sum: "derived", analytics_summed_span: "derived" },
  ...{ analytics_day_change: "derived", analytics_day_chunk: "derived" },
  ...{ analytics_term: "impersonal", analytics_segment: "impersonal", analytics_annotation: "impersonal" },
  ...{ analytics_funnel: "impersonal", analytics_goal: "impersonal", analytics_shared_link: "impersonal" },
  ...{ analytics_imported_day: "impersonal", analytics_accepted_rule: "impersonal", analytics_progress: "impersonal" },
};
const { db, ctx } = useDatabase();
const all = Object.values(tables).flatMap((table) => (is(table, PgTable) ? getTableConfig(table as PgTable) : []));

test("every table of analytics is erased, dated out, derived or impersonal", () => {
  expect(all.map(({ name }) => name).filter((name) => !(name in kept))).toEqual([]);
});

test("tables that are impersonal or derived refer to no session, client, email or person", () => {
  const personal = ["session_id", "session_key", "client", "key", "email", "user_id", "admin_user_id", "visitor_id"];
  for (const { name, columns } of all.filter((table) => ["impersonal", "derived"].includes(kept[table.name]!)))
    expect({
      name,
      personal: columns.map((column) => column.name).filter((column) => personal.includes(column)),
    }).toEqual({
      ...{ name, personal: [] },
    });
});

test("with an account go its alerts, its weekly mail and every name as an author", async () => {
  const userId = newId();
  const created = { createdBy: userId, createdAt: ctx.now };
  const filters: [] = [];
  await db.insert(tables.analyticsSegment).values({ ...created, name: "one", filters });
  await db.insert(tables.analyticsAnnotation).values({ ...created, day: "2026-03-01", text: "one" });
  await db.insert(tables.analyticsFunnel).values({ ...created, name: "one", definition: {} });
  const goal = { name: "one", kind: "page" as const, target: "/", property: "", propertyValue: "" };
  await db.insert(tables.analyticsGoal).values({ ...created, ...goal });
  await db.insert(tables.analyticsSharedLink).values({ ...created, name: "one", tokenHash: "x", filters });
  await db.insert(tables.analyticsAlert).values({ userId, figure: "visits", doneDay: "2026-03-01" });
  await db.insert(tables.analyticsWeeklyReader).values({ userId, since: ctx.now, doneWeek: "2026-03-02" });
  await forgetPerson(ctx, { userId, email: "dana@northfield.example" });
  for (const { name } of all) {
    const { rows } = await db.execute(sql`select 1 from ${sql.identifier(name)} t where t::text like ${`%${userId}%`}`);
    expect({ name, rows: rows.length }).toEqual({ name, rows: 0 });
  }
});
