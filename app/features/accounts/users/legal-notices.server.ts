import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, notExists, or, sql } from "drizzle-orm";
import {
  appliesFrom,
  hasCome,
  type LegalKey,
  type LegalVersion,
  listSavedVersions,
} from "#app/features/content/texts/legal-days.server.ts";
import { siteText } from "#app/features/content/texts/site-texts.server.ts";
import { textSetting } from "#app/features/content/texts/texts.ts";
import { renderMail } from "#app/features/mail/frame/rendering.server.ts";
import { mailDays } from "#app/features/mail/messages/mail-states.ts";
import {
  cancelBatch,
  countBatch,
  hasUnsent,
  queueBatch,
  withdrawBatch,
} from "#app/features/mail/sending/batches.server.ts";
import { storeBody } from "#app/features/mail/sending/shared-bodies.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";
import { accountAudit } from "../audit.ts";
import { legalNoticeMail } from "../emails/legal-notice.tsx";
import { legalNotice as notice, legalNoticeMail as notified, user } from "../tables.server.ts";

/*
 * Notifies people with an account of new terms or a new privacy policy before they apply. Saving the text with the notice fixes its mail
 * and its recipients in the transaction of the change. A job moves them to the outbox, some per minute, in one transaction with their
 * rows: after a crash a batch is queued completely or not at all, and each account gets one mail per version and day. The mail belongs
 * to no list, so no unsubscribing stops it.
 *
 * A version that is withdrawn before its day, or gets another day, stops the notice in the transaction of that change. If it is saved
 * again with a notice, only those who did not get it are mailed. On its day a notice ends: a mail that names a past day is never sent.
 */

const perMinute = 200;
const canBeNotified = and(eq(user.emailVerified, true), isNull(user.disabledAt));

/**
 * For `changeSettings` as `alongside`: queues the notice of the newest text, once per version, day and account. Problem: the settings
 * are not one text with a version that applies from a later day.
 */
export async function queueLegalNotice(tx: Ctx, names: readonly string[]): Promise<Record<string, string>> {
  const document = (["terms", "privacy"] as const).find((key) => names.join() === textSetting(key));
  const all = document ? await listSavedVersions(tx, document) : [];
  const saved = all.at(-1);
  if (!document || !saved || hasCome(saved.effectiveOn) || saved.version === siteText(document).version)
    return { [names[0]!]: "applies already; raise Version and set a later day to notify people with an account" };
  const version = { document, version: saved.version, effectiveOn: saved.effectiveOn };
  const before = all.findLast(({ effectiveOn }) => effectiveOn < saved.effectiveOn) ?? siteText(document);
  const { id } = (await findNotice(tx, version)) ?? (await addNotice(tx, version, before.version));
  await tx.db
    .insert(notified)
    .select(
      tx.db
        .select({
          notice: sql<string>`${id}::uuid`.as("notice"),
          userId: user.id,
          message: sql<string>`null::uuid`.as("message"),
        })
        .from(user)
        .where(canBeNotified),
    )
    .onConflictDoNothing();
  const [row] = await tx.db
    .update(notice)
    .set({ endedAt: null, withdrawnAt: null })
    .where(eq(notice.id, id))
    .returning({ accounts: recipients });
  await writeAuditEntry(tx, {
    action: accountAudit.legalNoticeQueued,
    subject: textSetting(document),
    detail: { version: saved.version, effectiveOn: saved.effectiveOn, accounts: row!.accounts },
  });
  return {};
}

/** Deleted accounts do not count, as their mails are deleted with them. */
const recipients = sql<number>`(select count(*)::int from ${notified} where ${notified.notice} = ${notice.id})`;

type Version = LegalVersion & { document: LegalKey };

async function findNotice(tx: Ctx, { document, version, effectiveOn }: Version): Promise<{ id: string } | undefined> {
  const isIt = and(eq(notice.document, document), eq(notice.version, version), eq(notice.effectiveOn, effectiveOn));
  const [found] = await tx.db.select({ id: notice.id }).from(notice).where(isIt).for("update");
  return found;
}

async function addNotice(tx: Ctx, version: Version, before: number): Promise<{ id: string }> {
  const { subject, body } = legalNoticeMail({ to: "", before, ...version });
  const mailBody = await storeBody(tx, renderMail(body));
  const rows = await tx.db
    .insert(notice)
    .values({ ...version, subject, mailBody, createdAt: tx.now })
    .returning({ id: notice.id });
  return rows[0]!;
}

/** Moves the next mails of the notices to the outbox, the oldest first. Concurrent calls run one after another. */
export async function sendLegalNotices(ctx: Ctx): Promise<{ queued: number }> {
  return inTransaction(ctx, async (tx) => {
    await stopNotices(tx);
    const coming = await tx.db
      .select()
      .from(notice)
      .where(and(isNull(notice.withdrawnAt), gt(notice.effectiveOn, today(tx))))
      .orderBy(asc(notice.id))
      .for("update");
    let room = perMinute;
    for (const { mailBody } of coming) room -= (await countBatch(tx, mailBody)).waiting;
    let queued = 0;
    for (const one of coming) if (!one.endedAt && queued < room) queued += await queueNext(tx, one, room - queued);
    return { queued };
  });
}

