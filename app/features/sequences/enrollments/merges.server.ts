import { and, eq, ne, sql } from "drizzle-orm";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enrollment } from "../tables.server.ts";
import { endEnrollments } from "./ending.server.ts";

/**
 * Moves the enrollments of merged prospects to the kept prospect, and back after the merge is undone. An open
 * enrollment ends instead if the kept prospect was in the same sequence before or is in one with the same goal, so that
 * no one gets a sequence twice. Idempotent; in the transaction of the worker or of an exit.
 */
export async function followMerges(tx: Ctx): Promise<void> {
  const { rows: misplaced } = await tx.db.execute<{ id: string; holder: string }>(sql`
    with recursive path(id, top) as (
      select id, merged_into from ${prospect} where merged_into is not null
      union all
      select path.id, p.merged_into from path join ${prospect} p on p.id = path.top where p.merged_into is not null
    ), root as (
      select path.id, path.top from path join ${prospect} p on p.id = path.top where p.merged_into is null
    ), involved as (
      select id, prospect_id, origin_id from ${enrollment} where prospect_id in (select id from root)
      union
      select id, prospect_id, origin_id from ${enrollment} where origin_id is not null
    )
    select involved.id, coalesce(root.top, involved.origin_id) as holder
    from involved left join root on root.id = coalesce(involved.origin_id, involved.prospect_id)
    where coalesce(root.top, involved.origin_id) <> involved.prospect_id
    order by involved.id`);
  for (const { id, holder } of misplaced) await move(tx, id, holder);
}

async function move(tx: Ctx, id: string, holder: string): Promise<void> {
  const [row] = await tx.db.select().from(enrollment).where(eq(enrollment.id, id)).for("update", { skipLocked: true });
  if (!row || row.prospectId === holder) return;
  const { goal, sequenceId, state, prospectId, originId } = row;
  if (isOpen(state)) {
    const others = await tx.db
      .select({ goal: enrollment.goal, sequenceId: enrollment.sequenceId, state: enrollment.state })
      .from(enrollment)
      .where(and(eq(enrollment.prospectId, holder), ne(enrollment.id, id), ne(enrollment.state, "blocked")))
      .for("update");
    if (others.some((other) => other.sequenceId === sequenceId || (other.goal === goal && isOpen(other.state))))
      await endEnrollments(tx, [{ id, state: "exited", reason: "merged" }]);
  }
  await tx.db
    .update(enrollment)
    .set({ prospectId: holder, originId: originId ?? prospectId })
    .where(eq(enrollment.id, id));
}

const isOpen = (state: string) => state === "active" || state === "paused";
