import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import type { OutgoingMail } from "#app/platform/mail/mailer.server.ts";
import { linkAddress } from "../clicks/link-token.server.ts";
import { wrapLinks } from "../clicks/wrapped-links.ts";
import type { RefusalJudgment } from "../refusals/judge-refusal.ts";
import { noteRefusal } from "../refusals/refused-recipients.server.ts";
import { isSuppressed } from "../refusals/suppression.server.ts";
import { type MailEventName, type MailList, type MailStatus, message, messageEvent } from "../tables.server.ts";
import type { StoredAttachment } from "./drawn-attachments.server.ts";
import { obsoleteMails } from "./last-checks.server.ts";
import { fillBody, getBody } from "./shared-bodies.server.ts";

/*
 * The outbox for delivery: claims, extends, releases and records rows, many per statement. A claim is a lease that expires by
 * itself, so a dead worker holds rows only briefly.
 */

export type ClaimedMail = Omit<OutgoingMail, "attachments"> & {
  kind: string;
  attempts: number;
  list: MailList | null;
  attachments: StoredAttachment[];
};

export type Outcome = {
  id: string;
  /** The attempt that this outcome belongs to; a later claim by another worker makes a failure outdated. */
  attempt: number;
  status: Extract<MailStatus, "sent" | "queued" | "failed">;
  event: Extract<MailEventName, "sent" | "retried" | "failed">;
  at: Date;
  /** Set if and only if the status is `queued`. */
  nextAttemptAt?: Date;
  detail: string;
  /** Why a mail server refused it for good. Only if the status is `failed`, and a mail server decided. */
  refusal?: Pick<RefusalJudgment, "cause" | "kind"> | undefined;
};

/**
 * Claims at most `limit` due mails until `leaseEndsAt`: first those that users wait for, then those of lists, oldest first.
 * Skips rows that another worker claims. A row with an expired lease is due again. A list mail to a recipient who has
 * unsubscribed is ended in the same statement; one that its list has withdrawn is canceled. Returns what to send and how many
 * were ended.
 */
export async function claimDueMail(
  ctx: Ctx,
  limit: number,
  leaseEndsAt: Date,
): Promise<{ mails: ClaimedMail[]; suppressed: number }> {
  const now = ctx.now.toISOString();
  const due = ctx.db.$with("due").as(
    ctx.db
      .select({
        dueId: sql<string>`${message.id}`.as("due_id"),
        before: sql<MailStatus>`${message.status}`.as("before"),
        stopped: sql<boolean>`(${message.list} is not null and ${isSuppressed(message.toAddress, message.list)})`.as(
          "stopped",
        ),
      })
      .from(message)
      .where(
        sql`${message.nextAttemptAt} <= ${now}::timestamptz
            and (${message.lockedUntil} is null or ${message.lockedUntil} <= ${now}::timestamptz)`,
      )
      .orderBy(sql`(${message.list} is not null)`, message.nextAttemptAt)
      .limit(limit)
      .for("update", { skipLocked: true }),
  );
  const unlessStopped = <Value>(then: Value, instead: SQL) =>
    sql`case when ${due.stopped} then ${instead} else ${then} end`;
  const rows = await ctx.db
    .with(due)
    .update(message)
    .set({
      status: unlessStopped(sql`'sending'`, sql`'suppressed'`),
      attempts: unlessStopped(sql`${message.attempts} + 1`, sql`${message.attempts}`),
      lockedUntil: unlessStopped(sql`${leaseEndsAt.toISOString()}::timestamptz`, sql`null`),
      nextAttemptAt: unlessStopped(sql`${message.nextAttemptAt}`, sql`null`),
      trouble: unlessStopped(sql`${message.trouble}`, sql`'suppressed'`),
    })
    .from(due)
    .where(eq(message.id, due.dueId))
    .returning({ ...claimedColumns, before: due.before, stopped: due.stopped });
  const claimed = rows.filter(({ stopped }) => !stopped);
  const events = [
    ...rows
      .filter(({ stopped }) => stopped)
      .map(({ id }) => ({ message: id, name: "suppressed" as const, at: ctx.now, detail: hasLeft })),
    ...claimed
      .filter(({ before }) => before === "sending")
      .map(({ id }) => ({ message: id, name: "retried" as const, at: ctx.now, detail: takenUpAgain })),
  ];
  if (events.length > 0) await ctx.db.insert(messageEvent).values(events);
  const obsolete = await obsoleteMails(ctx, claimed);
  await cancelClaimed(ctx, [...obsolete]);
  const toSend = claimed.filter(({ id }) => !obsolete.has(id));
  const mails = await Promise.all(
    toSend.map(async ({ body, fill, links, before: _, stopped: __, ...row }) => {
      const bodies = body ? fillBody(await getBody(ctx, body), fill ?? {}) : { html: row.html, text: row.text };
      const wrapped = links && wrapLinks(bodies, links, (place) => linkAddress(row.id, place));
      return { ...row, ...(wrapped ?? bodies) };
    }),
  );
  return { mails: mails.sort((a, b) => (a.id < b.id ? -1 : 1)), suppressed: rows.length - toSend.length };
}

