import { and, eq, isNull, lte } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { calendarUnreadMail } from "../emails/calendar-unread.tsx";
import { connectedCalendar, host } from "../tables.server.ts";

/** A server that restarts is no reason for a mail. */
const patienceMs = 10 * minuteMs;

/** Mails each host whose calendar cannot be read for ten minutes, once until it was read again. */
export const warnOfUnread = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const failing = await tx.db
      .select({ calendar: connectedCalendar, host })
      .from(connectedCalendar)
      .innerJoin(host, eq(host.id, connectedCalendar.hostId))
      .where(
        and(
          ...[host.active, connectedCalendar.isChecked, isNull(connectedCalendar.warnedAt)],
          lte(connectedCalendar.failingSince, new Date(tx.now.getTime() - patienceMs)),
        ),
      )
      .for("update", { of: connectedCalendar, skipLocked: true });
    for (const { calendar, host: by } of failing) {
      const { name, problem, readAt } = calendar;
      await queueMail(tx, calendarUnreadMail({ host: by, name, problem: problem ?? "", wasRead: readAt !== null }));
      await tx.db.update(connectedCalendar).set({ warnedAt: tx.now }).where(eq(connectedCalendar.id, calendar.id));
    }
  });
