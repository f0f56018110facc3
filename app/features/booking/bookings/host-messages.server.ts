import { queueMail } from "#app/features/mail/mail.server.ts";
import { takeStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
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

/**
 * Mails the visitor that the host runs late, for admins. Refusals: not_admin, not_found, cancelled (also a call that does not count
 * yet), not_now.
 */
export const sayRunningLate = (
  ctx: Ctx,
  { bookingId }: { bookingId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"cancelled" | "not_now">>> =>
  adminCommand(ctx, "calendar", (admin) =>
    onCall(admin, { bookingId }, async (tx, { call }) => {
      const { booking } = call;
      if (booking.status !== "confirmed") return refuse("cancelled");
      if (!canSayLate(booking.during, tx.now)) return refuse("not_now");
      await takeStrangerMail(tx, booking.email);
      await queueMail(tx, runningLateMail(call));
      return recorded({ action: bookingAudit.runningLateSaid, subject: bookingId });
    }),
  );

/**
 * Mails the visitor of a missed call a link to book it again, for admins. Refusals: not_admin, not_found, not_missed, booked_again (with
 * the personal link of an earlier invitation).
 */
export const inviteAgain = (
  ctx: Ctx,
  { bookingId }: { bookingId: string },
): Promise<Result<undefined, NotAdmin | Exclude<MessageRefusal, Refusal<"cancelled" | "not_now">>>> =>
  adminCommand(ctx, "calendar", (admin) =>
    onCall(admin, { bookingId }, async (tx, { call }) => {
      if (call.booking.outcome !== "no-show") return refuse("not_missed");
      if (await isBookedAgain(tx, bookingId)) return refuse("booked_again");
      await offerLinkAgain(tx, call.booking);
      await takeStrangerMail(tx, call.booking.email);
      await queueMail(tx, rebookMail(call));
      return recorded({ action: bookingAudit.rebookingInvited, subject: bookingId });
    }),
  );
