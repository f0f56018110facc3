import { and, asc, eq, or } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { cut, oneLine } from "#app/lib/text.ts";
import { newId } from "#app/lib/uuid.ts";
import { slugOf } from "#app/lib/words/slug.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import type { BookingRow } from "../agenda/booked-call.server.ts";
import { findBrief } from "../agenda/brief.server.ts";
import { blueprintUnlockCall, strategySession, trackingNames } from "../booking.ts";
import { eventOf, noteChange } from "../bookings/booking.server.ts";
import { manageToken } from "../bookings/manage-token.server.ts";
import { setNoShow } from "../bookings/outcome.server.ts";
import { callTakenElsewhereMail } from "../emails/call-taken-elsewhere.tsx";
import { bookingCancelled, bookingMade, bookingMoved } from "../events.ts";
import { booking, calendlyInvitee, eventType, host } from "../tables.server.ts";
import { isTimezone } from "../zoned-time.ts";
import type { CalendlyDelivery, CalendlyInvitee } from "./calendly-delivery.ts";

export {
  bookedElsewhere,
  calendlySigningKey,
  callsAreUnreported,
  elsewhereText,
  schedulerChoice,
  schedulerFrameSource,
} from "./calendly-frame.server.ts";

/*
 * Stores bookings made in Calendly, from its webhooks (the endpoint has verified their signature). They are in the same table as ours,
 * so that calendar, brief, outcome and unlock work the same way; Calendly mails the visitor, reminds, moves and cancels.
 *
 * A reschedule arrives as two deliveries in any order: a cancellation (`rescheduled: true`) and a new invitee with `old_invitee`. Here
 * it is one booking that moves. Deliveries may be late or repeated: each is idempotent. Every id that an invitee ever had refers to its
 * booking (calendly_invitee).
 */

type DeliveryOutcome = { outcome: "booked" | "moved" | "cancelled" | "marked" | "nothing-new" };

/** Applies a delivery. Never refuses: ignores what it cannot use. */
export async function takeDelivery(ctx: Ctx, delivery: CalendlyDelivery): Promise<Result<DeliveryOutcome, never>> {
  if (!("payload" in delivery)) return ok({ outcome: "nothing-new" });
  return inTransaction(ctx, async (tx) => {
    // One at a time: the two deliveries of a reschedule often arrive together.
    await takeTurn(tx, "calendly", "");
    switch (delivery.event) {
      case "invitee.created":
        return ok(await created(tx, delivery.payload));
      case "invitee.canceled":
        return ok(await cancelled(tx, delivery.payload));
      case "invitee_no_show.created":
      case "invitee_no_show.deleted": {
        const { invitee } = delivery.payload;
        const row = await findByUri(tx, typeof invitee === "string" ? invitee : invitee.uri);
        const marked = row && (await setNoShow(tx, row.id, delivery.event === "invitee_no_show.created"));
        return ok({ outcome: marked ? "marked" : "nothing-new" });
      }
    }
  });
}

async function created(tx: Ctx, invitee: CalendlyInvitee): Promise<DeliveryOutcome> {
  if (await findByUri(tx, invitee.uri)) return { outcome: "nothing-new" };
  const moved = invitee.old_invitee ? await findByUri(tx, invitee.old_invitee) : undefined;
  if (moved) return move(tx, moved, invitee);
  await insert(tx, invitee, "confirmed");
  return { outcome: "booked" };
}

async function cancelled(tx: Ctx, invitee: CalendlyInvitee): Promise<DeliveryOutcome> {
  // The other delivery of the reschedule has the new time.
  if (invitee.rescheduled) return { outcome: "nothing-new" };
  const row = await findByUri(tx, invitee.uri);
  // The booking is unknown: record the cancellation so that a late `created` event does not restore it.
  if (!row) await insert(tx, invitee, "cancelled");
  if (!row || row.status === "cancelled") return { outcome: "nothing-new" };
  const reason = invitee.cancellation?.reason ?? "";
  const changed = await change(tx, row, {
    status: "cancelled",
    outcome: null,
    canceledAt: tx.now,
    cancellationReason: reason || null,
  });
  await noteChange(tx, changed, "cancelled", reason);
  await publish(tx, bookingCancelled, { ...eventOf(await withEventType(tx, changed)), reason });
  return { outcome: "cancelled" };
}

async function move(tx: Ctx, row: BookingRow, invitee: CalendlyInvitee): Promise<DeliveryOutcome> {
  await name(tx, invitee.uri, row.id);
  const { start_time: start, end_time: end } = invitee.scheduled_event;
  const before = row.during;
  if (before.start.getTime() === start.getTime() && before.end.getTime() === end.getTime())
    return { outcome: "nothing-new" };
  const changed = await change(tx, row, {
    during: { start, end },
    blocked: { start, end },
    status: "confirmed",
    outcome: null,
    canceledAt: null,
    cancellationReason: null,
    externalUrl: changeUrl(invitee),
  });
  await noteChange(tx, changed, "moved");
  const assigned = await withEventType(tx, changed);
  await queueMail(tx, callTakenElsewhereMail(assigned, { before, brief: null }));
  await publish(tx, bookingMoved, { ...eventOf(assigned), before });
  return { outcome: "moved" };
}

