import { asc, inArray } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { auditEntry } from "./tables.server.ts";

/** What can be done with authority. A new act is a new word here, so that the trail can be read by kind. */
export type AuditedAct =
  | "admin.created"
  | "admin.revoked"
  | "user.verified"
  | "second-factor.added"
  | "second-factor.removed"
  | "recovery-codes.renewed"
  | "account.deleted"
  | "access-request.approved"
  | "access-request.declined"
  | "access-request.reopened"
  | "access-code.issued"
  | "access-code.resent"
  | "access-code.revoked"
  | "access-grant.revoked"
  | "booking.marked"
  | "booking.cancelled"
  | "host.changed"
  | "host.feed-made"
  | "host.feed-revoked"
  | "busy-feed.added"
  | "busy-feed.removed"
  | "event-type.changed"
  | "access-grant.restored"
  | "access-devices.forgiven"
  | "access.blocked"
  | "access.unblocked"
  | "preview-token.created"
  | "preview-token.revoked"
  | "newsletter.deleted"
  | "newsletter.test-sent"
  | "newsletter.scheduled"
  | "newsletter.unscheduled"
  | "newsletter.paused"
  | "newsletter.resumed"
  | "newsletter.cancelled"
  | "mail.retried"
  | "suppression.added"
  | "suppression.lifted"
  | "blueprint.unlocked"
  | "full-blueprint.assigned"
  | "full-blueprint.kickoff-held"
  | "full-blueprint.review-begun"
  | "full-blueprint.published"
  | "invoice.paid"
  | "invoice.cancelled"
  | "payment.refunded";

/**
 * Writes who did what to whom into the trail, in the transaction of the act: an act that rolls back leaves no entry, and
 * none goes without. `subject` is an id, never an address; `detail` holds nothing secret. Entries are never changed.
 */
export async function recordAct(
  ctx: Ctx,
  entry: { act: AuditedAct; subject: string; detail?: Record<string, unknown> },
): Promise<void> {
  await ctx.db.insert(auditEntry).values({
    at: ctx.now,
    actorKind: ctx.actor.kind,
    actorUserId: ctx.actor.kind === "user" ? ctx.actor.userId : null,
    act: entry.act,
    subject: entry.subject,
    detail: entry.detail ?? {},
  });
}

/** One entry as admins read it; `actorUserId` is null for jobs and the command line. */
export type AuditLine = {
  at: Date;
  act: AuditedAct;
  subject: string;
  actorUserId: string | null;
  detail: Record<string, unknown>;
};

/** What was done to these subjects, oldest first, at most 200. The caller has made sure that an admin asks. */
export async function listActs(ctx: Pick<Ctx, "db">, subjects: readonly string[]): Promise<AuditLine[]> {
  const rows = await ctx.db
    .select()
    .from(auditEntry)
    .where(inArray(auditEntry.subject, [...subjects]))
    .orderBy(asc(auditEntry.at), asc(auditEntry.id))
    .limit(200);
  return rows as AuditLine[];
}
