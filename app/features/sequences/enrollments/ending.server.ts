import { and, asc, eq, exists, inArray, or } from "drizzle-orm";
import { queuedMail } from "#app/features/mail/messages/sent-to.server.ts";
import { cancelMails } from "#app/features/mail/sending/batches.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { EndReason } from "../definitions/definition.ts";
import { readVersions } from "../definitions/versions.server.ts";
import { loadFacts, personColumns } from "../steps/facts.server.ts";
import { exitOf } from "../steps/rules.ts";
import { settleStepTasks, settleTasksOf } from "../steps/step-tasks.server.ts";
import { enrollment, enrollmentStep } from "../tables.server.ts";

/** Ends open enrollments, cancels their unsent mails and settles their open tasks. In a transaction that has locked them. */
export async function endEnrollments(
  tx: Ctx,
  ended: readonly { id: string; state: "exited" | "finished"; reason: EndReason }[],
): Promise<void> {
  for (const { id, state, reason } of ended)
    await tx.db.update(enrollment).set({ state, reason, dueAt: null, endedAt: tx.now }).where(eq(enrollment.id, id));
  if (ended.length === 0) return;
  await cancelQueued(
    tx,
    ended.map(({ id }) => id),
  );
  await settleStepTasks(tx, ended);
}

/** Ends the enrollments of prospects that are about to be deleted, and cancels all of their queued mails. */
export async function endBeforeRemoval(tx: Ctx, prospectIds: readonly string[]): Promise<void> {
  const rows = await tx.db
    .select({ id: enrollment.id, endedAt: enrollment.endedAt })
    .from(enrollment)
    .where(inArray(enrollment.prospectId, [...prospectIds]))
    .orderBy(asc(enrollment.id))
    .for("update");
  if (rows.length === 0) return;
  await endEnrollments(
    tx,
    rows.filter(({ endedAt }) => !endedAt).map(({ id }) => ({ id, state: "exited", reason: "by_hand" })),
  );
  await cancelQueued(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Cancels queued mails of these enrollments that no mail server has accepted. */
async function cancelQueued(tx: Ctx, enrollmentIds: readonly string[]): Promise<void> {
  const mails = await tx.db
    .select({ id: enrollmentStep.messageId })
    .from(enrollmentStep)
    .where(and(inArray(enrollmentStep.enrollmentId, [...enrollmentIds]), eq(enrollmentStep.outcome, "mail")));
  await cancelMails(
    tx,
    mails.flatMap(({ id }) => id ?? []),
  );
}

/**
 * Ends a person's enrollments that meet an exit rule, also finished ones with a queued mail, and settles tasks that the product
 * added about the person. Waits for workers.
 */
export async function applyExits(tx: Ctx, prospectId: string): Promise<void> {
  await endMatching(tx, prospectId);
  await settleTasksOf(tx, { prospectId });
}

async function endMatching(tx: Ctx, prospectId: string): Promise<void> {
  const withQueuedMail = tx.db
    .select({ id: enrollmentStep.enrollmentId })
    .from(enrollmentStep)
    .where(
      and(
        eq(enrollmentStep.enrollmentId, enrollment.id),
        inArray(enrollmentStep.messageId, queuedMail(tx, "outreach")),
      ),
    );
  const open = await tx.db
    .select()
    .from(enrollment)
    .where(
      and(
        eq(enrollment.prospectId, prospectId),
        or(
          inArray(enrollment.state, ["active", "paused"]),
          and(eq(enrollment.reason, "completed"), exists(withQueuedMail)),
        ),
      ),
    )
    .orderBy(asc(enrollment.id))
    .for("update");
  if (open.length === 0) return;
  const [person] = await tx.db.select(personColumns).from(prospect).where(eq(prospect.id, prospectId));
  if (!person) return;
  const facts = await loadFacts(
    tx,
    open.map(({ sinceEvent, goal, isAutomatic }) => ({ person, sinceEvent, goal, isAutomatic })),
  );
  const versions = await readVersions(
    tx,
    open.map(({ versionId }) => versionId),
  );
  await endEnrollments(
    tx,
    open.flatMap(({ id, versionId }, at) => {
      const reason = exitOf(versions.get(versionId)!.definition, facts[at]!);
      return reason ? [{ id, reason, state: reason === "goal" ? ("finished" as const) : ("exited" as const) }] : [];
    }),
  );
}
