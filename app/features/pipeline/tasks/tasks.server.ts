import { and, asc, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { system } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse, type Stale, stale } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "../audit.ts";
import { isAdmin, lockProspect } from "../prospects/prospect-commands.server.ts";
import type { TaskEdit, TaskText } from "../prospects/prospect-input.ts";
import { prospectTask, type TaskOrigin } from "../tables.server.ts";
import { isDueDateAllowed } from "./due-dates.ts";

type TaskRefusal = Refusal<"unknown_assignee" | "due_date_not_allowed">;

/**
 * Adds a task to a prospect. `origin`: why the product adds it; `settleTasks` then closes it. Refusals: not_found, due_date_not_allowed (past or years ahead), unknown_assignee (not an
 * admin). For admins.
 */
export function addTask(
  ctx: Ctx,
  {
    prospectId,
    title,
    dueOn,
    assigneeId,
    origin = null,
    originId = null,
  }: TaskText & { prospectId: string; origin?: TaskOrigin | null; originId?: string | null },
): Promise<Result<{ id: string }, NotAdmin | NotFound | TaskRefusal>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    if (!(await lockProspect(tx, prospectId))) return notFound();
    if (dueOn && !isDueDateAllowed(dueOn, tx.now)) return refuse("due_date_not_allowed");
    if (assigneeId && !(await isAdmin(tx, assigneeId))) return refuse("unknown_assignee");
    const id = newId();
    await tx.db.insert(prospectTask).values({
      ...{ id, prospectId, title, dueOn, assigneeId, createdAt: tx.now },
      ...{ origin, originId },
    });
    return recorded({ action: pipelineAudit.taskCreated, subject: prospectId, detail: { task: id, title } }, { id });
  });
}

/**
 * Changes a task's text, due date and assignee. Refusals: not_found, stale (a colleague changed it; with the current `version`),
 * due_date_not_allowed (past or years ahead; an unchanged date is allowed), unknown_assignee (not an admin; an unchanged assignee is
 * allowed). For admins.
 */
export function editTask(
  ctx: Ctx,
  { taskId, title, dueOn, assigneeId, version }: TaskEdit & { taskId: string },
): Promise<Result<undefined, NotAdmin | NotFound | TaskRefusal | Stale<{ version: number }>>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const [task] = await tx.db.select().from(prospectTask).where(eq(prospectTask.id, taskId)).for("update");
    if (!task) return notFound();
    if (task.title === title && task.dueOn === dueOn && task.assigneeId === assigneeId) return unrecorded();
    if (task.version !== version) return stale({ version: task.version });
    if (dueOn && dueOn !== task.dueOn && !isDueDateAllowed(dueOn, tx.now)) return refuse("due_date_not_allowed");
    if (assigneeId && assigneeId !== task.assigneeId && !(await isAdmin(tx, assigneeId)))
      return refuse("unknown_assignee");
    const changes = changedValues(task, { title, dueOn, assigneeId });
    await tx.db
      .update(prospectTask)
      .set({ title, dueOn, assigneeId, version: version + 1 })
      .where(eq(prospectTask.id, taskId));
    return recorded({
      action: pipelineAudit.taskChanged,
      subject: task.prospectId,
      detail: { task: taskId, title, changes },
    });
  });
}

/** Marks a task as done, or reopens it; the product no longer closes a reopened task. Refusal: not_found. For admins. */
export function markTask(
  ctx: Ctx,
  { taskId, isDone }: { taskId: string; isDone: boolean },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const [task] = await tx.db.select().from(prospectTask).where(eq(prospectTask.id, taskId)).for("update");
    if (!task) return notFound();
    if ((task.doneAt !== null) === isDone) return unrecorded();
    await tx.db
      .update(prospectTask)
      .set(isDone ? { doneAt: tx.now } : { doneAt: null, origin: null, originId: null, settledBecause: null })
      .where(eq(prospectTask.id, taskId));
    const detail = { task: taskId, title: task.title, isDone };
    return recorded({ action: pipelineAudit.taskChanged, subject: task.prospectId, detail });
  });
}

export type OwnTask = Pick<
  typeof prospectTask.$inferSelect,
  "id" | "prospectId" | "title" | "createdAt" | "origin" | "originId"
>;

/** Lists open tasks that the product added, of one prospect or of these origins, and locks them. */
export const lockOwnTasks = (
  tx: Pick<Ctx, "db">,
  of: { prospectId: string } | { originIds: readonly string[] } | { after: string; limit: number },
): Promise<OwnTask[]> =>
  tx.db
    .select(pick(prospectTask, ["id", "prospectId", "title", "createdAt", "origin", "originId"]))
    .from(prospectTask)
    .where(
      and(
        isNull(prospectTask.doneAt),
        isNotNull(prospectTask.origin),
        "prospectId" in of
          ? eq(prospectTask.prospectId, of.prospectId)
          : "originIds" in of
            ? inArray(prospectTask.originId, [...of.originIds])
            : gt(prospectTask.id, of.after),
      ),
    )
    .orderBy(asc(prospectTask.id))
    .limit("limit" in of ? of.limit : 1000)
    .for("update");

/** Marks locked tasks that the product added as done, each with its reason as displayed. In a transaction. */
export async function settleTasks(
  tx: Ctx,
  settled: readonly { task: Pick<OwnTask, "id" | "prospectId" | "title">; because: string }[],
): Promise<void> {
  const own = { ...tx, actor: system };
  for (const { task, because } of settled)
    await adminCommand(own, "pipeline", async ({ db, now }) => {
      const done = { doneAt: now, settledBecause: because };
      await db.update(prospectTask).set(done).where(eq(prospectTask.id, task.id));
      const detail = { task: task.id, title: task.title, isDone: true, because };
      return recorded({ action: pipelineAudit.taskChanged, subject: task.prospectId, detail });
    });
}

/** Deletes a task. Idempotent. Refusal: stale if a version is given and a colleague changed the task. For admins. */
export function deleteTask(
  ctx: Ctx,
  { taskId, version }: { taskId: string; version?: number | undefined },
): Promise<Result<undefined, NotAdmin | Stale<{ version: number }>>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const [task] = await tx.db.select().from(prospectTask).where(eq(prospectTask.id, taskId)).for("update");
    if (!task) return unrecorded();
    if (version !== undefined && task.version !== version) return stale({ version: task.version });
    await tx.db.delete(prospectTask).where(eq(prospectTask.id, taskId));
    const detail = { task: taskId, title: task.title };
    return recorded({ action: pipelineAudit.taskDeleted, subject: task.prospectId, detail });
  });
}