/** Cancels claimed mails that must not be sent; the attempt does not count. */
async function cancelClaimed(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const unlocked = { status: "cancelled", trouble: "cancelled", nextAttemptAt: null, lockedUntil: null } as const;
  const ended = await ctx.db
    .update(message)
    .set({ ...unlocked, attempts: sql`${message.attempts} - 1` })
    .where(isClaimed(ids))
    .returning({ id: message.id });
  if (ended.length > 0)
    await ctx.db
      .insert(messageEvent)
      .values(ended.map(({ id }) => ({ message: id, name: "cancelled" as const, at: ctx.now })));
}

const claimedColumns = {
  id: message.id,
  kind: message.kind,
  messageId: message.messageId,
  date: message.createdAt,
  to: message.toAddress,
  replyTo: message.replyTo,
  subject: message.subject,
  html: message.html,
  text: message.text,
  body: message.body,
  fill: message.fill,
  list: message.list,
  links: message.links,
  headers: message.headers,
  attachments: message.attachments,
  attempts: message.attempts,
};

const takenUpAgain = "The sending process ended before the outcome was known; retrying.";
const hasLeft = "The address is suppressed for this list.";

/** Extends the lease of claimed mails while their worker is alive. */
export async function holdMail(ctx: Ctx, ids: string[], leaseEndsAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db.update(message).set({ lockedUntil: leaseEndsAt }).where(isClaimed(ids));
}

/** Releases mails that were claimed but not started; the attempt does not count. */
export async function releaseMail(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .update(message)
    .set({ status: "queued", lockedUntil: null, attempts: sql`${message.attempts} - 1` })
    .where(isClaimed(ids));
}

const isClaimed = (ids: readonly string[]) => and(inArray(message.id, [...ids]), eq(message.status, "sending"));

/**
 * Writes outcomes and their history in one statement. A success is always written; a failure only if no other worker has
 * claimed the mail again. Bodies of secret mails are emptied with the final outcome. Refused mails are noted against their
 * recipients in the same transaction.
 */
export async function recordOutcomes(ctx: Ctx, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  if (!outcomes.some(({ refusal }) => refusal)) {
    await write(ctx, outcomes);
    return;
  }
  await inTransaction(ctx, async (tx) => {
    const written = await write(tx, outcomes);
    for (const { id, at, detail, refusal } of outcomes) {
      const mail = written.get(id);
      if (mail && refusal) await noteRefusal({ ...tx, now: at }, { mail: { ...mail, id }, ...refusal, reason: detail });
    }
  });
}

/** Returns the mails whose outcomes were written, by id. */
async function write(ctx: Ctx, outcomes: readonly Outcome[]): Promise<Map<string, { to: string; kind: string }>> {
  const list = outcomes.map(({ refusal, ...outcome }) => ({ ...outcome, refusal: refusal?.cause, eventId: newId() }));
  const { rows } = await ctx.db.execute<{ id: string; to: string; kind: string }>(sql`
    with outcome as (
      select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as o(
        id uuid, attempt int, status text, event text, at timestamptz, "nextAttemptAt" timestamptz, detail text,
        refusal text, "eventId" uuid)
    ), changed as (
      update ${message} m set
        status = o.status,
        locked_until = null,
        next_attempt_at = o."nextAttemptAt",
        trouble = case when o.status = 'failed' then 'failed' else m.trouble end,
        refusal = o.refusal,
        sent_at = case when o.status = 'sent' then o.at end,
        provider_response = case when o.status = 'sent' then o.detail else m.provider_response end,
        last_error = case when o.status = 'sent' then m.last_error else o.detail end,
        html = case when m.secret and o.status <> 'queued' then '' else m.html end,
        text = case when m.secret and o.status <> 'queued' then '' else m.text end,
        attachments = case when m.secret and o.status <> 'queued' then '[]'::jsonb else m.attachments end
      from outcome o
      where m.id = o.id and (m.status = 'sending' and (o.status = 'sent' or m.attempts = o.attempt))
      returning m.id, m.to_address, m.kind
    ), noted as (
      insert into ${messageEvent} (id, message, name, at, detail)
      select o."eventId", o.id, o.event, o.at, o.detail from outcome o join changed on changed.id = o.id
    )
    select id, to_address as to, kind from changed`);
  return new Map(rows.map(({ id, to, kind }) => [id, { to, kind }]));
}
