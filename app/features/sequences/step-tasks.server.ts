import { addTask } from "#app/features/pipeline/tasks.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { taskDueOn } from "./send-times.ts";
import { outreachLimits } from "./settings.server.ts";

/** Adds a task about a prospect for its owner; unassigned if the owner has left the firm. */
export async function addTaskForOwner(
  tx: Ctx,
  { id, ownerId }: { id: string; ownerId: string | null },
  { title, dueInBusinessDays }: { title: string; dueInBusinessDays: number },
): Promise<void> {
  const dueOn = taskDueOn(dueInBusinessDays, tx.now, outreachLimits().firmZone);
  const input = { prospectId: id, title, dueOn };
  const added = await addTask(tx, { ...input, assigneeId: ownerId });
  if (added.ok) return;
  const again = added.reason.kind === "unknown_assignee" ? await addTask(tx, { ...input, assigneeId: null }) : added;
  if (!again.ok) log.warn({ reason: again.reason.kind }, "sequence task not created");
}
