import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { readRows } from "../open-report.server.ts";
import type { OpenReport, Refund } from "../report.ts";
import { soldSessions } from "../report-sql.ts";

/**
 * Refunds in reports. Revenue is net: a refund counts on its own day, if the report counts the revenue of the visit that bought. The
 * visits of other filters, and payments of visitors who are not measured, are in no revenue, so neither are their refunds.
 */
export async function listRefunds(ctx: Pick<Ctx, "db">, { refunds, rows }: OpenReport): Promise<Refund[]> {
  if (refunds.length === 0) return [];
  const sessions = [...new Set(refunds.map(({ sessionId }) => sessionId))];
  const found = await readRows(ctx, soldSessions(visitStore().dialect, rows, sessions));
  const sold = new Set(found.map((row) => Number(row["session_id"])));
  return refunds.filter(({ sessionId }) => sold.has(sessionId));
}
