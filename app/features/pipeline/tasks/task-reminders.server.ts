import { and, asc, count, desc, eq, isNull, lte, notLike, sql } from "drizzle-orm";
import { listTeam, type NamedPerson } from "#app/features/accounts/profile/people.server.ts";
import { listHostZones } from "#app/features/booking/hosts/hosts.server.ts";
import { dateIn, timeIn } from "#app/features/booking/zoned-time.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { demoAddressPattern } from "#app/lib/people/demo-address.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { tasksDueMail } from "../emails/tasks-due.tsx";
import { prospect, prospectTask, prospectTaskReminder } from "../tables.server.ts";

/*
 * One mail a day to each admin with due or overdue tasks, from 08:00 in the time zone of the admin's calendar, or the firm's. The row
 * in prospect_task_reminder and the mail are one transaction, and its key allows one mail per person and day, so repeated, concurrent
 * or killed runs never send duplicates. A server that was down at 08:00 sends it later on the same day; a day without a running server
 * is skipped.
 */

const sentFrom = "08:00";
const maxListed = 50;

/** Queues the mails that are due. Returns their number. `firmZone`: IANA name, for admins without a calendar. */
export async function remindOfTasks(ctx: Ctx, { firmZone }: { firmZone: string }): Promise<number> {
  const admins = await listTeam(ctx, "pipeline");
  const zones = await listHostZones(
    ctx,
    admins.map(({ userId }) => userId),
  );
  let sent = 0;
  for (const admin of admins) {
    const zone = zones.get(admin.userId) ?? firmZone;
    if (timeIn(ctx.now, zone) < sentFrom) continue;
    if (await remind(ctx, admin, dateIn(ctx.now, zone))) sent += 1;
  }
  return sent;
}

const remind = (ctx: Ctx, { userId, email }: NamedPerson, today: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const day = and(eq(prospectTaskReminder.userId, userId), eq(prospectTaskReminder.day, today));
    const [before] = await tx.db.select({ day: prospectTaskReminder.day }).from(prospectTaskReminder).where(day);
    if (before) return false;
    const isDue = and(
      eq(prospectTask.assigneeId, userId),
      isNull(prospectTask.doneAt),
      lte(prospectTask.dueOn, today),
      isNull(prospect.mergedInto),
      // A mail about demo data would remain after its removal.
      notLike(prospect.email, demoAddressPattern),
    );
    const tasks = await tx.db
      .select({
        title: prospectTask.title,
        dueOn: sql<string>`${prospectTask.dueOn}`,
        prospectId: prospect.id,
        prospect: sql<string>`coalesce(${prospect.company}, ${prospect.name}, ${prospect.email})`,
      })
      .from(prospectTask)
      .innerJoin(prospect, eq(prospect.id, prospectTask.prospectId))
      .where(isDue)
      .orderBy(desc(prospectTask.dueOn), asc(prospectTask.id))
      .limit(maxListed + 1);
    if (tasks.length === 0) return false;
    const [mine] = await tx.db
      .insert(prospectTaskReminder)
      .values({ userId, day: today, sentAt: tx.now })
      .onConflictDoNothing()
      .returning();
    if (!mine) return false;
    const listed = tasks.slice(0, maxListed);
    const all = tasks.length > maxListed ? await countTasks(tx, isDue) : tasks.length;
    await queueMail(tx, tasksDueMail({ to: email, today, tasks: listed, more: all - listed.length }));
    return true;
  });

async function countTasks(tx: Ctx, isDue: ReturnType<typeof and>): Promise<number> {
  const [row] = await tx.db
    .select({ count: count() })
    .from(prospectTask)
    .innerJoin(prospect, eq(prospect.id, prospectTask.prospectId))
    .where(isDue);
  return row?.count ?? 0;
}
