import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { findVisitorEmails } from "../privacy/identity.server.ts";
import type { ReportScope } from "../reports/visit-conditions.server.ts";
import { type DeviceKind, deviceKindName } from "../storage/device-kinds.ts";
import { visitStore } from "../store/current-store.server.ts";
import { visitId } from "../visits/visit-id.ts";
import { funnelQuery } from "./figures/funnel-query.server.ts";
import { stoppedVisitors } from "./figures/funnel-sql.server.ts";
import type { FunnelDefinition } from "./funnel-definition.ts";

export type DropOff = {
  at: Date;
  /** Id of the visit in URLs; null if the collector was blocked or the visit was not derived yet. */
  visitId: string | null;
  source: string | null;
  device: DeviceKind;
  views: number;
  emails: string[];
};

const size = 50;

/**
 * Lists visitors who came as far as the required step `step`, most recent first. `after`: cursor of the previous page. Refusal:
 * not_admin.
 */
export async function listDropOffs(
  ctx: Ctx,
  definition: FunnelDefinition,
  scope: ReportScope,
  { step, after }: { step: number; after: string | null },
): Promise<Result<{ rows: DropOff[]; next: string | null }, NotAdmin>> {
  if (!canRead(ctx.actor, "analytics")) return notAdmin();
  const query = await funnelQuery(ctx, definition, scope);
  const store = visitStore();
  const levels = query.required.indexOf(step) + 1;
  const wanted = { levels, after: readCursor(after), limit: size + 1 };
  const found = await store.reportRows(ctx, stoppedVisitors(store.dialect, query, wanted));
  const lines = found.map((row) => lineOf(row, definition.steps.length));
  const shown = lines.slice(0, size).map((line) => ({
    ...line,
    sessionIds: [...new Set([...line.sessionIds, ...query.sessionsOf(line.visitor)])],
  }));
  const last = shown.at(-1);
  return ok({
    rows: await withVisits(ctx, shown),
    next: lines.length > size && last ? `${last.micros}_${last.visitor}` : null,
  });
}

/** `sessionId`: of the last action with one, or 0. `sessionIds`: of all sessions of the visitor. */
type Line = { visitor: number; micros: number; sessionId: number; sessionIds: readonly number[] };

/**
 * A payment has no session, so the visit is that of the previous step. Visitors without a session, for example because their browser
 * blocks the collector, have none.
 */
function lineOf(row: Record<string, unknown>, steps: number): Line {
  const actions = Array.from({ length: steps }, (_, step) => (row[`r${step}`] as number[] | null) ?? []).flatMap(
    ([, at, session]) => (at === undefined ? [] : [{ at, session: session! }]),
  );
  const visited = actions.filter(({ session }) => session > 0).sort((one, other) => other.at - one.at);
  return {
    ...{ visitor: Number(row["visitor"]), micros: Number(row["last"]), sessionId: visited[0]?.session ?? 0 },
    sessionIds: visited.map(({ session }) => session),
  };
}

function readCursor(cursor: string | null): { last: number; visitor: number } | null {
  const [, last, visitor] = /^(\d{1,17})_(-?\d{1,10})$/.exec(cursor ?? "") ?? [];
  return last && visitor ? { last: Number(last), visitor: Number(visitor) } : null;
}

async function withVisits(ctx: Pick<Ctx, "db">, lines: readonly Line[]): Promise<DropOff[]> {
  const emails = await findVisitorEmails(ctx, [...new Set(lines.flatMap(({ sessionIds }) => sessionIds))]);
  const places = lines.map(({ sessionId, micros }) => ({ sessionId, at: new Date(micros / 1000 + 1) }));
  const visits = await visitStore().visitsAt(ctx, places);
  return lines.map(({ micros, sessionIds }, index) => {
    const visit = visits[index];
    return {
      at: new Date(micros / 1000),
      visitId: visit ? visitId(visit.sessionId, visit.startedAt) : null,
      source: visit?.source ?? null,
      device: deviceKindName(visit?.device ?? null),
      views: visit?.views ?? 0,
      emails: [...new Set(sessionIds.flatMap((id) => emails.get(id) ?? []))],
    };
  });
}
