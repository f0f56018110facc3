import { and, desc, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { type DraftInput, ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { completeAnalysis } from "#app/features/roi/stored-analysis.ts";
import { adviceTitle } from "#app/features/roi/wording/advice.ts";
import type { AssumedPart, BlueprintAbout, BlueprintMode } from "#app/features/wizard/blueprint.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";
import { blueprintOf, isOwn } from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { type KeptNarrative, narrativeOf } from "./narrative/narrative.server.ts";
import { type InputChange, inputChanges } from "./revisions/input-changes.ts";
import { analysis, narrative } from "./tables.server.ts";

/*
 * Analyses: what the return model (roi) computed from the answers of a blueprint, as its owner and readers of a link see it.
 *
 * Life of a record: completing a blueprint stores revision 1 (`analysis`); later answers and analyses add revisions, which never
 * change. A language model may write the narrative later; without one the built-in text is shown. A share link (`share_link`) shows
 * one revision to anyone who has it, until the owner ends it.
 *
 * Events: analysis.created, analysis.revised, analysis.shared.
 *
 * Invariants: owners keep their finished analyses when wizard access ends; figures come from the stored result and are not computed
 * again; a reader of a link learns nothing else of the owner.
 *
 * Begin here: reading. revisions/ stores and compares, sheets/ says what each sheet contains, narrative/, pdf/, sharing/ and ui/ show
 * it, sample/ is the public example.
 */

export interface FinishedAnalysis {
  blueprintId: string;
  /** The blueprint's version, required to change its answers. */
  version: number;
  about: BlueprintAbout;
  revision: number;
  createdAt: Date;
  inputs: ModelInput;
  result: Analysis;
  /** The blueprint's answers have changed since this run. */
  isOutdated: boolean;
  mode: BlueprintMode;
  /** The assumptions in this run's input; empty if the blueprint's answers have changed since. */
  assumed: AssumedPart[];
  revisions: { revision: number; createdAt: Date }[];
  /** Written by a language model; null shows the built-in text. */
  narrative: KeptNarrative | null;
}

export interface RevisionEntry {
  revision: number;
  createdAt: Date;
  recommendation: string;
  hoursSavedPerWeek: number;
  annualValue: number;
  implementationCost: number;
  changes: InputChange[];
}

export interface AnalysisEntry {
  blueprintId: string;
  companyName: string;
  revision: number;
  createdAt: Date;
}

/**
 * Returns an analysis of one of the actor's blueprints: the latest, or the given revision. Needs no wizard access:
 * owners keep their finished analyses when a grant ends (docs/decisions/0050). `no_analysis`: the blueprint has no
 * analysis with that number.
 */
export async function getAnalysis(
  ctx: SignedInCtx,
  blueprintId: string,
  revision?: number,
): Promise<Result<FinishedAnalysis, NotFound | Refusal<"no_analysis">>> {
  if (!isUuid(blueprintId)) return notFound();
  const [found] = await ctx.db
    .select({ row: blueprint, run: analysis, written: narrative, revisions: revisionsOf(blueprint.id) })
    .from(blueprint)
    .leftJoin(
      analysis,
      and(eq(analysis.blueprintId, blueprint.id), revision === undefined ? isNewest : hasNumber(revision)),
    )
    .leftJoin(narrative, eq(narrative.analysisId, analysis.id))
    .where(and(eq(blueprint.id, blueprintId), isOwn(ctx)));
  if (!found) return notFound();
  const { row, run, written, revisions } = found;
  if (!run) return refuse("no_analysis");
  return ok({
    blueprintId,
    version: row.version,
    about: blueprintOf(row).about,
    revision: run.revision,
    createdAt: run.createdAt,
    inputs: run.inputs,
    result: completeAnalysis(run.inputs, run.result),
    isOutdated: isNotOf(run.inputs, row.inputs),
    mode: row.mode,
    assumed: assumedIn(row, run.inputs),
    revisions,
    narrative: written && narrativeOf(written),
  });
}

const isNewest = sql`${analysis.revision} = (select max(revision) from ${analysis} where blueprint_id = ${blueprint.id})`;

/** A number from a URL can exceed the column's range; it then matches no revision. */
const hasNumber = (revision: number) =>
  Number.isInteger(revision) && Math.abs(revision) < 2 ** 31 ? eq(analysis.revision, revision) : sql`false`;

/** JSON array: number and time of every revision, newest first. */
const revisionsOf = (blueprintId: SQLWrapper) =>
  sql`(select coalesce(json_agg(json_build_object('revision', revision, 'createdAt', created_at) order by revision desc), '[]')
    from ${analysis} where blueprint_id = ${blueprintId})`.mapWith(
    (entries: { revision: number; createdAt: string }[]) =>
      entries.map(({ revision, createdAt }) => ({ revision, createdAt: new Date(createdAt) })),
  );

const maxListed = 40;

/** The newest forty, each with its changes from the previous one. */
export async function listRevisions(ctx: SignedInCtx, blueprintId: string): Promise<RevisionEntry[]> {
  if (!isUuid(blueprintId)) return [];
  const rows = await ctx.db
    .select({ run: analysis })
    .from(analysis)
    .innerJoin(blueprint, eq(blueprint.id, analysis.blueprintId))
    .where(and(eq(analysis.blueprintId, blueprintId), isOwn(ctx)))
    .orderBy(desc(analysis.revision))
    .limit(maxListed + 1);
  return rows.slice(0, maxListed).map(({ run }, index) => {
    const before = rows[index + 1]?.run;
    return {
      revision: run.revision,
      createdAt: run.createdAt,
      recommendation: adviceTitle(run.result),
      hoursSavedPerWeek: run.result.hoursSavedPerWeek,
      annualValue: run.result.annualValue,
      implementationCost: run.result.implementationCost,
      changes: before ? inputChanges(before.inputs, run.inputs) : [],
    };
  });
}

export function listAnalyses(ctx: SignedInCtx): Promise<AnalysisEntry[]> {
  return ctx.db
    .select({
      blueprintId: blueprint.id,
      companyName: blueprint.companyName,
      revision: analysis.revision,
      createdAt: analysis.createdAt,
    })
    .from(analysis)
    .innerJoin(blueprint, eq(blueprint.id, analysis.blueprintId))
    .where(isOwn(ctx))
    .orderBy(desc(blueprint.updatedAt), desc(analysis.revision));
}

/** Returns the assumed parts of an analyzed input, as long as the blueprint still has that input. */
export const assumedIn = (
  { inputs, assumed }: { inputs: DraftInput; assumed: AssumedPart[] },
  analyzed: ModelInput,
): AssumedPart[] => (isNotOf(analyzed, inputs) ? [] : assumed);

function isNotOf(analyzed: ModelInput, draft: DraftInput): boolean {
  const now = ModelInput.safeParse(draft);
  return !now.success || !sameValue(now.data, analyzed);
}
