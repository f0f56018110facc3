import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { listVariableValues } from "#app/features/accounts/profile/people.server.ts";
import { isSuppressed } from "#app/features/mail/refusals/suppression.server.ts";
import { countBatch, queueBatch } from "#app/features/mail/sending/batches.server.ts";
import { countPace } from "#app/features/mail/sending/pace.server.ts";
import { outboxRoom } from "#app/features/mail/sending/pacing.ts";
import { storeBody } from "#app/features/mail/sending/shared-bodies.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { issueBatch, issueReader } from "../emails/issue.tsx";
import { leaveToken } from "../subscribers/leave-link.server.ts";
import {
  newsletterIssue as issue,
  newsletterRecipient as recipient,
  newsletterSubscriber as subscriber,
} from "../tables.server.ts";
import { inAudience } from "./audience.server.ts";
import { issueVariables, renderIssue } from "./issue-body.tsx";

/*
 * Sends a newsletter issue. Starting it fixes its bodies and its recipients in one statement each. Then batches are queued: every few
 * seconds, as many recipients as the rate allows become mails in the outbox, in one transaction that also marks their rows. If the
 * process is killed, a batch is queued completely or not at all, and the job that runs every minute continues. The outbox holds a
 * bounded number of mails per issue (mail/sending/pacing.ts), so a slow mail server slows the queueing down.
 */

type Issue = typeof issue.$inferSelect;

export const feedEverySeconds = 5;

/** Fixes text and recipients, and sets the status to `sending`. Call it in the command's transaction, with the issue locked. */
export async function beginIssue(tx: Ctx, current: Issue): Promise<void> {
  const mailBody = await storeBody(tx, renderIssue(current));
  const { rowCount } = await tx.db
    .insert(recipient)
    .select(
      tx.db
        .select({
          issue: sql<string>`${current.id}::uuid`.as("issue"),
          subscriber: subscriber.id,
          message: sql<string>`null::uuid`.as("message"),
          skippedAt: sql<Date>`null::timestamptz`.as("skipped_at"),
          unsubscribedAt: sql<Date>`null::timestamptz`.as("unsubscribed_at"),
        })
        .from(subscriber)
        .where(inAudience(tx, current)),
    )
    .onConflictDoNothing();
  await tx.db
    .update(issue)
    .set({
      status: "sending",
      mailBody,
      startedAt: tx.now,
      scheduledFor: null,
      fedAt: null,
      updatedAt: tx.now,
      recipients: rowCount ?? 0,
    })
    .where(eq(issue.id, current.id));
}

/** Starts every scheduled issue that is due. Returns the issues that are being sent. */
export async function beginDueIssues(ctx: Ctx): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    const due = await tx.db
      .select()
      .from(issue)
      .where(and(eq(issue.status, "scheduled"), lte(issue.scheduledFor, tx.now)))
      .for("update", { skipLocked: true });
    for (const current of due) await beginIssue(tx, current);
    const running = await tx.db.select({ id: issue.id }).from(issue).where(eq(issue.status, "sending"));
    return running.map(({ id }) => id);
  });
}

export type Feeding = {
  fed: number;
  skipped: number /** No recipient is left to queue or to send to. */;
  done: boolean;
};

/**
 * Queues as many mails as the rate allows since the last run. Concurrent calls run one after another; does nothing for an issue that is
 * not being sent.
 */
export async function feedIssue(ctx: Ctx, id: string): Promise<Feeding> {
  return inTransaction(ctx, async (tx) => {
    const [current] = await tx.db.select().from(issue).where(eq(issue.id, id)).for("update");
    if (current?.status !== "sending" || !current.mailBody) return { fed: 0, skipped: 0, done: true };
    const figures = await countBatch(tx, current.mailBody);
    const room = outboxRoom({
      ...{ perMinute: current.perMinute, everySeconds: feedEverySeconds, waiting: figures.waiting },
      ...{ now: tx.now, lastAt: current.fedAt },
    });
    const next = room > 0 ? await nextRecipients(tx, id, room) : [];
    const leaving = next.filter(({ isOff }) => isOff).map(({ subscriber }) => subscriber);
    const reading = next.filter(({ isOff }) => !isOff);
    if (leaving.length > 0) await tx.db.update(recipient).set({ skippedAt: tx.now }).where(isRecipient(id, leaving));
    await hand(tx, current, current.mailBody, reading);
    const isOver = next.length < room && figures.waiting + figures.sending + reading.length === 0;
    await tx.db
      .update(issue)
      .set({
        fed: current.fed + reading.length,
        skipped: current.skipped + leaving.length,
        ...(room > 0 && { fedAt: tx.now }),
        ...(isOver && { status: "sent", finishedAt: tx.now }),
      })
      .where(eq(issue.id, id));
    return { fed: reading.length, skipped: leaving.length, done: isOver };
  });
}

type NextRecipient = { subscriber: string; email: string; unsubscribeKey: string; isOff: boolean };

const nextRecipients = (tx: Ctx, id: string, limit: number): Promise<NextRecipient[]> =>
  tx.db
    .select({
      subscriber: subscriber.id,
      email: subscriber.email,
      unsubscribeKey: subscriber.unsubscribeKey,
      isOff: sql<boolean>`(${subscriber.unsubscribedAt} is not null or ${isSuppressed(subscriber.email, "newsletter")})`,
    })
    .from(recipient)
    .innerJoin(subscriber, eq(subscriber.id, recipient.subscriber))
    .where(and(eq(recipient.issue, id), isNull(recipient.message), isNull(recipient.skippedAt)))
    .orderBy(asc(recipient.subscriber))
    .limit(limit);

async function hand(tx: Ctx, current: Issue, body: string, readers: NextRecipient[]): Promise<void> {
  if (readers.length === 0) return;
  const known = issueVariables(current).isUsed
    ? await listVariableValues(
        tx,
        readers.map(({ email }) => email),
      )
    : new Map();
  const ids = await queueBatch(
    tx,
    { body, ...issueBatch(current) },
    readers.map(({ email, unsubscribeKey }) =>
      issueReader(current, {
        to: email,
        token: leaveToken({ unsubscribeKey, issue: current.id }),
        values: known.get(email) ?? {},
      }),
    ),
  );
  await countPace(
    tx,
    readers.map(({ email }) => email),
  );
  const pairs = JSON.stringify(readers.map(({ subscriber }, place) => ({ subscriber, message: ids[place] })));
  await tx.db.execute(sql`
    update ${recipient} r set message = p.message
    from jsonb_to_recordset(${pairs}::jsonb) as p(subscriber uuid, message uuid)
    where r.issue = ${current.id} and r.subscriber = p.subscriber`);
  await tx.db
    .update(subscriber)
    .set({ lastIssueAt: tx.now })
    .where(
      inArray(
        subscriber.id,
        readers.map((reader) => reader.subscriber),
      ),
    );
}

const isRecipient = (id: string, subscribers: string[]) =>
  and(eq(recipient.issue, id), inArray(recipient.subscriber, subscribers));
