import { eq } from "drizzle-orm";
import { cancelBatch, takeBackBatch } from "#app/features/mail/batches.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { isOffList } from "#app/features/mail/suppression.server.ts";
import { type AuditedAct, recordAct } from "#app/features/security/audit.server.ts";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse, stale } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { enqueue, jobsAreOpen } from "#app/platform/jobs.server.ts";
import { countAudience } from "./audience.server.ts";
import { issueTestMail } from "./emails/issue-test.tsx";
import { beginIssue } from "./issue-sending.server.ts";
import { feedIssueJob } from "./jobs.server.ts";
import type { IssueDraft, IssueRefusal } from "./newsletter-terms.ts";
import { newsletterIssue as issue } from "./tables.server.ts";

/*
 * Issues of the newsletter. An issue is a draft until it is sent now or at a time; then its text and its recipients are
 * fixed, and it is fed to the outbox at its pace (issue-sending.server.ts) until everybody had their turn.
 *
 *   draft <-> scheduled -> sending <-> paused -> sent          any of them but sent -> cancelled
 *
 * What must always hold: a recipient gets an issue once, whatever is killed, paused or pressed twice; nobody who has left is
 * written to, from the instant they left; what is out cannot be changed, what is not out yet can be stopped.
 * Everything here is an admin's act at aal2 and leaves a trail.
 */

export type Issue = typeof issue.$inferSelect;

type Refused<Kind extends IssueRefusal["kind"]> = Refusal<Kind> | NotAdmin | NotFound;

/** A new empty draft; answers its id. */
export async function createIssue(ctx: Ctx): Promise<Result<{ id: string }, NotAdmin>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const id = newId();
  await ctx.db.insert(issue).values({ id, createdAt: ctx.now, updatedAt: ctx.now });
  return ok({ id });
}

/** Keeps what its editor wrote. Refuses an editor that had not seen the latest version, and an issue that is no draft. */
export async function saveIssue(
  ctx: Ctx,
  { id, version, ...draft }: IssueDraft & { id: string },
): Promise<Result<{ version: number }, Refused<"stale" | "not_a_draft">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "draft") return refuse("not_a_draft");
    if (current.version !== version) return stale();
    await tx.db
      .update(issue)
      .set({ ...draft, version: version + 1, updatedAt: tx.now })
      .where(eq(issue.id, id));
    return ok({ version: version + 1 });
  });
}

/** Throws a draft away. */
export async function deleteIssue(ctx: Ctx, id: string): Promise<Result<null, Refused<"not_a_draft">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "draft") return refuse("not_a_draft");
    await tx.db.delete(issue).where(eq(issue.id, id));
    await recordAct(tx, { act: "newsletter.deleted", subject: id });
    return ok(null);
  });
}

/**
 * Sends the issue as it stands to one address, marked as a test, with a way out that only says so. Refuses an address that
 * the outbox would pass over: whoever waits for the test would never learn why it does not come.
 */
export async function sendTest(
  ctx: Ctx,
  { id, to }: { id: string; to: string },
): Promise<Result<null, Refused<"incomplete" | "off_the_list">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (!isComplete(current)) return refuse("incomplete");
    if (await isOffList(tx, to, "newsletter")) return refuse("off_the_list");
    await queueMail(tx, issueTestMail({ to, issue: current }));
    await recordAct(tx, { act: "newsletter.test-sent", subject: id });
    return ok(null);
  });
}

const yearMs = 366 * 86_400_000;

/** Sends the issue now, or at a time within a year. Refuses one that is not complete or that nobody would get. */
export async function sendIssue(
  ctx: Ctx,
  { id, version, at }: { id: string; version: number; at: Date | null },
): Promise<
  Result<
    { status: "sending" | "scheduled" },
    Refused<"stale" | "not_a_draft" | "incomplete" | "no_audience" | "in_the_past">
  >
> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "draft") return refuse("not_a_draft");
    if (current.version !== version) return stale();
    if (!isComplete(current)) return refuse("incomplete");
    const wait = at ? at.getTime() - tx.now.getTime() : 0;
    if (at && (wait <= 0 || wait > yearMs)) return refuse("in_the_past");
    if ((await countAudience(tx, current)) === 0) return refuse("no_audience");
    await act(tx, id, "newsletter.scheduled", at ? { at: at.toISOString() } : {});
    const status: "sending" | "scheduled" = at ? "scheduled" : "sending";
    if (at) await tx.db.update(issue).set({ status, scheduledFor: at, updatedAt: tx.now }).where(eq(issue.id, id));
    else {
      await beginIssue(tx, current);
      await wakeFeeding(tx, id);
    }
    return ok({ status });
  });
}

/** Makes a scheduled issue a draft again. */
export async function unscheduleIssue(ctx: Ctx, id: string): Promise<Result<null, Refused<"not_running">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "scheduled") return refuse("not_running");
    await tx.db
      .update(issue)
      .set({ status: "draft", scheduledFor: null, version: current.version + 1, updatedAt: tx.now })
      .where(eq(issue.id, id));
    await act(tx, id, "newsletter.unscheduled");
    return ok(null);
  });
}

/**
 * Stops an issue that is being sent: what no mail server was offered yet is taken back out of the outbox, and its
 * recipients wait again. A mail that a server has put off goes on being tried: it may have been taken.
 */
export async function pauseIssue(ctx: Ctx, id: string): Promise<Result<{ takenBack: number }, Refused<"not_running">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "sending" || !current.mailBody) return refuse("not_running");
    const takenBack = await takeBackBatch(tx, current.mailBody);
    await tx.db
      .update(issue)
      .set({ status: "paused", fed: current.fed - takenBack.length, updatedAt: tx.now })
      .where(eq(issue.id, id));
    await act(tx, id, "newsletter.paused", { takenBack: takenBack.length });
    return ok({ takenBack: takenBack.length });
  });
}

/** Goes on with a paused issue. */
export async function resumeIssue(ctx: Ctx, id: string): Promise<Result<null, Refused<"not_paused">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status !== "paused") return refuse("not_paused");
    await tx.db.update(issue).set({ status: "sending", fedAt: null, updatedAt: tx.now }).where(eq(issue.id, id));
    await act(tx, id, "newsletter.resumed");
    await wakeFeeding(tx, id);
    return ok(null);
  });
}

/** Ends an issue for good. What is out is out; everything else is not sent any more, also what waits for another try. */
export async function cancelIssue(
  ctx: Ctx,
  id: string,
): Promise<Result<null, Refused<"already_over" | "not_running">>> {
  return withIssue(ctx, id, async (tx, current) => {
    if (current.status === "sent" || current.status === "cancelled") return refuse("already_over");
    if (current.status === "draft") return refuse("not_running");
    if (current.mailBody) await cancelBatch(tx, current.mailBody);
    await tx.db
      .update(issue)
      .set({ status: "cancelled", scheduledFor: null, finishedAt: tx.now, updatedAt: tx.now })
      .where(eq(issue.id, id));
    await act(tx, id, "newsletter.cancelled");
    return ok(null);
  });
}

const isComplete = ({ subject, preview, body }: Issue) => [subject, preview, body].every((text) => text.trim() !== "");

const act = (tx: Ctx, id: string, name: AuditedAct, detail: Record<string, unknown> = {}) =>
  recordAct(tx, { act: name, subject: id, detail });

/** The minute's look finds what is due as well; this only saves the wait. */
const wakeFeeding = async (tx: Ctx, id: string) => {
  if (jobsAreOpen()) await enqueue(tx, feedIssueJob, { issue: id }, { key: id });
};

async function withIssue<Outcome extends Result<unknown, Refusal>>(
  ctx: Ctx,
  id: string,
  work: (tx: Ctx, current: Issue) => Promise<Outcome>,
): Promise<Outcome | Result<never, NotAdmin | NotFound>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  return inTransaction(ctx, async (tx) => {
    const [current] = await tx.db.select().from(issue).where(eq(issue.id, id)).for("update");
    return current ? work(tx, current) : notFound();
  });
}
