import { and, count, eq, inArray, isNotNull } from "drizzle-orm";
import { type BatchFigures, countBatch, countBounced } from "#app/features/mail/sending/batches.server.ts";
import { fillBody } from "#app/features/mail/sending/shared-bodies.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type IdPlace, idPagesOf } from "#app/platform/database/id-pages.server.ts";
import type { Page } from "#app/platform/database/keyset.server.ts";
import { issueReader } from "../emails/issue.tsx";
import { type IssueStatus, newsletterIssue as issue, newsletterRecipient as recipient } from "../tables.server.ts";
import { type AudienceOf, countReach, countSubscribers, type Reach, type SubscriberCounts } from "./audience.server.ts";
import { renderIssue } from "./issue-body.tsx";

/* Figures of the newsletter. For admins (aal2) only. */

export type IssueLine = {
  id: string;
  subject: string;
  status: IssueStatus;
  recipients: number;
  fed: number;
  bounced: number;
  unsubscribed: number;
  /** When it was or will be sent; null for a draft. */
  at: Date | null;
  updatedAt: Date;
};

const pageSize = 30;

/** Lists issues, newest first, page by page, with the counts of the subscriber list. */
export async function listIssues(
  ctx: Ctx,
  place: IdPlace = {},
): Promise<Result<{ issues: Page<IssueLine>; subscribers: SubscriberCounts }, NotAdmin>> {
  if (!canRead(ctx.actor, "newsletter")) return notAdmin();
  const pages = idPagesOf(issue.id, place, pageSize);
  const found = await ctx.db.select().from(issue).where(pages.where).orderBy(pages.orderBy).limit(pages.limit);
  const { rows: shown, ...neighbors } = pages.of(found);
  const ids = shown.map(({ id }) => id);
  const [left, bounced, subscribers] = await Promise.all([
    countLeft(ctx, ids),
    countBounced(
      ctx,
      shown.flatMap(({ mailBody }) => mailBody ?? []),
    ),
    countSubscribers(ctx),
  ]);
  const issues = shown.map((row) => ({
    ...pick(row, ["id", "subject", "status", "recipients", "fed", "updatedAt"]),
    bounced: (row.mailBody && bounced.get(row.mailBody)) || 0,
    unsubscribed: left.get(row.id) ?? 0,
    at: row.startedAt ?? row.scheduledFor,
  }));
  return ok({ issues: { rows: issues, ...neighbors }, subscribers });
}

async function countLeft(ctx: Ctx, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ issue: recipient.issue, left: count() })
    .from(recipient)
    .where(and(inArray(recipient.issue, ids), isNotNull(recipient.unsubscribedAt)))
    .groupBy(recipient.issue);
  return new Map(rows.map(({ issue, left }) => [issue, left]));
}

export type IssueFigures = BatchFigures & {
  recipients: number;
  toFeed: number;
  skipped: number;
  unsubscribed: number;
  delivered: number;
};

export async function getIssue(
  ctx: Ctx,
  id: string,
): Promise<Result<({ issue: typeof issue.$inferSelect; figures: IssueFigures | null } & Reach) | null, NotAdmin>> {
  if (!canRead(ctx.actor, "newsletter")) return notAdmin();
  if (!isUuid(id)) return ok(null);
  const [row] = await ctx.db.select().from(issue).where(eq(issue.id, id));
  if (!row) return ok(null);
  if (!row.mailBody) return ok({ issue: row, ...(await countReach(ctx, row)), figures: null });
  const [batch, left] = await Promise.all([countBatch(ctx, row.mailBody), countLeft(ctx, [id])]);
  const { recipients, fed, skipped } = row;
  const figures = {
    ...batch,
    recipients,
    skipped,
    toFeed: recipients - fed - skipped,
    unsubscribed: left.get(id) ?? 0,
    delivered: batch.sent - batch.bounced,
  };
  return ok({ issue: row, audience: recipients, demoLeftOut: 0, figures });
}

export async function readAudience(ctx: Ctx, of: AudienceOf): Promise<Result<Reach, NotAdmin>> {
  if (!canRead(ctx.actor, "newsletter")) return notAdmin();
  return ok(await countReach(ctx, of));
}

/** Returns both bodies of an issue as a reader would get them, or null for an unknown issue. */
export async function previewIssue(
  ctx: Ctx,
  id: string,
): Promise<Result<{ html: string; text: string } | null, NotAdmin>> {
  if (!canRead(ctx.actor, "newsletter")) return notAdmin();
  if (!isUuid(id)) return ok(null);
  const [row] = await ctx.db.select().from(issue).where(eq(issue.id, id));
  return ok(row ? fillBody(renderIssue(row), issueReader(row, { to: "reader@company.example" }).fill) : null);
}