async function insert(tx: Ctx, invitee: CalendlyInvitee, status: "confirmed" | "cancelled"): Promise<void> {
  const { start_time: start, end_time: end, name: eventTypeName, event_memberships: members } = invitee.scheduled_event;
  const kind = await kindOf(tx, eventTypeName ?? "", (end.getTime() - start.getTime()) / minuteMs);
  const by = await hostOf(tx, members?.map(({ user_email }) => user_email?.toLowerCase() ?? "") ?? []);
  if (!kind || !by) throw new Error("Calendly has booked a call, but there is no event type or host to store it with");
  const id = newId();
  const userId = userIdOf(tx.actor);
  const [row] = await tx.db
    .insert(booking)
    .values({
      id,
      uid: crypto.randomUUID(),
      eventTypeId: kind.id,
      hostId: by.id,
      during: { start, end },
      blocked: { start, end },
      status,
      source: "calendly",
      name: nameOf(invitee),
      email: invitee.email,
      timezone: invitee.timezone && isTimezone(invitee.timezone) ? invitee.timezone : by.timezone,
      answers: invitee.questions_and_answers
        .slice(0, 20)
        .map(({ question, answer }) => ({ question: cut(question, 300), answer: cut(answer, 2000) })),
      tracking: trackingOf(invitee),
      externalUrl: changeUrl(invitee),
      userId,
      manageTokenHash: hashToken(manageToken(id)),
      createdAt: tx.now,
      canceledAt: status === "cancelled" ? tx.now : null,
      cancellationReason: invitee.cancellation?.reason || null,
    })
    .returning();
  await name(tx, invitee.uri, id);
  if (invitee.old_invitee) await name(tx, invitee.old_invitee, id);
  await noteChange(tx, row!, "made");
  if (status === "cancelled") return;
  const call = { booking: row!, kind, host: by, cohosts: [], token: "", guests: [] };
  await queueMail(tx, callTakenElsewhereMail(call, { before: null, brief: await findBrief(tx, row!) }));
  await publish(tx, bookingMade, eventOf(call));
}

/**
 * Returns the event type of a Calendly call: the one with the same name, otherwise by length the shorter unlock call or a strategy
 * session, which the contact page embeds.
 */
async function kindOf(tx: Ctx, title: string, minutes: number) {
  const slug = slugOf(title);
  const guess = /unlock/.test(slug) || minutes <= 30 ? blueprintUnlockCall : strategySession;
  const eventTypes = await tx.db
    .select()
    .from(eventType)
    .where(or(eq(eventType.slug, slug), eq(eventType.slug, guess), eq(eventType.slug, strategySession)));
  for (const wanted of [slug, guess, strategySession]) {
    const found = eventTypes.find((kind) => kind.slug === wanted);
    if (found) return found;
  }
  return undefined;
}

async function hostOf(tx: Ctx, emails: readonly string[]) {
  const hosts = await tx.db.select().from(host).orderBy(asc(host.createdAt), asc(host.id));
  return hosts.find(({ email }) => emails.includes(email)) ?? hosts[0];
}

async function findByUri(tx: Ctx, uri: string): Promise<BookingRow | undefined> {
  const [row] = await tx.db
    .select({ booking })
    .from(booking)
    .innerJoin(calendlyInvitee, eq(calendlyInvitee.bookingId, booking.id))
    .where(and(eq(calendlyInvitee.uriHash, hashToken(uri)), eq(booking.source, "calendly")))
    .for("update", { of: booking });
  return row?.booking;
}

const name = (tx: Ctx, uri: string, bookingId: string) =>
  tx.db
    .insert(calendlyInvitee)
    .values({ uriHash: hashToken(uri), bookingId })
    .onConflictDoNothing();

async function change(tx: Ctx, row: BookingRow, changes: Partial<BookingRow>): Promise<BookingRow> {
  const [changed] = await tx.db
    .update(booking)
    .set({ ...changes, sequence: row.sequence + 1 })
    .where(eq(booking.id, row.id))
    .returning();
  return changed!;
}

async function withEventType(tx: Ctx, row: BookingRow) {
  const [found] = await tx.db
    .select({ kind: eventType, host })
    .from(eventType)
    .innerJoin(host, eq(host.id, row.hostId))
    .where(eq(eventType.id, row.eventTypeId));
  return { booking: row, cohosts: [], token: "", guests: [], ...found! };
}

function nameOf({ name: whole, first_name: first, last_name: last, email }: CalendlyInvitee): string {
  return cut(oneLine(whole || [first, last].filter(Boolean).join(" ")), 100) || (email.split("@")[0] ?? email);
}

const trackingOf = ({ tracking }: CalendlyInvitee): Record<string, string> =>
  Object.fromEntries(
    trackingNames.flatMap((key) => {
      const value = tracking?.[key];
      return typeof value === "string" && value ? [[key, cut(value, 200)]] : [];
    }),
  );

const changeUrl = ({ reschedule_url: first, cancel_url: second }: CalendlyInvitee): string | null =>
  [first, second].find((url) => url && URL.canParse(url) && new URL(url).protocol === "https:") ?? null;
