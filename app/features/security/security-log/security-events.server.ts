import { sql } from "drizzle-orm";
import { cut } from "#app/lib/words/cut.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { limitKey } from "../requests/client-address.server.ts";
import { securityEvent } from "../tables.server.ts";

/** Security events, CSP reports and expired preview tokens are deleted after this many days. */
export const securityDays = 90;

export const securityDay = (at: Date): string => companyDates().isoDay(at);

export type NewSecurityEvent = Omit<typeof securityEvent.$inferInsert, "id" | "day">;

/** Adds events to their day's counts, in one statement. Each must be unique. Returns the new counts in the same order. */
export async function storeSecurityEvents(
  { db }: Pick<Ctx, "db">,
  events: readonly NewSecurityEvent[],
): Promise<{ count: number }[]> {
  return db
    .insert(securityEvent)
    .values(events.map((event) => ({ ...event, day: securityDay(event.lastAt) })))
    .onConflictDoUpdate({
      target: [securityEvent.day, securityEvent.kind, securityEvent.client, securityEvent.rule],
      set: {
        count: sql`${securityEvent.count} + excluded.count`,
        lastAt: sql`greatest(${securityEvent.lastAt}, excluded.last_at)`,
        path: sql`excluded.path`,
        referrer: sql`excluded.referrer`,
        userAgent: sql`excluded.user_agent`,
      },
    })
    .returning({ count: securityEvent.count });
}

/** Distinguishes clients within a day. The key changes daily, so that days cannot be linked. */
export const clientHash = (now: Date, address: string): string =>
  keyedHash("trap", `${securityDay(now)}:${limitKey(address)}`).slice(0, 22);

export const printable = (text: string, max: number): string => cut(text.replace(/\p{C}/gu, ""), max);
