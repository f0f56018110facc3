import { beforeEach, expect, test, vi } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { countRefusal, refusalKind } from "../requests/refusals.server.ts";
import { cspReport, securityEvent } from "../tables.server.ts";
import { countSecurityByDay, listCspReports, listSecurityEvents } from "./security-log.server.ts";
import { recordHit, recordViolation, sweepTraps } from "./traps.server.ts";

const { db, ctx, pool } = useDatabase();
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
});

const request = (changes: Partial<Parameters<typeof countRefusal>[1]> = {}) => ({
  ...{ status: 429, code: "too_many", path: "/api/functions/newsletter-signup?x=1", userAgent: "Scanner/1.0" },
  ...{ address: "198.51.100.7", now: ctx.now },
  ...changes,
});
const stored = () => db.select().from(securityEvent).orderBy(securityEvent.rule);
const everything = { days: 7, kind: null, client: null, after: null, before: null };

test.each([
  [{ status: 401, code: "invalid_credentials", path: "/api/auth/sign-in/email" }, "sign_in"],
  [{ status: 429, code: "too_many", path: "/api/auth/sign-in/email" }, "sign_in"],
  [{ status: 429, code: "too_many", path: "/auth" }, "sign_in"],
  [{ status: 429, code: "too_many", path: "/reset-password" }, "sign_in"],
  [{ status: 429, code: "too_many", path: "/account" }, "sign_in"],
  [{ status: 429, code: "too_many", path: "/api/booking/x" }, "limit"],
  [{ status: 403, code: "foreign_origin", path: "/api/x" }, "refused"],
  [{ status: 403, code: "fresh_code_required", path: "/api/admin/payments/x/refund" }, null],
  [{ status: 403, code: "forbidden", path: "/admin" }, "refused"],
  [{ status: 401, code: "sign_in_required", path: "/api/x" }, null],
  [{ status: 404, code: "forbidden", path: "/nothing" }, null],
  [{ status: 422, code: "invalid_input", path: "/api/x" }, null],
])("%j is counted as %s", (refused, kind) => {
  expect(refusalKind(refused)).toBe(kind);
});

test("a flood of refusals of one client is one row with its count, written by few statements", async () => {
  const sent = vi.spyOn(pool, "query");
  await Promise.all(Array.from({ length: 500 }, () => countRefusal(db, request())));
  await vi.waitUntil(async () => (await stored())[0]?.count === 500, 60_000);
  expect(await stored()).toMatchObject([
    { kind: "limit", rule: "too_many", path: "/api/functions/newsletter-signup", count: 500, day: "2026-03-02" },
  ]);
  const inserts = sent.mock.calls.filter(([query]) => JSON.stringify(query).includes("insert into"));
  expect(inserts.length).toBeLessThan(5);
  expect(JSON.stringify(await stored())).not.toContain("198.51");
});

test("two thousand clients get separate rows; refusals by further clients share one", async () => {
  const now = later(ctx, { days: 1 }).now;
  for (let n = 0; n < 2500; n += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        countRefusal(db, request({ now, address: `10.${(n + i) >> 8}.${(n + i) & 255}.1` })),
      ),
    );
  await vi.waitUntil(async () => (await stored()).reduce((sum, { count }) => sum + count, 0) === 2500, 60_000);
  const rows = await stored();
  expect(rows).toHaveLength(2001);
  expect(rows.find(({ client }) => client === "many-clients")?.count).toBe(500);
});

test("tokens in the path of a refused request are not stored, and a failing database does not affect the visitor", async () => {
  const token = "Zk3_v9-QwErTyUiOpAsDfGhJkLzXcVbNm1234567890";
  await countRefusal(db, request({ path: `/booking/${token}` }));
  expect(await stored()).toMatchObject([{ path: "/booking/:token" }]);
  vi.spyOn(log, "debug").mockImplementation(() => {});
  await pool.query("alter table security_event rename to security_event_away");
  await countRefusal(db, request());
  await pool.query("alter table security_event_away rename to security_event");
  expect(await stored()).toHaveLength(1);
});

