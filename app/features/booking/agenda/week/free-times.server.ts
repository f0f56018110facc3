import { listTimesToMove } from "#app/features/booking/availability/calendar.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/**
 * Lists the free times to which the firm can move a call, on an ISO date of its hosts: those of its own hosts, also if its event type is
 * paused or archived. For admins. Refusals: not_admin, not_found.
 */
export async function listFreeTimesOf(
  ctx: Ctx,
  { bookingId, date }: { bookingId: string; date: string },
): Promise<Result<{ starts: Date[]; isUnread: boolean }, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const found = isUuid(bookingId) ? await listTimesToMove(ctx, { bookingId, date }) : null;
  return found ? ok(found) : notFound();
}