/** Accounts that were disabled since are left out. */
async function queueNext(tx: Ctx, { id, mailBody, subject }: typeof notice.$inferSelect, room: number) {
  const next = await tx.db
    .select({ userId: user.id, email: user.email })
    .from(notified)
    .innerJoin(user, eq(user.id, notified.userId))
    .where(and(eq(notified.notice, id), isNull(notified.message), canBeNotified))
    .orderBy(asc(user.id))
    .limit(room);
  const ids = await queueBatch(
    tx,
    { body: mailBody, kind: "legal-notice", list: null, subject, replyTo: env().CONTACT_EMAIL },
    next.map(({ email }) => ({ to: email, headers: {}, fill: {} })),
  );
  const pairs = JSON.stringify(next.map(({ userId }, place) => ({ userId, message: ids[place] })));
  await tx.db.execute(sql`
    update ${notified} n set message = p.message
    from jsonb_to_recordset(${pairs}::jsonb) as p("userId" uuid, message uuid)
    where n.notice = ${id} and n.user_id = p."userId"`);
  if (next.length < room) await tx.db.update(notice).set({ endedAt: tx.now }).where(eq(notice.id, id));
  return next.length;
}

const today = ({ now }: Ctx) => companyDates().isoDay(now);

/**
 * Stops unsent mails of a notice when its version will not apply from its day, or when that day has come. Runs with every change
 * of settings.
 */
export async function stopNotices(tx: Ctx): Promise<void> {
  const isComing = gt(notice.effectiveOn, today(tx));
  const open = await tx.db
    .select()
    .from(notice)
    .where(and(isNull(notice.withdrawnAt), or(isComing, isNull(notice.endedAt), hasUnsent(notice.mailBody))))
    .orderBy(asc(notice.id))
    .for("update");
  for (const { id, document, mailBody, version, effectiveOn } of open) {
    const isDue = effectiveOn <= today(tx);
    if (!isDue && (await appliesFrom(tx, document, { version, effectiveOn }))) continue;
    const unsent = await withdrawBatch(tx, mailBody);
    await tx.db
      .update(notified)
      .set({ message: null })
      .where(and(eq(notified.notice, id), inArray(notified.message, unsent)));
    await cancelBatch(tx, mailBody);
    const ended = { endedAt: tx.now, ...(!isDue && { withdrawnAt: tx.now }) };
    await tx.db.update(notice).set(ended).where(eq(notice.id, id));
    const notSent = isDue ? await countNotSent(tx, { id, mailBody }) : null;
    if (notSent === 0) continue;
    await writeAuditEntry(tx, {
      action: isDue ? accountAudit.legalNoticeEnded : accountAudit.legalNoticeStopped,
      subject: textSetting(document),
      detail: { version, effectiveOn, ...(notSent && { notSent }) },
    });
  }
}

type Batch = { id: string; mailBody: string };

/** Recipients, if they can be notified still, without a mail in the outbox, and canceled mails. */
async function countNotSent(ctx: Ctx, { id, mailBody }: Batch): Promise<number> {
  const [missing] = await ctx.db
    .select({ count: count() })
    .from(notified)
    .innerJoin(user, eq(user.id, notified.userId))
    .where(and(eq(notified.notice, id), isNull(notified.message), canBeNotified));
  return missing!.count + (await countBatch(ctx, mailBody)).cancelled;
}

const countRemaining = (ctx: Ctx, id: string): Promise<number> => {
  const isMailed = and(eq(notified.notice, id), eq(notified.userId, user.id), isNotNull(notified.message));
  return ctx.db.$count(user, and(canBeNotified, notExists(ctx.db.select().from(notified).where(isMailed))));
};

/** `remaining`: accounts that would be mailed if it were sent again. `notSent`: mails that its day came before. */
export type LegalNotice = LegalVersion & {
  accounts: number;
  sent: number;
  remaining: number;
  notSent: number;
  isWithdrawn: boolean;
};

/**
 * Counts the accounts that a new notice would go to. Lists the newest notices of a text with their sent mails, while these are stored. For admins (aal2).
 * Refusal: not_admin.
 */
export async function readLegalNotices(
  ctx: Ctx,
  document: LegalKey,
): Promise<Result<{ accounts: number; notices: LegalNotice[] }, NotAdmin>> {
  if (!canRead(ctx.actor, "settings")) return notAdmin();
  const accounts = await ctx.db.$count(user, canBeNotified);
  const stored = gt(notice.createdAt, new Date(ctx.now.getTime() - mailDays.other * dayMs));
  const { id, version, effectiveOn, mailBody, withdrawnAt } = notice;
  const rows = await ctx.db
    .select({ id, version, effectiveOn, mailBody, withdrawnAt, accounts: recipients })
    .from(notice)
    .where(and(eq(notice.document, document), stored))
    .orderBy(desc(notice.id))
    .limit(5);
  const notices = await Promise.all(
    rows.map(async ({ id, mailBody, withdrawnAt, ...row }) => {
      const [{ sent }, remaining] = [await countBatch(ctx, mailBody), await countRemaining(ctx, id)];
      const isWithdrawn = withdrawnAt !== null;
      const isOver = !isWithdrawn && row.effectiveOn <= today(ctx);
      return { ...row, sent, remaining, isWithdrawn, notSent: isOver ? await countNotSent(ctx, { id, mailBody }) : 0 };
    }),
  );
  return ok({ accounts, notices });
}
