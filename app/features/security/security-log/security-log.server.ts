import { and, eq, gte, sql } from "drizzle-orm";
import { addDays } from "#app/lib/dates/calendar-dates.ts";
import { startOfDay } from "#app/lib/dates/day-start.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { cspReport, securityEvent } from "../tables.server.ts";
import { securityDay } from "./security-events.server.ts";
import type { SecurityKind } from "./security-kinds.ts";

type Place = { after: string | null; before: string | null };
const pageSize = 50;

const firstDay = (now: Date, days: number): string => addDays(securityDay(now), 1 - days);

const startOf = (day: string): Date => startOfDay(day, companyDates().zone);

export type SecurityLine = typeof securityEvent.$inferSelect;

export async function listSecurityEvents(
  { db, now }: Pick<Ctx, "db" | "now">,
  { days, kind, client, ...place }: Place & { days: number; kind: SecurityKind | null; client: string | null },
): Promise<Page<SecurityLine>> {
  const keys = keysetOf({
    ...{ by: securityEvent.lastAt, id: securityEvent.id, type: "timestamptz", direction: "desc", size: pageSize },
    ...place,
  });
  const rows = await db
    .select({ row: securityEvent, cursor: keys.cursor })
    .from(securityEvent)
    .where(
      and(
        gte(securityEvent.lastAt, startOf(firstDay(now, days))),
        kind ? eq(securityEvent.kind, kind) : undefined,
        client ? eq(securityEvent.client, client) : undefined,
        keys.where,
      ),
    )
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  return pageOf(keys, rows);
}

export type CspLine = typeof cspReport.$inferSelect;

export async function listCspReports(
  { db, now }: Pick<Ctx, "db" | "now">,
  { days, ...place }: Place & { days: number },
): Promise<Page<CspLine>> {
  const keys = keysetOf({
    ...{ by: cspReport.lastAt, id: cspReport.id, type: "timestamptz", direction: "desc", size: pageSize },
    ...place,
  });
  const rows = await db
    .select({ row: cspReport, cursor: keys.cursor })
    .from(cspReport)
    .where(and(gte(cspReport.lastAt, startOf(firstDay(now, days))), keys.where))
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  return pageOf(keys, rows);
}

/** Requests of a day; days without any are included. `day` is YYYY-MM-DD in COMPANY_TIMEZONE. */
export type DayCount = { day: string; count: number };

export async function countSecurityByDay(
  { db, now }: Pick<Ctx, "db" | "now">,
  { days, kind, client }: { days: number; kind: SecurityKind | "csp" | null; client: string | null },
): Promise<DayCount[]> {
  const since = firstDay(now, days);
  const from =
    kind === "csp"
      ? sql`${cspReport} where ${cspReport.day} >= ${since}`
      : sql`${securityEvent} where ${securityEvent.day} >= ${since}
          ${kind ? sql`and ${securityEvent.kind} = ${kind}` : sql``}
          ${client ? sql`and ${securityEvent.client} = ${client}` : sql``}`;
  const { rows } = await db.execute<{ day: string; count: number }>(
    sql`select day::text as day, sum(count)::float8 as count from ${from} group by day`,
  );
  const byDay = new Map(rows.map(({ day, count }) => [day, count]));
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(since, index);
    return { day, count: byDay.get(day) ?? 0 };
  });
}
