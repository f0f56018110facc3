import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/keyset.server.ts";
import { type Channel, channels } from "../channels.ts";
import { type DeviceKind, deviceKindName } from "../device-kinds.ts";
import { analyticsHit, analyticsTerm, analyticsVisit } from "../tables.server.ts";
import { visitId } from "../visit-id.ts";
import { isInRow, isSelected } from "./actions.server.ts";
import { type ListKey, listOf } from "./lists.ts";
import { isCounted, isDuring, type ReportScope, visitCondition } from "./visit-conditions.server.ts";

export type VisitLine = {
  id: string;
  startedAt: Date;
  durationSeconds: number;
  views: number;
  entry: string | null;
  exit: string | null;
  source: string | null;
  channel: Channel | null;
  device: DeviceKind;
  browser: string | null;
  os: string | null;
  goals: string[];
  valueUsd: number;
};

export type ListedAction = { list: ListKey; name: string; page: string | null };

const size = 50;

/** The visits behind the figures of a report, newest first. */
export async function listVisits(
  ctx: Pick<Ctx, "db">,
  { period, filters }: ReportScope,
  { action, after, before }: { action: ListedAction | null; after: string | null; before: string | null },
): Promise<Page<VisitLine>> {
  const condition = await visitCondition(ctx, filters);
  const keys = keysetOf({
    ...{ by: sql`v.started_at`, type: "timestamptz", id: sql`v.session_id`, idType: "int" },
    ...{ direction: "desc", after, before, size },
  });
  const term = (column: string) => sql`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(column)})`;
  const { rows } = await ctx.db.execute<Record<string, never>>(sql`
    select ${keys.cursor} as cursor, v.session_id, v.started_at, v.duration_seconds, v.views, v.channel, v.device, v.value_usd,
      ${term("v.entry_id")} as entry, ${term("v.exit_id")} as exit, ${term("v.source_id")} as source,
      ${term("v.browser_id")} as browser, ${term("v.os_id")} as os,
      array(select t.text from ${analyticsTerm} t where t.id = any(v.goal_ids) order by t.text) as goals
    from ${analyticsVisit} v
    where ${isDuring(period, "v.started_at")} and ${isCounted("v")} ${condition && sql`and ${condition}`}
      ${action ? sql`and ${hasAction(action)}` : sql``} ${keys.where ? sql`and ${keys.where}` : sql``}
    order by ${keys.orderBy[0]}, ${keys.orderBy[1]} limit ${keys.limit}`);
  return pageOf(
    keys,
    rows.map((row) => ({ cursor: row["cursor"] ?? "", row: visitLine(row) })),
  );
}

/** The condition that a hit of the row is in the visit `v`. Lists of visits and pages have filters instead. */
function hasAction({ list, name, page }: ListedAction): SQL {
  const definition = listOf(list);
  if (definition.of !== "actions") return sql`true`;
  return sql`exists (select from ${analyticsHit} h where h.session_id = v.session_id and h.at between v.started_at and v.ended_at
    and ${isSelected(definition.selection)} and ${isInRow(definition.by, { name, page })})`;
}

const channelNames = new Map(Object.entries(channels).map(([name, number]) => [number as number, name as Channel]));

type VisitRow = Record<"entry" | "exit" | "source" | "browser" | "os", string | null> &
  Record<"session_id" | "duration_seconds" | "views" | "channel" | "device", number> & {
    started_at: string;
    value_usd: string;
    goals: string[];
  };

function visitLine(found: Record<string, unknown>): VisitLine {
  const row = found as VisitRow;
  const startedAt = new Date(row.started_at);
  return {
    id: visitId(row.session_id, startedAt),
    startedAt,
    durationSeconds: row.duration_seconds,
    ...{ views: row.views, entry: row.entry, exit: row.exit, source: row.source, browser: row.browser, os: row.os },
    channel: channelNames.get(row.channel) ?? null,
    device: deviceKindName(row.device),
    goals: row.goals,
    valueUsd: Number(row.value_usd),
  };
}
