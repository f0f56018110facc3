import { eq, max } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import type { BlueprintRefusal } from "#app/features/wizard/drafts.server.ts";
import { markCompleted, withOwnBlueprint } from "#app/features/wizard/wizard.server.ts";
import { dottedPath, fieldErrors } from "#app/lib/forms/validation-messages.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { analysisCreated, analysisRevised } from "../events.ts";
import { writeNarrativeLater } from "../narrative/narrative.server.ts";
import { analysis } from "../tables.server.ts";

/** `fields` maps a path in the input (`processes.2.hours`) to an error message. */
export type AnalysisRefusal = BlueprintRefusal | Refusal<"incomplete", { fields: Record<string, string> }>;

/** The result becomes the blueprint's next revision. */
export function completeAnalysis(
  ctx: SignedInCtx,
  id: string,
): Promise<Result<{ revision: number; createdAt: Date; result: Analysis }, AnalysisRefusal>> {
  return withOwnBlueprint(ctx, id, async (tx, row) => {
    const input = ModelInput.safeParse(row.inputs);
    if (!input.success) return refuse("incomplete", { fields: fieldErrors(input.error.issues, dottedPath) });
    const result = analyze(input.data);
    const [newest] = await tx.db
      .select({ revision: max(analysis.revision) })
      .from(analysis)
      .where(eq(analysis.blueprintId, id));
    const revision = (newest?.revision ?? 0) + 1;
    const analysisId = newId();
    await tx.db.insert(analysis).values({
      id: analysisId,
      blueprintId: id,
      revision,
      modelVersion: result.modelVersion,
      inputs: input.data,
      result,
      createdAt: tx.now,
    });
    await markCompleted(tx, id);
    await writeNarrativeLater(tx, analysisId);
    await publish(tx, revision === 1 ? analysisCreated : analysisRevised, {
      blueprintId: id,
      userId: ctx.actor.userId,
      email: ctx.actor.email,
      companyName: row.companyName,
      revision,
      modelVersion: result.modelVersion,
      annualValueCents: Math.round(result.annualValue * 100),
      employees: input.data.company.employees,
      industry: input.data.company.industry,
    });
    return ok({ revision, createdAt: tx.now, result });
  });
}
