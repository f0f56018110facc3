import { sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { hitKinds } from "./hit-kinds.ts";
import { Terms } from "./storage/terms.server.ts";
import { visitStore } from "./store/current-store.server.ts";
import { analyticsSession, funnelEvent } from "./tables.server.ts";
import { deriveSessions } from "./visits.server.ts";

/**
 * Counts a paid invoice as revenue of the visit that requested it, because no page confirms the payment. Idempotent. Stores nothing if
 * the visit is unknown: the visitor asked not to be tracked or blocks the collector, or their data was deleted.
 */
export async function countPaidInvoice(
  ctx: Ctx,
  { blueprintId, amountCents }: { blueprintId: string | null; amountCents: number },
): Promise<void> {
  if (blueprintId === null) return;
  const { rows } = await ctx.db.execute<{ sessionId: number; at: string }>(sql`
    select s.id as "sessionId", f.occurred_at::text as at
    from ${funnelEvent} f join ${analyticsSession} s on s.key = f.session_key
    where f.blueprint_id = ${blueprintId} and f.stage = 'unlock' and f.substage = 'invoice_requested' and s.client is not null
    order by f.occurred_at desc limit 1`);
  const requested = rows[0];
  if (!requested) return;
  const terms = await new Terms(ctx.db).idsOf(
    new Map([
      ["revenue", null],
      ["unlock.paid", null],
    ]),
    ctx.now,
  );
  const { sessionId } = requested;
  const [at, kind, typeId] = [new Date(requested.at), hitKinds.conversion, terms.get("revenue")!];
  const store = visitStore();
  if (await store.hasHit(ctx, { sessionId, at, kind, typeId })) return;
  const nameId = terms.get("unlock.paid")!;
  const hit = { atMicros: at.getTime() * 1000, kind, sessionId, pageId: null, typeId, nameId };
  await store.insertHits(ctx, [{ ...hit, value: amountCents / 100, detail: null }]);
  // Otherwise the job derives them.
  if (store.isTransactional) await deriveSessions(ctx, [sessionId]);
}
