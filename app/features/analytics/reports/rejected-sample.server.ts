import { sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { type DeviceKind, deviceKindName } from "../device-kinds.ts";
import { hitKinds } from "../hit-kinds.ts";
import { type RejectionRule, rejectionRules } from "../rejection-rules.ts";
import { analyticsHit, analyticsSession, analyticsTerm } from "../tables.server.ts";

export type RejectedSession = {
  id: number;
  firstAt: Date;
  browser: string | null;
  os: string | null;
  device: DeviceKind;
  page: string | null;
  source: string | null;
};

const size = 20;

export async function sampleRejected(ctx: Pick<Ctx, "db">, rule: RejectionRule): Promise<RejectedSession[]> {
  const term = (column: string) => sql`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(column)})`;
  const { rows } = await ctx.db.execute<Record<string, string | number | null>>(sql`
    select s.id, s.first_at, s.device, ${term("s.browser_id")} as browser, ${term("s.os_id")} as os,
      ${term("coalesce(s.source_id, s.referrer_id)")} as source,
      (select t.text from ${analyticsHit} h join ${analyticsTerm} t on t.id = h.page_id
        where h.session_id = s.id and h.kind = ${hitKinds.page_view} order by h.at limit 1) as page
    from ${analyticsSession} s where s.rule = ${rejectionRules[rule]} order by s.first_at desc, s.id desc limit ${size}`);
  const text = (value: string | number | null | undefined) => (typeof value === "string" ? value : null);
  return rows.map((row) => ({
    id: Number(row["id"]),
    firstAt: new Date(String(row["first_at"])),
    device: deviceKindName(Number(row["device"] ?? 0)),
    ...{ browser: text(row["browser"]), os: text(row["os"]), page: text(row["page"]), source: text(row["source"]) },
  }));
}
