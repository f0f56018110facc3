import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import type { mailBounced, mailReplied } from "#app/features/mail/events.ts";
import { forwardReply } from "#app/features/mail/receiving/replies.server.ts";
import { findByAddress } from "#app/features/pipeline/pipeline.server.ts";
import { prospect, prospectTask, type TaskOrigin } from "#app/features/pipeline/tables.server.ts";
import { system } from "#app/lib/actor.ts";
import { isDemoAddress } from "#app/lib/people/demo-address.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { cut } from "#app/lib/words/cut.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Person, personColumns } from "../steps/facts.server.ts";
import { addTaskForOwner } from "../steps/step-tasks.server.ts";

/**
 * Forwards a reply to a mail of a sequence, in the transaction that stores it: the text goes to the owner of the
 * prospect, or to CONTACT_EMAIL, and the owner gets a task for today. A reply matched by its references alone reached
 * another mailbox of the firm, so only the task is added. Replies of demo data are ignored.
 */
export async function forwardSequenceReply(
  tx: Ctx,
  { kind, email, matchedBy, replyId, messageId }: z.output<typeof mailReplied.payload>,
): Promise<void> {
  if (kind !== "sequence-mail" || isDemoAddress(email)) return;
  const person = await findPerson(tx, email);
  if (replyId && matchedBy === "address") {
    const owner = person?.ownerId
      ? (await listTeam(tx, "pipeline")).find(({ userId }) => userId === person.ownerId)
      : undefined;
    const about = person ? `/admin/prospect-pipeline/${person.id}` : null;
    await forwardReply(tx, replyId, { to: owner?.email ?? null, about });
  }
  const title = `Reply to ${person?.name ?? email}`;
  if (person) await addTaskOnce(tx, person, { origin: "reply", title, mailId: messageId });
}

/**
 * Notifies the owner of the prospect, in the transaction that records it, that a filter of the recipient rejects our emails: its
 * reason can be a request that only a person understands. The sequence has ended by the suppression. Ignores demo data.
 */
export async function addRejectionTask(
  tx: Ctx,
  { cause, email, messageId }: z.output<typeof mailBounced.payload>,
): Promise<void> {
  if (cause !== "rejected" || isDemoAddress(email)) return;
  const person = await findPerson(tx, email);
  const title = `Read why emails to ${person?.name ?? email} are rejected`;
  if (person) await addTaskOnce(tx, person, { origin: "rejection", title, mailId: messageId });
}

async function findPerson(tx: Ctx, email: string): Promise<Person | undefined> {
  const prospectId = await findByAddress(tx, email);
  if (!prospectId) return undefined;
  const [person] = await tx.db.select(personColumns).from(prospect).where(eq(prospect.id, prospectId));
  return person;
}

/** An open task with this title leads to the newest mail. */
async function addTaskOnce(
  tx: Ctx,
  person: Person,
  { origin, mailId, ...task }: { origin: TaskOrigin; title: string; mailId: string },
): Promise<void> {
  const title = cut(task.title, 200);
  const [open] = await tx.db
    .select(pick(prospectTask, ["id", "origin"]))
    .from(prospectTask)
    .where(and(eq(prospectTask.prospectId, person.id), eq(prospectTask.title, title), isNull(prospectTask.doneAt)))
    .limit(1);
  if (!open) {
    const added = { title, dueInBusinessDays: 0, origin, originId: mailId };
    return addTaskForOwner({ ...tx, actor: system }, person, added);
  }
  if (open.origin === origin)
    await tx.db.update(prospectTask).set({ originId: mailId }).where(eq(prospectTask.id, open.id));
}
