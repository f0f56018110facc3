import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { cancelMails } from "#app/features/mail/batches.server.ts";
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
  const mails = await tx.db
    .select({ id: enrolmentStep.messageId })
    .from(enrolmentStep)
    .where(
      and(
        inArray(
          enrolmentStep.enrolmentId,
          ended.map(({ id }) => id),
        ),
        eq(enrolmentStep.outcome, "mail"),
      ),
    );
  await cancelMails(
    tx,
    mails.flatMap(({ id }) => id ?? []),
  );
}

/** Ends the open enrolments of a person that their exit rules end now. Waits for a worker that holds them. */
export async function applyExits(tx: Ctx, prospectId: string): Promise<void> {
  const open = await tx.db
    .select()
    .from(enrolment)
    .where(and(eq(enrolment.prospectId, prospectId), sql`${enrolment.state} in ('active', 'paused')`))
    .orderBy(asc(enrolment.id))
    .for("update");
  if (open.length === 0) return;
  const [person] = await tx.db.select(personColumns).from(prospect).where(eq(prospect.id, prospectId));
  if (!person) return;
  const facts = await loadFacts(
    tx,
    open.map(({ sinceEvent, goal }) => ({ person, sinceEvent, goal })),
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
