import { and, asc, desc, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type IdPlace, idPagesOf } from "#app/platform/database/id-pages.server.ts";
import type { Page } from "#app/platform/database/keyset.server.ts";
import { containsWords, splitSearch } from "#app/platform/database/search.server.ts";
import { mailAudit } from "../audit.ts";
import type { ReplyKind } from "../inbound/automatic-replies.ts";
import { wakeDelivery } from "../mail.server.ts";
import type { RefusalCause } from "../refusals/refusal-causes.ts";
import { isSuppressed } from "../refusals/suppression.server.ts";
import { fillBody, getBody } from "../sending/shared-bodies.server.ts";
import {
  type MailEventName,
  type MailList,
  mailOriginal,
  mailReply,
  message,
  messageEvent,
  messageSearch,
} from "../tables.server.ts";
import { type MailFilter, type MailState, mailStateOf } from "./mail-states.ts";

/* What the firm sees of the outbox, and its one act on it. For admins (aal2) only. A secret mail's body is never shown. */

export type MailLine = {
  id: string;
  kind: string;
  to: string;
  subject: string;
  state: MailState;
  list: MailList | null;
  attempts: number;
  createdAt: Date;
  lastError: string | null;
  /** Why a mail server refused it; null if none did. */
  refusal: RefusalCause | null;
};

const pageSize = 50;

/**
 * Lists mails, newest first, a page at a time; a page costs the same at any depth. `search` is part of the address or of the
 * subject, `batch` the id of a shared body.
 */
export async function listMessages(
  ctx: Ctx,
  query: { filter: MailFilter; search?: string; batch?: string | null } & IdPlace,
): Promise<Result<Page<MailLine>, NotAdmin>> {
  if (!canRead(ctx.actor, "mail")) return notAdmin();
  const { filter, search, batch } = query;
  const pages = idPagesOf(message.id, query, pageSize);
  const mails = ctx.db
    .select({
      id: message.id,
      kind: message.kind,
      to: message.toAddress,
      subject: message.subject,
      status: message.status,
      trouble: message.trouble,
      providerResponse: message.providerResponse,
      list: message.list,
      attempts: message.attempts,
      createdAt: message.createdAt,
      lastError: message.lastError,
      refusal: message.refusal,
    })
    .from(message)
    .$dynamic();
  if (search) mails.innerJoin(messageSearch, and(eq(messageSearch.message, message.id), matches(search)));
  const rows = await mails
    .where(and(inFilter(filter), batch && isUuid(batch) ? eq(message.body, batch) : undefined, pages.where))
    .orderBy(pages.orderBy)
    .limit(pages.limit);
  return ok(
    pages.of(
      rows.map(({ status, trouble, providerResponse, ...row }) => ({
        ...row,
        state: mailStateOf({ status, trouble, providerResponse }),
      })),
    ),
  );
}

function inFilter(filter: MailFilter): SQL | undefined {
  switch (filter) {
    case "all":
      return undefined;
    case "waiting":
      return isNotNull(message.nextAttemptAt);
    case "sent":
      return eq(message.status, "sent");
    case "bounced":
      return or(eq(message.trouble, "bounced"), eq(message.trouble, "complained"));
    default:
      return eq(message.trouble, filter);
  }
}

const matches = (search: string): SQL | undefined => containsWords(messageSearch.text, splitSearch(search));

export type MailDetail = MailLine & {
  replyTo: string | null;
  messageId: string;
  headers: Record<string, string>;
  attachments: { filename: string; contentType: string }[];
  nextAttemptAt: Date | null;
  sentAt: Date | null;
  providerResponse: string | null;
  /** Null for a secret mail, which only its recipient may see. */
  text: string | null;
  hasHtml: boolean;
  canRetry: boolean;
  links: string[] | null;
  history: { name: MailEventName; at: Date; detail: string | null }[];
  replies: MailReply[];
  /** Originals of the reports about it, newest first. */
  reports: { id: string; at: Date }[];
};

export type MailReply = Pick<
  typeof mailReply.$inferSelect,
  "id" | "reason" | "fromAddress" | "fromName" | "isFromRecipient" | "subject" | "text" | "at"
