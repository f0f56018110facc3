import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { chunksBetween, chunksOf } from "../columns/scope-chunks.server.ts";
import type { ReportScope } from "./visit-conditions.server.ts";

/*
 * Refunds in reports. Revenue is net: a refund counts on its own day, if the report counts the revenue of the visit that bought. The
 * visits of other filters, and payments of visitors who are not measured, are in no revenue, so neither are their refunds.
 */

type Refund = { at: Date; usd: number };

export async function listRefunds(ctx: Pick<Ctx, "db">, scope: ReportScope): Promise<Refund[]> {
  const { refunds: rows } = await chunksOf(ctx, scope);
  if (rows.length === 0) return [];
  const whole = (ms: number) => new Date(Math.floor(ms / 1000) * 1000);
  const first = whole(Math.min(...rows.map(({ firstAt }) => Date.parse(firstAt))) - dayMs);
  const last = whole(Math.max(...rows.map(({ at }) => Date.parse(at))) + dayMs);
  const sold = new Set<number>();
  const { rows: picker, each } = await chunksBetween(ctx, { start: first, end: last, filters: scope.filters });
  const sessions = new Set(rows.map(({ sessionId }) => sessionId));
  await each((chunk) => {
    const picked = picker.visits(chunk);
    const { session, cents } = chunk.visits;
    for (let visit = 0; visit < picked.length; visit++)
      if (picked[visit] === 1 && cents[visit]! > 0 && sessions.has(session[visit]!)) sold.add(session[visit]!);
  });
  return rows.filter(({ sessionId }) => sold.has(sessionId)).map(({ at, usd }) => ({ at: new Date(at), usd }));
}