test("clients are recognized within a day and cannot be linked across days", async () => {
  const hit = { kind: "decoy" as const, path: "/.env", referrer: null, userAgent: "x", address: "198.51.100.7" };
  await recordHit(ctx, hit);
  await countRefusal(db, request());
  await recordHit(later(ctx, { days: 1 }), hit);
  const clients = (await db.select().from(securityEvent)).map(({ day, client }) => [day, client]);
  const of = (day: string) => new Set(clients.filter(([each]) => each === day).map(([, client]) => client));
  expect(of("2026-03-02").size).toBe(1);
  expect([...of("2026-03-03")].filter((client) => of("2026-03-02").has(client))).toEqual([]);
});

async function history() {
  const hit = { kind: "decoy" as const, path: "/.env", referrer: null, userAgent: "x", address: "198.51.100.7" };
  for (const days of [-100, -20, -2, 0]) await recordHit(later(ctx, { days }), hit);
  await recordHit(later(ctx, { seconds: 5 }), hit);
  await countRefusal(db, request({ now: later(ctx, { days: -2 }).now, code: "invalid_credentials", status: 401 }));
}

test("the list shows a period, most recent first, by kind and by client", async () => {
  await history();
  const lines = async (changes = {}) =>
    (await listSecurityEvents(ctx, { ...everything, ...changes })).rows.map(({ kind, count, day }) => [
      kind,
      count,
      day,
    ]);
  const today = ["decoy", 2, "2026-03-02"];
  const before = ["decoy", 1, "2026-02-28"];
  const signIn = ["sign_in", 1, "2026-02-28"];
  expect((await lines())[0]).toEqual(today);
  expect((await lines()).toSorted()).toEqual([before, today, signIn].toSorted());
  expect(await lines({ days: 1 })).toEqual([today]);
  expect(await lines({ days: 90 })).toHaveLength(4);
  expect(await lines({ kind: "sign_in" })).toEqual([signIn]);
  const [line] = (await listSecurityEvents(ctx, everything)).rows;
  expect(await lines({ client: line!.client, days: 90 })).toEqual([today]);
});

const details = {
  ...{ violatedDirective: "", originalPolicy: "", timestamp: "", userAgent: "", url: "" },
  ...{ statusCode: null, lineNumber: null, columnNumber: null },
};

test("the trend has every day of the period, with the sum of its counts", async () => {
  await history();
  const trend = (kind: "decoy" | "csp" | null) => countSecurityByDay(ctx, { days: 3, kind, client: null });
  expect(await trend(null)).toEqual([
    { day: "2026-02-28", count: 2 },
    { day: "2026-03-01", count: 0 },
    { day: "2026-03-02", count: 2 },
  ]);
  expect((await trend("decoy")).map(({ count }) => count)).toEqual([1, 0, 2]);
  const violation = { directive: "script-src", blocked: "inline", page: "/", source: "", details };
  await recordViolation(ctx, violation, "198.51.100.7");
  await recordViolation(ctx, violation, "198.51.100.7");
  expect((await trend("csp")).map(({ count }) => count)).toEqual([0, 0, 2]);
  const { rows } = await listCspReports(ctx, { days: 1, after: null, before: null });
  expect(rows).toMatchObject([{ blocked: "inline", count: 2 }]);
});

test("pages of the list neither repeat nor skip a row", async () => {
  for (let n = 0; n < 120; n += 1) await countRefusal(db, request({ code: `code_${n}` }));
  await vi.waitUntil(async () => (await stored()).length === 120, 60_000);
  const seen = new Set<string>();
  let after: string | null = null;
  let pages = 0;
  do {
    const page = await listSecurityEvents(ctx, { ...everything, after });
    for (const { rule } of page.rows) seen.add(rule);
    after = page.next;
    pages += 1;
  } while (after);
  expect([pages, seen.size]).toEqual([3, 120]);
});

test("counts and reports are deleted 90 days after they were last seen", async () => {
  await history();
  await recordViolation(
    later(ctx, { days: -91 }),
    { directive: "x", blocked: "", page: "", source: "", details },
    "10.0.0.1",
  );
  expect(await sweepTraps(ctx)).toBe(2);
  expect(await db.$count(cspReport)).toBe(0);
  expect(await db.$count(securityEvent)).toBe(4);
});
