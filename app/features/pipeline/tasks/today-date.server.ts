import { listHostZones } from "#app/features/booking/hosts/hosts.server.ts";
import { dateIn } from "#app/features/booking/zoned-time.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/**
 * Returns today's ISO date in the time zone of the admin's calendar, or without one in `firmZone` (IANA name). Pages, filters and mails
 * compare due dates with it.
 */
export async function todayOf(ctx: Ctx, { firmZone }: { firmZone: string }): Promise<string> {
  const { actor } = ctx;
  const zone = actor.kind === "user" ? (await listHostZones(ctx, [actor.userId])).get(actor.userId) : undefined;
  return dateIn(ctx.now, zone ?? firmZone);
}
