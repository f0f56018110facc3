import { desc, inArray } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { booking } from "../tables.server.ts";

/** Returns the time zone (IANA name) that each address chose for its last call; addresses without a call are missing. */
export async function listBookedZones(
  ctx: Pick<Ctx, "db">,
  addresses: readonly string[],
): Promise<{ email: string; timezone: string }[]> {
  if (addresses.length === 0) return [];
  return ctx.db
    .selectDistinctOn([booking.email], { email: booking.email, timezone: booking.timezone })
    .from(booking)
    .where(inArray(booking.email, [...addresses]))
    .orderBy(booking.email, desc(booking.createdAt));
}
