import { and, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { hashToken, randomToken } from "#app/platform/secrets/hashes.server.ts";
import { bookingAudit } from "../audit.ts";
import { againLink } from "../bookings/manage-token.server.ts";
import { booking, bookingLink, eventType } from "../tables.server.ts";
import type { Audience, Bar, BookingLink, NewBookingLink } from "./event-type.ts";

/*
 * Who may book an event type: anyone; clients, who are signed in and whose prospect is won or has paid; or the holder of a link. A link
 * books one call: `takeBookingLink` takes it in the transaction of the booking, after every check that can refuse it, so that a taken
 * time leaves the link usable and of simultaneous bookings one gets it. A call that was canceled or missed can be booked again with a link
 * of its own. Only the hash of a link is stored.
 */

/** Returns why the actor cannot book this event type; null: they can. */
export async function whyBarred(
  ctx: Ctx,
  kind: { id: string; audience: Audience },
  link: string | undefined,
): Promise<Bar | null> {
  if (kind.audience === "clients") return whyNoClient(ctx);
  if (kind.audience === "anyone") return null;
  const [row] = link ? await ctx.db.select().from(bookingLink).where(isLink(kind.id, link)) : [];
  if (!row) return "link_needed";
  return row.usedAt || row.revokedAt ? "link_used" : null;
}

const isLink = (eventTypeId: string, link: string) =>
  and(eq(bookingLink.tokenHash, hashToken(link)), eq(bookingLink.eventTypeId, eventTypeId));

async function whyNoClient({ db, actor }: Ctx): Promise<Bar | null> {
  if (actor.kind !== "user") return "sign_in_needed";
  // By name: the pipeline is built on this feature.
  const { rows } = await db.execute(sql`
    select 1 from prospect
    where (user_id = ${actor.userId} or email = ${actor.email}) and (stage = 'won' or paid_cents > 0) limit 1`);
  return rows.length > 0 ? null : "clients_only";
}

/** Takes the link of a booking. Returns its id, or null if it was used or revoked meanwhile. */
export async function takeBookingLink(tx: Ctx, eventTypeId: string, link: string): Promise<string | null> {
  const [taken] = await tx.db
    .update(bookingLink)
    .set({ usedAt: tx.now })
    .where(and(isLink(eventTypeId, link), isNull(bookingLink.usedAt), isNull(bookingLink.revokedAt)))
    .returning({ id: bookingLink.id });
  return taken?.id ?? null;
}

export async function nameLinkedCall(tx: Ctx, linkId: string, bookingId: string): Promise<void> {
  await tx.db.update(bookingLink).set({ bookingId }).where(eq(bookingLink.id, linkId));
}

/** Returns the link with which a call can be booked again now; null without one, and where none is needed. */
export async function findLinkAgain(
  ctx: Ctx,
  { kind, booking: { id } }: { kind: { id: string; audience: Audience }; booking: { id: string } },
): Promise<string | null> {
  if (kind.audience !== "link") return null;
  const link = againLink(id);
  return (await whyBarred(ctx, kind, link)) === null ? link : null;
}

/** Ends the offer to book a call again that counts after all. If it is canceled later, it gets a new one. */
export async function withdrawLinkAgain(tx: Ctx, bookingId: string): Promise<void> {
  await tx.db
    .delete(bookingLink)
    .where(and(eq(bookingLink.tokenHash, hashToken(againLink(bookingId))), isNull(bookingLink.usedAt)));
}

/** Whether the link to book a call again was used for a call that counts. */
export async function isBookedAgain(tx: Ctx, bookingId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: booking.id })
    .from(bookingLink)
    .innerJoin(booking, eq(booking.id, bookingLink.bookingId))
    .where(
      and(
        eq(bookingLink.tokenHash, hashToken(againLink(bookingId))),
        ...[isNotNull(bookingLink.usedAt), ne(booking.status, "cancelled")],
        sql`${booking.outcome} is distinct from 'no-show'`,
      ),
    );
  return row !== undefined;
}

