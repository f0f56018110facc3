import { and, eq, inArray, sql } from "drizzle-orm";
import { newId } from "../../lib/uuid.ts";
import type { Ctx } from "../../platform/context.server.ts";
import type { OutgoingMail } from "../../platform/mailer.server.ts";
import { type MailEventName, type MailStatus, message, messageEvent } from "./tables.server.ts";

/*
 * The outbox as delivery sees it: rows are claimed, held, and let go with an outcome, many rows in one statement each.
 * A claim is a lease that ends by itself, so a worker that dies holds nothing for long.
 */

export type ClaimedMail = OutgoingMail & { kind: string; attempts: number };

export type Outcome = {
  id: string;
  /** The attempt this is the outcome of; a later claim by somebody else makes a failure here outdated. */
  attempt: number;
  status: Extract<MailStatus, "sent" | "queued" | "failed">;
  event: Exclude<MailEventName, "queued">;
  at: Date;
  /** With `queued` and only with it. */
  nextAttemptAt?: Date;
  /** What the server answered or what went wrong, scrubbed. */
  detail: string;
};

/**
 * Takes at most `limit` due mails, oldest first, until `leaseEndsAt`. Rows another worker is taking are skipped, not waited
 * for. A row whose lease ran out is due again: whoever held it is gone.
 */
export async function claimDueMail(ctx: Ctx, limit: number, leaseEndsAt: Date): Promise<ClaimedMail[]> {
  const now = ctx.now.toISOString();
  const due = ctx.db.$with("due").as(
    ctx.db
      .select({
        dueId: sql<string>`${message.id}`.as("due_id"),
        before: sql<MailStatus>`${message.status}`.as("before"),
      })
      .from(message)
      .where(
        sql`${message.nextAttemptAt} <= ${now}::timestamptz
            and (${message.lockedUntil} is null or ${message.lockedUntil} <= ${now}::timestamptz)`,
      )
      .orderBy(message.nextAttemptAt)
      .limit(limit)
      .for("update", { skipLocked: true }),
  );
  const rows = await ctx.db
    .with(due)
    .update(message)
    .set({ status: "sending", attempts: sql`${message.attempts} + 1`, lockedUntil: leaseEndsAt })
    .from(due)
    .where(eq(message.id, due.dueId))
    .returning({ row: message, before: due.before });
  const lost = rows.filter(({ before }) => before === "sending");
  if (lost.length > 0)
    await ctx.db
      .insert(messageEvent)
      .values(
        lost.map(({ row }) => ({ message: row.id, name: "retried" as const, at: ctx.now, detail: takenUpAgain })),
      );
  return rows
    .map(({ row }) => ({ ...row, to: row.toAddress, date: row.createdAt }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const takenUpAgain = "The process that was sending it ended before it knew the outcome; taken up again.";

/** Keeps claimed mails from counting as lost while their worker is alive. */
export async function holdMail(ctx: Ctx, ids: string[], leaseEndsAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db.update(message).set({ lockedUntil: leaseEndsAt }).where(isClaimed(ids));
}

/** Gives back mails that were claimed but not begun; the attempt does not count. */
export async function releaseMail(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .update(message)
    .set({ status: "queued", lockedUntil: null, attempts: sql`${message.attempts} - 1` })
    .where(isClaimed(ids));
}

const isClaimed = (ids: string[]) => and(inArray(message.id, ids), eq(message.status, "sending"));

/**
 * Writes outcomes and their history in one statement. That a mail was sent is always true and always written; a failure
 * only counts while nobody else has taken the mail up again. Bodies of secret mails go when the mail is done with.
 */
export async function recordOutcomes(ctx: Ctx, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const list = outcomes.map((outcome) => ({ ...outcome, eventId: newId() }));
  await ctx.db.execute(sql`
    with outcome as (
      select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as o(
        id uuid, attempt int, status text, event text, at timestamptz, "nextAttemptAt" timestamptz, detail text, "eventId" uuid)
    ), changed as (
      update ${message} m set
        status = o.status,
        locked_until = null,
        next_attempt_at = o."nextAttemptAt",
        sent_at = case when o.status = 'sent' then o.at end,
        provider_response = case when o.status = 'sent' then o.detail else m.provider_response end,
        last_error = case when o.status = 'sent' then m.last_error else o.detail end,
        html = case when m.secret and o.status <> 'queued' then '' else m.html end,
        text = case when m.secret and o.status <> 'queued' then '' else m.text end,
        attachments = case when m.secret and o.status <> 'queued' then '[]'::jsonb else m.attachments end
      from outcome o
      where m.id = o.id and (m.status = 'sending' and (o.status = 'sent' or m.attempts = o.attempt))
      returning m.id
    )
    insert into ${messageEvent} (id, message, name, at, detail)
    select o."eventId", o.id, o.event, o.at, o.detail from outcome o join changed on changed.id = o.id`);
}
