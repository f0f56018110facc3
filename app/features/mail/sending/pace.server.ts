import { and, eq, lt, sql } from "drizzle-orm";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { mailPace } from "../tables.server.ts";

/*
 * The sending rate of lists. Every mail of a list is counted per minute, in total and per domain of its recipient.
 * Newsletters have their own rate and are only counted; sequences use what the rates leave. Counting locks the
 * minute's rows until the caller's transaction ends, so that several workers together keep to the rate.
 */

export type Rates = { perMinute: number; perDomain: number };

const all = "";
const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
export const domainOf = (address: string): string => address.split("@").at(-1)!.toLowerCase();

/** Counts mails that are queued regardless of the rate. In the transaction that queues them. */
export async function countPace(tx: Ctx, addresses: readonly string[]): Promise<void> {
  await add(tx, countsOf(addresses.map(domainOf)));
}

/** Returns which of these mails the rates allow this minute, in order, and counts them. In the transaction that queues them. */
export async function takePace(tx: Ctx, addresses: readonly string[], rates: Rates): Promise<boolean[]> {
  const domains = addresses.map(domainOf);
  const used = await add(tx, new Map([...new Set([all, ...domains])].map((domain) => [domain, 0])));
  const granted: string[] = [];
  const answers = domains.map((domain) => {
    const isFree = used.get(all)! < rates.perMinute && used.get(domain)! < rates.perDomain;
    if (isFree) {
      granted.push(domain);
      for (const key of [all, domain]) used.set(key, used.get(key)! + 1);
    }
    return isFree;
  });
  await add(tx, countsOf(granted));
  return answers;
}

/** Returns how many list mails the rate still allows this minute, without counting any. */
export async function paceRoom(ctx: Ctx, { perMinute }: Pick<Rates, "perMinute">): Promise<number> {
  const [row] = await ctx.db
    .select({ mails: mailPace.mails })
    .from(mailPace)
    .where(and(eq(mailPace.domain, all), eq(mailPace.minute, minuteOf(ctx.now))));
  return Math.max(0, perMinute - (row?.mails ?? 0));
}

/** Deletes the counts of past days. */
export async function sweepPace(ctx: Ctx): Promise<void> {
  await ctx.db.delete(mailPace).where(lt(mailPace.minute, new Date(ctx.now.getTime() - dayMs)));
}

function countsOf(domains: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const domain of domains) for (const key of [all, domain]) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Adds to the counts of this minute and returns them. Locks rows in a fixed order, so two callers cannot deadlock. */
async function add(tx: Ctx, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  if (counts.size === 0) return new Map();
  const minute = minuteOf(tx.now);
  const rows = [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([domain, mails]) => ({ domain, mails }));
  const stored = await tx.db.execute<{ domain: string; mails: number }>(sql`
    insert into ${mailPace} as pace (domain, minute, mails)
    select c.domain, ${minute.toISOString()}::timestamptz, c.mails
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (domain text, mails int)) with ordinality as c(domain, mails, place)
    order by c.place
    on conflict (domain, minute) do update set mails = pace.mails + excluded.mails
    returning pace.domain, pace.mails`);
  return new Map(stored.rows.map(({ domain, mails }) => [domain, mails]));
}
