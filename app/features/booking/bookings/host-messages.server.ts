import { queueMail } from "#app/features/mail/mail.server.ts";
import { takeStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { listNewestAuditLines } from "#app/features/security/audit/audit.server.ts";
import type { AuditAction } from "#app/features/security/audit/audit-action.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type NotAdmin, type NotFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { bookingAudit } from "../audit.ts";
import type { MessageRefusal } from "../booking.ts";
import { rebookMail, runningLateMail } from "../emails/host-messages.tsx";
import { isBookedAgain, offerLinkAgain } from "../hosts/audience.server.ts";
import { onCall } from "./reschedule.server.ts";

/** A host can say that they run late from this long before the start. */
const lateFrom = 30 * minuteMs;

export const canSayLate = ({ start, end }: { start: Date; end: Date }, now: Date): boolean =>
  now.getTime() >= start.getTime() - lateFrom && now < end;

/** What a host asks to send; `again` confirms that the visitor gets the same mail once more. */
type HostMessage = { bookingId: string; again?: boolean };

/**
 * Mails the visitor that the host runs late, for admins. Refusals: not_admin, not_found, cancelled (also a call that does not count
 * yet), not_now, sent_before (about this start, without `again`).
 */
export const sayRunningLate = (
  ctx: Ctx,
  { bookingId, again = false }: HostMessage,
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"cancelled" | "not_now" | "sent_before">>> =>
  adminCommand(ctx, "calendar", (admin) =>
    onCall(admin, { bookingId }, async (tx, { call }) => {
      const { booking } = call;
      if (booking.status !== "confirmed") return refuse("cancelled");
      if (!canSayLate(booking.during, tx.now)) return refuse("not_now");
      const sentAt = await lastSent(tx, bookingAudit.runningLateSaid, bookingId);
      if (!again && sentAt && canSayLate(booking.during, sentAt)) return refuse("sent_before");
      await takeStrangerMail(tx, booking.email);
      await queueMail(tx, runningLateMail(call));
      return recorded({ action: bookingAudit.runningLateSaid, subject: bookingId });
    }),
  );

/**
 * Mails the visitor of a missed call a link to book it again, for admins. Refusals: not_admin, not_found, not_missed, booked_again (with
 * the personal link of an earlier invitation), sent_before (without `again`).
 */
export const inviteAgain = (
  ctx: Ctx,
  { bookingId, again = false }: HostMessage,
): Promise<Result<undefined, NotAdmin | Exclude<MessageRefusal, Refusal<"cancelled" | "not_now">>>> =>
  adminCommand(ctx, "calendar", (admin) =>
    onCall(admin, { bookingId }, async (tx, { call }) => {
      if (call.booking.outcome !== "no-show") return refuse("not_missed");
      if (await isBookedAgain(tx, bookingId)) return refuse("booked_again");
      if (!again && (await lastSent(tx, bookingAudit.rebookingInvited, bookingId))) return refuse("sent_before");
      await offerLinkAgain(tx, call.booking);
      await takeStrangerMail(tx, call.booking.email);
      await queueMail(tx, rebookMail(call));
      return recorded({ action: bookingAudit.rebookingInvited, subject: bookingId });
    }),
  );

/** The audit log has each message, so a second host, tab or press finds the first one. */
async function lastSent(tx: Ctx, action: AuditAction, bookingId: string): Promise<Date | null> {
  const [line] = await listNewestAuditLines(tx, { action, subjects: [bookingId] });
  return line?.at ?? null;
}
