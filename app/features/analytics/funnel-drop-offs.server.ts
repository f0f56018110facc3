import { actsAsAdmin } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type DeviceKind, deviceKindName } from "./device-kinds.ts";
import type { FunnelDefinition } from "./funnel-definition.ts";
import { type Cursor, type FunnelVisitor, listFirstOnly, walkFunnel } from "./funnels/walk.server.ts";
import { findVisitorEmails } from "./identity.server.ts";
import type { ReportScope } from "./reports/visit-conditions.server.ts";
import { visitStore } from "./store/current-store.server.ts";
import { visitId } from "./visit-id.ts";

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
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const cursor = readCursor(after);
  const followed: Line[] = [];
  const use = (visitor: FunnelVisitor) => {
    if (visitor.furthest === step) followed.push(lineOf(visitor));
  };
  const walk = await walkFunnel(ctx, definition, scope, { use });
  const others = step === 0 ? await listFirstOnly(walk, { after: cursor, limit: size + 1 }) : [];
  const page = [...followed, ...others.map((other) => ({ ...other, sessionIds: [other.sessionId] }))]
    .filter((line) => cursor === null || isAfter(line, cursor))
    .sort((one, other) => (isAfter(one, other) ? 1 : -1))
    .slice(0, size + 1);
  const shown = page.slice(0, size);
  const last = shown.at(-1);
  return ok({
    rows: await withVisits(ctx, shown),
    next: page.length > size && last ? `${last.at}-${last.sessionId}` : null,
  });
}

type Line = Cursor & { sessionIds: readonly number[] };

/**
 * A payment has no session, so the visit is that of the previous step. Visitors without a session, for example because their browser
 * blocks the collector, have the number 0.
 */
function lineOf({ reached, at, session, own }: FunnelVisitor): Line {
  let last = -1;
  let visited = -1;
  for (const index of reached) {
    if (index === -1) continue;
    if (last === -1 || at[index]! > at[last]!) last = index;
    if (session[index]! > 0 && (visited === -1 || at[index]! > at[visited]!)) visited = index;
  }
  const sessions = new Set(Array.from(own, (index) => session[index]!));
  sessions.delete(0);
  return { at: at[last]!, sessionId: visited === -1 ? 0 : session[visited]!, sessionIds: [...sessions] };
}

const isAfter = (line: Cursor, cursor: Cursor) =>
  line.at < cursor.at || (line.at === cursor.at && line.sessionId < cursor.sessionId);

function readCursor(cursor: string | null): Cursor | null {
  const [, at, sessionId] = /^(\d{1,14}(?:\.\d{1,6})?)-(\d{1,9})$/.exec(cursor ?? "") ?? [];
  return at && sessionId ? { at: Number(at), sessionId: Number(sessionId) } : null;
}

async function withVisits(ctx: Pick<Ctx, "db">, lines: readonly Line[]): Promise<DropOff[]> {
  const emails = await findVisitorEmails(ctx, [...new Set(lines.flatMap(({ sessionIds }) => sessionIds))]);
  const places = lines.map(({ sessionId, at }) => ({ sessionId, at: new Date(at + 1) }));
  const visits = await visitStore().visitsAt(ctx, places);
  return lines.map(({ at, sessionIds }, index) => {
    const visit = visits[index];
    return {
      at: new Date(at),
      visitId: visit ? visitId(visit.sessionId, visit.startedAt) : null,
      source: visit?.source ?? null,
      device: deviceKindName(visit?.device ?? null),
      views: visit?.views ?? 0,
      emails: [...new Set(sessionIds.flatMap((id) => emails.get(id) ?? []))],
    };
  });
}
