import { eq } from "drizzle-orm";
import { isOffList } from "#app/features/mail/refusals/suppression.server.ts";
import { cancelBatch, queueBatch, withdrawBatch } from "#app/features/mail/sending/batches.server.ts";
import { storeBody } from "#app/features/mail/sending/shared-bodies.server.ts";
import {
  type AdminOutcome,
  type AdminResult,
  adminCommand,
  recorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { textProblem, withVariableNames } from "#app/lib/formats/mail-variables.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse, stale } from "#app/lib/refusal.ts";
import type { Refused, Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enqueue, jobsAreOpen } from "#app/platform/queues/jobs.server.ts";
import { newsletterAudit } from "../audit.ts";
import { issueReader, issueTestBatch } from "../emails/issue.tsx";
import { feedIssueJob } from "../jobs.server.ts";
import type { IssueDraft, IssueRefusal } from "../newsletter-terms.ts";
import { newsletterIssue as issue } from "../tables.server.ts";
import { countAudience } from "./audience.server.ts";
import { renderIssue } from "./issue-body.tsx";
import { beginIssue } from "./issue-sending.server.ts";

/*
 * Issues of the newsletter. An issue is a draft until it is sent or scheduled; at the start its text and recipients are fixed, and it
 * is queued in the outbox at its rate (issue-sending.server.ts) until all recipients are done.
 *
 * draft <-> scheduled -> sending <-> paused -> sent          any of them but sent -> cancelled
 *
 * Invariants: a recipient gets an issue once, whatever is killed, paused or pressed twice; a person who unsubscribes gets no mail from
 * that moment on; sent mail cannot be changed, unsent mail can be stopped. Every command requires an admin at aal2 and is audited.
 */

export type Issue = typeof issue.$inferSelect;

type RefusedIssue<Kind extends IssueRefusal["kind"]> = Refusal<Kind> | NotAdmin | NotFound;

export async function createIssue(ctx: Ctx): Promise<Result<{ id: string }, NotAdmin>> {
  return adminCommand(ctx, "newsletter", async (tx) => {
    const id = newId();
    await tx.db.insert(issue).values({ id, createdAt: tx.now, updatedAt: tx.now });
    return recorded({ action: newsletterAudit.newsletterCreated, subject: id }, { id });
  });
}

/** Saves a draft from its editor. Refuses an editor with an outdated version, and an issue that is not a draft. */
export async function saveIssue(
  ctx: Ctx,
  { id, version, ...draft }: IssueDraft & { id: string },
): Promise<Result<{ version: number }, RefusedIssue<"stale" | "not_a_draft">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "draft") return refuse("not_a_draft");
    if (current.version !== version) return stale();
    await tx.db
      .update(issue)
      .set({ ...draft, version: version + 1, updatedAt: tx.now })
      .where(eq(issue.id, id));
    return recorded(
      { action: newsletterAudit.newsletterSaved, subject: id, saved: { before: current, after: draft } },
      { version: version + 1 },
    );
  });
}

export async function deleteIssue(ctx: Ctx, id: string): Promise<Result<null, RefusedIssue<"not_a_draft">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "draft") return refuse("not_a_draft");
    await tx.db.delete(issue).where(eq(issue.id, id));
    const title = withVariableNames(current.subject);
    return recorded({ action: newsletterAudit.newsletterDeleted, subject: id, detail: { title } }, null);
  });
}

/**
 * Sends the current issue to one address, marked as a test, with an unsubscribe link that only explains itself. Refuses a suppressed
 * address, because the test would never arrive.
 */
export async function sendTest(
  ctx: Ctx,
  { id, to }: { id: string; to: string },
): Promise<Result<null, RefusedIssue<"incomplete" | "unusable_text" | "off_the_list">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (!isComplete(current)) return refuse("incomplete");
    if (!isUsable(current)) return refuse("unusable_text");
    if (await isOffList(tx, to, "newsletter")) return refuse("off_the_list");
    const reader = issueReader(current, { to });
    const batch = { ...issueTestBatch(current), body: await storeBody(tx, renderIssue(current)) };
    await queueBatch(tx, batch, [{ ...reader, subject: `[Test] ${reader.subject}` }]);
    return recorded({ action: newsletterAudit.newsletterTestSent, subject: id }, null);
  });
}

const yearMs = 366 * dayMs;

