import { and, asc, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import { findForSale } from "#app/features/full-blueprint/unlock.server.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { blueprintUnlockCall } from "../booking.ts";
import { manageToken } from "../bookings/manage-token.server.ts";
import { booking, eventType } from "../tables.server.ts";
import type { BlueprintCall } from "./blueprint-call.ts";

/*
 * Calls booked from an analysis. A booking stores the blueprint only if the signed-in user owns it, so other ids have no effect. A
 * blueprint has at most one confirmed unlock call that was not missed; requests that wait for a host do not keep others from asking for
 * another time, and end when one of them is confirmed.
 */

/** Returns the blueprint of a booking: `blueprintId` if the actor owns it, otherwise null. */
export async function ownBlueprint(ctx: Ctx, blueprintId: string | undefined): Promise<string | null> {
  const { actor } = ctx;
  if (blueprintId === undefined || actor.kind !== "user") return null;
  return (await findForSale(ctx, { blueprintId, userId: actor.userId })) && blueprintId;
}

/** Whether the blueprint has an unlock call. Locks the blueprint's turn; call it in the booking's transaction. */
export async function hasUnlockCall(tx: Ctx, blueprintId: string): Promise<boolean> {
  await takeTurn(tx, "unlock-call", blueprintId);
  const [call] = await tx.db
    .select({ id: booking.id })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .where(and(eq(booking.blueprintId, blueprintId), eq(eventType.slug, blueprintUnlockCall), isOn))
    .limit(1);
  return call !== undefined;
}

/** Lists the calls of the signed-in user's blueprints that have not ended, the next one first. */
export async function listBlueprintCalls(ctx: SignedInCtx): Promise<BlueprintCall[]> {
  const rows = await blueprintCalls(ctx.db).execute({ userId: ctx.actor.userId, now: ctx.now.toISOString() });
  return rows.map(({ id, during, ...call }) => ({ ...call, ...during, href: `/booking/${manageToken(id)}` }));
}

/** Returns the blueprint of a booking, or null. For features that react to its events. */
export async function findBookedBlueprint(ctx: Pick<Ctx, "db">, bookingId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ blueprintId: booking.blueprintId })
    .from(booking)
    .where(eq(booking.id, bookingId));
  return row?.blueprintId ?? null;
}

/** A pending unlock call of a blueprint that has a confirmed one. In a statement with the table of bookings. */
export const isSuperseded = sql`exists (
  select 1 from booking counted join event_type kind on kind.id = counted.event_type_id
  where counted.blueprint_id = ${booking.blueprintId} and counted.event_type_id = ${booking.eventTypeId}
    and kind.slug = ${blueprintUnlockCall} and counted.status = 'confirmed' and coalesce(counted.outcome, '') <> 'no-show')`;

const isOn = and(eq(booking.status, "confirmed"), ne(sql`coalesce(${booking.outcome}, '')`, "no-show"));

const blueprintCalls = prepared((db) =>
  db
    .select({
      id: booking.id,
      blueprintId: sql<string>`${booking.blueprintId}`,
      kind: eventType.slug,
      title: eventType.title,
      during: booking.during,
      timezone: booking.timezone,
    })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .where(
      and(
        eq(booking.userId, sql.placeholder("userId")),
        isNotNull(booking.blueprintId),
        isOn,
        gt(sql`upper(${booking.during})`, sql.placeholder("now")),
      ),
    )
    .orderBy(asc(sql`lower(${booking.during})`), asc(booking.id))
    .prepare("booking_blueprint_calls"),
);
