import { and, asc, eq, exists, inArray, or } from "drizzle-orm";
import { cancelMails } from "#app/features/mail/batches.server.ts";
import { queuedMail } from "#app/features/mail/sent-to.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { EndReason } from "./definition.ts";
import { loadFacts, personColumns } from "./facts.server.ts";
import { exitOf } from "./rules.ts";
import { enrolment, enrolmentStep } from "./tables.server.ts";
import { readVersions } from "./versions.server.ts";

/** Ends open enrolments and cancels their mails that have not been sent. In a transaction that has locked them. */
export async function endEnrolments(
  tx: Ctx,
  ended: readonly { id: string; state: "exited" | "finished"; reason: EndReason }[],
): Promise<void> {
  for (const { id, state, reason } of ended)
    await tx.db.update(enrolment).set({ state, reason, dueAt: null, endedAt: tx.now }).where(eq(enrolment.id, id));
  if (ended.length === 0) return;
  await cancelQueued(
    tx,
    ended.map(({ id }) => id),
  );
}

/** Cancels what these enrolments have queued and no mail server has taken. */
async function cancelQueued(tx: Ctx, enrolmentIds: readonly string[]): Promise<void> {
  const mails = await tx.db
    .select({ id: enrolmentStep.messageId })
    .from(enrolmentStep)
    .where(and(inArray(enrolmentStep.enrolmentId, [...enrolmentIds]), eq(enrolmentStep.outcome, "mail")));
  await cancelMails(
    tx,
    mails.flatMap(({ id }) => id ?? []),
  );
}

/**
 * Ends the enrolments of a person that their exit rules end now: open ones, and finished ones with a last mail that is still
 * queued. Waits for a worker that holds them.
 */
export async function applyExits(tx: Ctx, prospectId: string): Promise<void> {
  const withQueuedMail = tx.db
    .select({ id: enrolmentStep.enrolmentId })
    .from(enrolmentStep)
    .where(
      and(eq(enrolmentStep.enrolmentId, enrolment.id), inArray(enrolmentStep.messageId, queuedMail(tx, "outreach"))),
    );
  const open = await tx.db
    .select()
    .from(enrolment)
    .where(
      and(
        eq(enrolment.prospectId, prospectId),
        or(
          inArray(enrolment.state, ["active", "paused"]),
          and(eq(enrolment.reason, "completed"), exists(withQueuedMail)),
        ),
      ),
    )
    .orderBy(asc(enrolment.id))
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
  await endEnrolments(
    tx,
    open.flatMap(({ id, versionId }, at) => {
      const reason = exitOf(versions.get(versionId)!.definition, facts[at]!);
      return reason ? [{ id, reason, state: reason === "goal" ? ("finished" as const) : ("exited" as const) }] : [];
    }),
  );
}