/** Sends the issue now, or at a time within a year. Refuses an incomplete issue and one without recipients. */
export async function sendIssue(
  ctx: Ctx,
  { id, version, at }: { id: string; version: number; at: Date | null },
): Promise<
  Result<
    { status: "sending" | "scheduled" },
    RefusedIssue<"stale" | "not_a_draft" | "incomplete" | "unusable_text" | "no_audience" | "in_the_past">
  >
> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "draft") return refuse("not_a_draft");
    if (current.version !== version) return stale();
    if (!isComplete(current)) return refuse("incomplete");
    if (!isUsable(current)) return refuse("unusable_text");
    const wait = at ? at.getTime() - tx.now.getTime() : 0;
    if (at && (wait <= 0 || wait > yearMs)) return refuse("in_the_past");
    if ((await countAudience(tx, current)) === 0) return refuse("no_audience");
    const status: "sending" | "scheduled" = at ? "scheduled" : "sending";
    if (at) await tx.db.update(issue).set({ status, scheduledFor: at, updatedAt: tx.now }).where(eq(issue.id, id));
    else {
      await beginIssue(tx, current);
      await wakeFeeding(tx, id);
    }
    const detail = at ? { at: at.toISOString() } : {};
    return recorded({ action: newsletterAudit.newsletterScheduled, subject: id, detail }, { status });
  });
}

export async function unscheduleIssue(ctx: Ctx, id: string): Promise<Result<null, RefusedIssue<"not_running">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "scheduled") return refuse("not_running");
    await tx.db
      .update(issue)
      .set({ status: "draft", scheduledFor: null, version: current.version + 1, updatedAt: tx.now })
      .where(eq(issue.id, id));
    return recorded({ action: newsletterAudit.newsletterUnscheduled, subject: id }, null);
  });
}

/**
 * Pauses an issue that is being sent: withdraws unsent mail from the outbox, so its recipients are pending again. Mail that a server
 * deferred is still retried, because the server may have accepted it.
 */
export async function pauseIssue(
  ctx: Ctx,
  id: string,
): Promise<Result<{ takenBack: number }, RefusedIssue<"not_running">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "sending" || !current.mailBody) return refuse("not_running");
    const takenBack = await withdrawBatch(tx, current.mailBody);
    await tx.db
      .update(issue)
      .set({ status: "paused", fed: current.fed - takenBack.length, updatedAt: tx.now })
      .where(eq(issue.id, id));
    const detail = { takenBack: takenBack.length };
    return recorded({ action: newsletterAudit.newsletterPaused, subject: id, detail }, detail);
  });
}

export async function resumeIssue(ctx: Ctx, id: string): Promise<Result<null, RefusedIssue<"not_paused">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "paused") return refuse("not_paused");
    await tx.db.update(issue).set({ status: "sending", fedAt: null, updatedAt: tx.now }).where(eq(issue.id, id));
    await wakeFeeding(tx, id);
    return recorded({ action: newsletterAudit.newsletterResumed, subject: id }, null);
  });
}

/** Cancels an issue permanently. Unsent mail is not sent, including mail that waits for a retry. */
export async function cancelIssue(
  ctx: Ctx,
  id: string,
): Promise<Result<null, RefusedIssue<"already_over" | "not_running">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status === "sent" || current.status === "cancelled") return refuse("already_over");
    if (current.status === "draft") return refuse("not_running");
    if (current.mailBody) await cancelBatch(tx, current.mailBody);
    await tx.db
      .update(issue)
      .set({ status: "cancelled", scheduledFor: null, finishedAt: tx.now, updatedAt: tx.now })
      .where(eq(issue.id, id));
    return recorded({ action: newsletterAudit.newsletterCancelled, subject: id }, null);
  });
}

const isComplete = ({ subject, preview, body }: Issue) => [subject, preview, body].every((text) => text.trim() !== "");

const isUsable = ({ subject, preview, body }: Issue) =>
  [subject, preview, body].every((text) => textProblem(text) === null);

/** Starts queueing immediately; the job that runs every minute would find the issue later. */
const wakeFeeding = async (tx: Ctx, id: string) => {
  if (jobsAreOpen()) await enqueue(tx, feedIssueJob, { issue: id }, { key: id });
};

function withIssue<Outcome extends AdminOutcome>(
  ctx: Ctx,
  id: string,
  work: (tx: Ctx, current: Issue) => Promise<Outcome>,
): Promise<AdminResult<Outcome, NotFound>> {
  return adminCommand(ctx, "newsletter", async (tx): Promise<Outcome | Refused<NotFound>> => {
    const [current] = await tx.db.select().from(issue).where(eq(issue.id, id)).for("update");
    return current ? work(tx, current) : notFound();
  });
}
