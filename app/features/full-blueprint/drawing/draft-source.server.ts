import { desc, eq } from "drizzle-orm";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { completeAnalysis } from "#app/features/roi/stored-analysis.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { DraftSource } from "./first-draft.ts";

/** Does not check the actor. Throws without an analysis: an unlocked blueprint has one. */
export async function getDraftSource(
  { db }: Pick<Ctx, "db">,
  blueprintId: string,
): Promise<Pick<DraftSource, "inputs" | "result">> {
  const [run] = await db
    .select({ inputs: analysis.inputs, result: analysis.result })
    .from(analysis)
    .where(eq(analysis.blueprintId, blueprintId))
    .orderBy(desc(analysis.revision))
    .limit(1);
  if (!run) throw new Error(`Blueprint ${blueprintId} has no analysis`);
  return { inputs: run.inputs, result: completeAnalysis(run.inputs, run.result) };
}
