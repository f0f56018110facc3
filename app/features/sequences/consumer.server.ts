import { and, eq } from "drizzle-orm";
import { isTeamAccount } from "#app/features/accounts/profile/people.server.ts";
import type { LoggedEvent } from "#app/features/events/consumers.server.ts";
import { ensureProspect, findByAddress, refreshProspect } from "#app/features/pipeline/pipeline.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { triggerEvents } from "./definitions/definition.ts";
import { startedSequences } from "./definitions/versions.server.ts";
import { applyExits } from "./enrollments/ending.server.ts";
import { enrolPeople } from "./enrollments/enrolling.server.ts";
import { followMerges } from "./enrollments/merges.server.ts";
import { followBooking, forgetBookings } from "./figures/bookings.server.ts";
import { exitNames, personColumns } from "./steps/facts.server.ts";
import { recordOutcome } from "./steps/mail-outcomes.server.ts";
import { enrollment } from "./tables.server.ts";

/*
 * The consumer of the event log: ends enrollments that meet an exit rule, then enrolls by the event. The rules read
 * the log themselves, so a late or repeated event changes nothing. A replay keeps every enrollment and step, because
 * they prevent a second mail. Events from before a sequence was started enroll no one.
 */

export const followedNames: readonly string[] = [...new Set([...exitNames, ...triggerEvents, "booking.cancelled"])];

/** Processes one event. Idempotent by the event's id. */
export async function followSequences(
  ctx: Ctx,
  event: LoggedEvent,
  { isReplay }: { isReplay: boolean },
): Promise<void> {
  const { email } = event;
  if (!email) return;
  await recordOutcome(ctx, event);
  const known = await findByAddress(ctx, email);
  if (known) {
    await followMerges(ctx);
    await followBooking(ctx, event, known);
    await applyExits(ctx, known);
  }
  await enrolByEvent(ctx, { ...event, email }, isReplay);
}

async function enrolByEvent(ctx: Ctx, event: LoggedEvent & { email: string }, isReplay: boolean): Promise<void> {
  if (!isTrigger(event)) return;
  const matching = (await startedSequences(ctx)).filter(
    ({ row, version }) =>
      version.definition.trigger.kind === "event" &&
      version.definition.trigger.event === event.name &&
      row.startedAt !== null &&
      event.occurredAt >= row.startedAt,
  );
  if (matching.length === 0) return;
  if (event.userId && (await isTeamAccount(ctx, event.userId))) return;
  const announce = !isReplay;
  const { id, isNew } = await ensureProspect(ctx, event.email, { announce });
  // The pipeline may process this event later; mails take names and companies from it.
  await refreshProspect(ctx, id, { announce, isNew });
  const [person] = await ctx.db.select(personColumns).from(prospect).where(eq(prospect.id, id));
  if (!person) return;
  const candidate = {
    person,
    sinceEvent: event.id,
    eventId: event.id,
    enrolledAt: event.occurredAt,
    isAutomatic: true,
  };
  for (const { version } of matching) {
    const [before] = await ctx.db
      .select({ id: enrollment.id })
      .from(enrollment)
      .where(and(eq(enrollment.sequenceId, version.sequenceId), eq(enrollment.eventId, event.id)));
    if (!before) await enrolPeople(ctx, version, [candidate], { keepBlocked: true });
  }
}

const isTrigger = ({ name, payload }: LoggedEvent): boolean =>
  (triggerEvents as readonly string[]).includes(name) &&
  // A declined request gets no code, so there is nothing to remind of.
  (name !== "access.decided" || payload["decision"] === "approved");

/** Runs before a replay. Enrollments stay, because they record what was sent. */
export const resetSequences = forgetBookings;
