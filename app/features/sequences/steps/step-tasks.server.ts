import { and, eq, inArray, isNull } from "drizzle-orm";
import { lastEventsOf } from "#app/features/events/log.server.ts";
import { isSuppressed } from "#app/features/mail/refusals/suppression.server.ts";
import { prospect, prospectAddress, type TaskOrigin } from "#app/features/pipeline/tables.server.ts";
import { addTask, lockOwnTasks, type OwnTask, settleTasks } from "#app/features/pipeline/tasks/tasks.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type EndReason, endReasons } from "../definitions/definition.ts";
import { readVersions } from "../definitions/versions.server.ts";
import { outreachLimits } from "../settings.server.ts";
import { enrollment } from "../tables.server.ts";
import { loadFacts, personColumns } from "./facts.server.ts";
import { exitOf } from "./rules.ts";
import { taskDueOn } from "./send-times.ts";

/*
 * Tasks that the product adds by itself: of a step of a sequence, to reply, and to read a rejection. Each is settled, with the reason,
 * once it no longer needs to be done: a step's task by an exit of its enrollment, also after the last step; a task to reply when the
 * person books or pays or the deal is closed; a rejection when the address is allowed again or the deal is lost.
 */

/** Adds a task about a prospect for its owner; unassigned if the owner has left the firm. */
export async function addTaskForOwner(
  tx: Ctx,
  { id, ownerId }: { id: string; ownerId: string | null },
  task: { title: string; dueInBusinessDays: number; origin: TaskOrigin; originId?: string },
): Promise<void> {
  const { title, dueInBusinessDays, origin, originId = null } = task;
  const dueOn = taskDueOn(dueInBusinessDays, tx.now, outreachLimits().firmZone);
  const input = { prospectId: id, title, dueOn, origin, originId };
  const added = await addTask(tx, { ...input, assigneeId: ownerId });
  if (added.ok) return;
  const again = added.reason.kind === "unknown_assignee" ? await addTask(tx, { ...input, assigneeId: null }) : added;
  if (!again.ok) log.warn({ reason: again.reason.kind }, "sequence task not created");
}

/** Ends after which the work on a person continues: no step is left, or the kept prospect of a merge takes over. */
const continues = (reason: EndReason): boolean => reason === "completed" || reason === "merged";

/** Settles the open tasks of enrollments that have ended. */
export async function settleStepTasks(tx: Ctx, ended: readonly { id: string; reason: EndReason }[]): Promise<void> {
  const reasons = new Map(ended.filter(({ reason }) => !continues(reason)).map(({ id, reason }) => [id, reason]));
  if (reasons.size === 0) return;
  const tasks = await lockOwnTasks(tx, { originIds: [...reasons.keys()] });
  await settleTasks(
    tx,
    tasks.map((task) => ({ task, because: endReasons[reasons.get(task.originId!)!] })),
  );
}

/** Settles the open tasks about one person, or of a part of all. Returns how many, and the last task that was checked. */
export async function settleTasksOf(
  tx: Ctx,
  of: { prospectId: string } | { after: string; limit: number },
): Promise<{ settled: number; last: string | undefined }> {
  const tasks = await lockOwnTasks(tx, of);
  if (tasks.length === 0) return { settled: 0, last: undefined };
  const reasons = [await stepReasons(tx, tasks), await contactReasons(tx, tasks)];
  const settled = tasks.flatMap((task) => {
    const because = reasons.map((found) => found.get(task.id)).find(Boolean);
    return because ? [{ task, because }] : [];
  });
  await settleTasks(tx, settled);
  return { settled: settled.length, last: tasks.at(-1)?.id };
}

const atOnce = 200;

/** Settles tasks whose reason no event announced, such as a suppression that was lifted. Runs each hour. */
export async function settleOpenTasks(ctx: Ctx): Promise<{ settled: number }> {
  let settled = 0;
  let after: string | undefined = "00000000-0000-0000-0000-000000000000";
  while (after) {
    const from: string = after;
    const part = await inTransaction(ctx, (tx) => settleTasksOf(tx, { after: from, limit: atOnce }));
    settled += part.settled;
    after = part.last;
  }
  return { settled };
}

async function stepReasons(tx: Ctx, tasks: readonly OwnTask[]): Promise<Map<string, string>> {
  const ofSteps = tasks.filter(({ origin }) => origin === "sequence");
  if (ofSteps.length === 0) return new Map();
  const rows = await tx.db
    .select({ row: enrollment, person: personColumns })
    .from(enrollment)
    .innerJoin(prospect, eq(prospect.id, enrollment.prospectId))
    .where(
      inArray(
        enrollment.id,
        ofSteps.map(({ originId }) => originId!),
      ),
    );
  const facts = await loadFacts(
    tx,
    rows.map(({ row: { sinceEvent, goal, isAutomatic }, person }) => ({ person, sinceEvent, goal, isAutomatic })),
  );
  const versions = await readVersions(
    tx,
    rows.map(({ row }) => row.versionId),
  );
  const reasonOf = new Map(
    rows.map(({ row }, at) => {
      const ended = row.reason && !continues(row.reason) ? row.reason : null;
      return [row.id, ended ?? exitOf(versions.get(row.versionId)!.definition, facts[at]!)];
    }),
  );
  return new Map(
    ofSteps.flatMap(({ id, originId }): [string, string][] => {
      const reason = reasonOf.get(originId!);
      return reason && !continues(reason) ? [[id, endReasons[reason]]] : [];
    }),
  );
}

const contactEvents = { "booking.made": endReasons.booking, "payment.received": endReasons.purchase } as const;

/** Reasons of tasks to reply and to read a rejection. Ids of tasks and events are in the order of their creation. */
async function contactReasons(tx: Ctx, tasks: readonly OwnTask[]): Promise<Map<string, string>> {
  const others = tasks.filter(({ origin }) => origin !== "sequence");
  if (others.length === 0) return new Map();
  const ids = [...new Set(others.map(({ prospectId }) => prospectId))];
  const people = await tx.db
    .select({
      id: prospect.id,
      stage: prospect.stage,
      stageSince: prospect.stageSince,
      email: prospectAddress.email,
      isSuppressed: isSuppressed(prospectAddress.email, "outreach"),
    })
    .from(prospect)
    .innerJoin(prospectAddress, eq(prospectAddress.prospectId, prospect.id))
    .where(and(inArray(prospect.id, ids), isNull(prospect.mergedInto)));
  const happened = await lastEventsOf(tx, {
    emails: people.map(({ email }) => email),
    names: Object.keys(contactEvents),
  });
  const reasons = new Map<string, string>();
  for (const { id, prospectId, origin, createdAt } of others) {
    const own = people.filter((person) => person.id === prospectId);
    const addresses = new Set(own.map(({ email }) => email));
    const later = happened.find(({ email, last }) => addresses.has(email) && last > id);
    const isClosed = own.some(
      ({ stage, stageSince }) =>
        (stage === "lost" || (stage === "won" && origin === "reply")) && stageSince > createdAt,
    );
    if (origin === "reply" && later) reasons.set(id, contactEvents[later.name as keyof typeof contactEvents]);
    else if (isClosed) reasons.set(id, endReasons.stage);
    else if (origin === "rejection" && own.length > 0 && own.every((person) => !person.isSuppressed))
      reasons.set(id, "Emails are allowed again");
  }
  return reasons;
}