> & {
  kind: ReplyKind;
  /** Null after its retention. */
  originalId: string | null;
};

const maxReplies = 50;

export async function getMessage(ctx: Ctx, id: string): Promise<Result<MailDetail | null, NotAdmin>> {
  if (!canRead(ctx.actor, "mail")) return notAdmin();
  const row = await findMessage(ctx, id);
  if (!row) return ok(null);
  const history = await ctx.db
    .select({ name: messageEvent.name, at: messageEvent.at, detail: messageEvent.detail })
    .from(messageEvent)
    .where(eq(messageEvent.message, id))
    .orderBy(asc(messageEvent.at), asc(messageEvent.id));
  const { id: replyId, kind, reason, fromAddress, fromName, isFromRecipient, subject, text: replyText, at } = mailReply;
  const replies = await ctx.db
    .select({
      ...{ id: replyId, kind, reason, fromAddress, fromName, isFromRecipient, subject, text: replyText, at },
      calendarResponse: mailReply.calendarResponse,
      originalId: mailOriginal.id,
    })
    .from(mailReply)
    .leftJoin(mailOriginal, eq(mailOriginal.inboundKey, mailReply.inboundKey))
    .where(eq(mailReply.message, id))
    .orderBy(desc(at), desc(replyId))
    .limit(maxReplies);
  const reports = await ctx.db
    .select({ id: mailOriginal.id, at: mailOriginal.at })
    .from(mailOriginal)
    .where(and(eq(mailOriginal.message, id), ne(mailOriginal.readAs, "reply")))
    .orderBy(desc(mailOriginal.at), desc(mailOriginal.id))
    .limit(maxReplies);
  const { toAddress, html: _, fill: __, attachments, status, trouble, text, ...rest } = row;
  const state = mailStateOf({ status, trouble, providerResponse: row.providerResponse });
  return ok({
    ...rest,
    to: toAddress,
    state,
    text: row.secret ? null : text,
    hasHtml: !row.secret && row.html !== "",
    canRetry: state === "failed" && !row.secret,
    attachments: attachments.map(({ filename, contentType }) => ({ filename, contentType })),
    history,
    reports,
    replies: replies.map(({ calendarResponse, ...reply }) => ({
      ...reply,
      kind: calendarResponse ? ("calendar" as const) : reply.kind,
    })),
  });
}

/** Returns the HTML body as its recipient gets it; null if there is none to show. */
export async function getMessageHtml(ctx: Ctx, id: string): Promise<Result<string | null, NotAdmin>> {
  if (!canRead(ctx.actor, "mail")) return notAdmin();
  const row = await findMessage(ctx, id);
  return ok(row && !row.secret && row.html ? row.html : null);
}

async function findMessage(ctx: Ctx, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await ctx.db.select().from(message).where(eq(message.id, id));
  if (!row) return null;
  return row.body ? { ...row, ...fillBody(await getBody(ctx, row.body), row.fill ?? {}) } : row;
}

/** Queues a failed mail again; keeps its earlier attempts. */
export async function retryMessage(
  ctx: Ctx,
  id: string,
): Promise<Result<null, NotAdmin | NotFound | Refusal<"not_failed" | "body_gone" | "suppressed">>> {
  return adminCommand(ctx, "mail", async (tx) => {
    if (!isUuid(id)) return notFound();
    const [row] = await tx.db
      .select({
        status: message.status,
        secret: message.secret,
        stopped: sql<boolean>`(${message.list} is not null and ${isSuppressed(message.toAddress, message.list)})`,
      })
      .from(message)
      .where(eq(message.id, id))
      .for("update");
    if (!row) return notFound();
    if (row.status !== "failed") return refuse("not_failed");
    if (row.secret) return refuse("body_gone");
    if (row.stopped) return refuse("suppressed");
    await tx.db
      .update(message)
      .set({ status: "queued", trouble: null, refusal: null, attempts: 0, nextAttemptAt: tx.now })
      .where(eq(message.id, id));
    await tx.db.insert(messageEvent).values({ message: id, name: "requeued", at: tx.now });
    await wakeDelivery(tx);
    return recorded({ action: mailAudit.mailRetried, subject: id }, null);
  });
}