/**
 * Lets the visitor of a canceled call, or of a missed one that they are invited to repeat, book it again, if that needs a link: the
 * mail about it and the call's page have one. A link that was used or revoked since an earlier mail opens again, and the one of the call
 * that it was used for ends: one invitation books one call.
 */
export async function offerLinkAgain(
  tx: Ctx,
  { id, eventTypeId, email }: Pick<typeof booking.$inferSelect, "id" | "eventTypeId" | "email">,
): Promise<void> {
  const [kind] = await tx.db.select().from(eventType).where(eq(eventType.id, eventTypeId));
  if (kind?.audience !== "link" || email === forgottenAddress) return;
  const [first] = await tx.db.select().from(bookingLink).where(eq(bookingLink.bookingId, id));
  const tokenHash = hashToken(againLink(id));
  const [used] = await tx.db.select().from(bookingLink).where(eq(bookingLink.tokenHash, tokenHash));
  if (used?.bookingId && used.bookingId !== id) await withdrawLinkAgain(tx, used.bookingId);
  const again = { tokenHash, label: first?.label ?? "", bookingId: id, createdAt: tx.now };
  await tx.db
    .insert(bookingLink)
    .values({ id: newId(), eventTypeId, ...again })
    .onConflictDoUpdate({ target: bookingLink.tokenHash, set: { usedAt: null, revokedAt: null, bookingId: id } });
}

/** Makes a link that books one call. Only the return value contains it. For admins. Refusals: not_admin, not_found. */
export const makeBookingLink = (
  ctx: Ctx,
  { eventTypeId, label }: NewBookingLink & { eventTypeId: string },
): Promise<Result<{ id: string; url: string }, NotAdmin | NotFound>> =>
  adminCommand(ctx, "calendar", async (tx) => {
    const [kind] = isUuid(eventTypeId) ? await tx.db.select().from(eventType).where(eq(eventType.id, eventTypeId)) : [];
    if (!kind) return notFound();
    const id = newId();
    const token = randomToken();
    await tx.db.insert(bookingLink).values({ id, eventTypeId, tokenHash: hashToken(token), label, createdAt: tx.now });
    const url = `${env().SITE_URL}/schedule/${kind.slug}?link=${token}`;
    return recorded({ action: bookingAudit.bookingLinkMade, subject: eventTypeId }, { id, url });
  });

/** Ends a link that was not used. For admins. Refusals: not_admin, not_found (also used or revoked before). */
export const revokeBookingLink = (
  ctx: Ctx,
  { linkId }: { linkId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> =>
  adminCommand(ctx, "calendar", async (tx) => {
    if (!isUuid(linkId)) return notFound();
    const [revoked] = await tx.db
      .update(bookingLink)
      .set({ revokedAt: tx.now })
      .where(and(eq(bookingLink.id, linkId), isNull(bookingLink.usedAt), isNull(bookingLink.revokedAt)))
      .returning();
    if (!revoked) return notFound();
    return recorded({ action: bookingAudit.bookingLinkRevoked, subject: revoked.eventTypeId });
  });

const shownLinks = 100;

/** Lists the latest links of an event type, at most 100. For admins. Refusal: not_admin. */
export async function listBookingLinks(ctx: Ctx, eventTypeId: string): Promise<Result<BookingLink[], NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const rows = await ctx.db
    .select()
    .from(bookingLink)
    .where(eq(bookingLink.eventTypeId, eventTypeId))
    .orderBy(desc(bookingLink.createdAt), desc(bookingLink.id))
    .limit(shownLinks);
  return ok(
    rows.map(({ id, label, createdAt, usedAt, revokedAt, bookingId }) => ({
      ...{ id, label, createdAt, usedAt, bookingId },
      state: usedAt ? "used" : revokedAt ? "revoked" : "open",
    })),
  );
}
