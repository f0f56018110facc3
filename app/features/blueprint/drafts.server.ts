import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { hasWizardAccess } from "#app/features/access/grants.server.ts";
import type { DraftInput } from "#app/features/roi/model-input.ts";
import type { SignedIn } from "#app/lib/actor.ts";
import { ok, type Result, refuse } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { AssumedPart, BlueprintAbout, BlueprintMode, BlueprintStatus, WizardStep } from "./blueprint.ts";
import { analysis, blueprint } from "./tables.server.ts";

/** The context of somebody who is signed in; every read and verb of this room is theirs alone. */
export type MemberCtx = Ctx & { actor: SignedIn };

/** A blueprint as its owner sees it. */
export interface Blueprint {
  id: string;
  mode: BlueprintMode;
  status: BlueprintStatus;
  version: number;
  step: WizardStep;
  about: BlueprintAbout;
  inputs: DraftInput;
  /** What the quick start filled in and nobody has answered yet. */
  assumed: AssumedPart[];
  createdAt: Date;
  updatedAt: Date;
}

/** One line of the list on the mode page; figures are those of the newest analysis. */
export interface BlueprintEntry extends Omit<Blueprint, "inputs" | "assumed"> {
  processCount: number;
  toolCount: number;
  latest: { revision: number; createdAt: Date; hoursSavedPerWeek: number; annualValue: number } | null;
}

export type BlueprintRefusal = "no-access" | "not-found";

/** Whether the actor may use the wizard now: by a grant, or as an admin. */
export const mayUseWizard = (ctx: MemberCtx): Promise<boolean> => hasWizardAccess(ctx, ctx.actor.userId);

/** One of the actor's blueprints. Somebody else's, a deleted one and a made-up id are all not found. */
export async function getBlueprint(ctx: MemberCtx, id: string): Promise<Result<Blueprint, BlueprintRefusal>> {
  if (!(await mayUseWizard(ctx))) return refuse("no-access");
  if (!isUuid(id)) return refuse("not-found");
  const [row] = await ctx.db
    .select()
    .from(blueprint)
    .where(and(eq(blueprint.id, id), isOwn(ctx)));
  return row ? ok(blueprintOf(row)) : refuse("not-found");
}

/** The actor's newest unfinished blueprint, where the wizard goes on when no other is named; undefined when none is. */
export async function findOpenDraft(ctx: MemberCtx): Promise<Result<Blueprint | undefined, "no-access">> {
  if (!(await mayUseWizard(ctx))) return refuse("no-access");
  const [row] = await ctx.db
    .select()
    .from(blueprint)
    .where(and(isOwn(ctx), eq(blueprint.status, "draft"), eq(blueprint.mode, "guided")))
    .orderBy(desc(blueprint.updatedAt))
    .limit(1);
  return ok(row && blueprintOf(row));
}

/** The actor's blueprints, the one changed last first. */
export async function listBlueprints(ctx: MemberCtx): Promise<Result<BlueprintEntry[], "no-access">> {
  if (!(await mayUseWizard(ctx))) return refuse("no-access");
  const newest = ctx.db
    .select({
      revision: analysis.revision,
      analysedAt: sql<Date>`${analysis.createdAt}`.mapWith(analysis.createdAt).as("analysed_at"),
      hours: sql<number>`(${analysis.result}->>'hoursSavedPerWeek')::float8`.as("hours"),
      value: sql<number>`(${analysis.result}->>'annualValue')::float8`.as("value"),
    })
    .from(analysis)
    .where(eq(analysis.blueprintId, blueprint.id))
    .orderBy(desc(analysis.revision))
    .limit(1)
    .as("newest");
  const rows = await ctx.db
    .select()
    .from(blueprint)
    .leftJoinLateral(newest, sql`true`)
    .where(isOwn(ctx))
    .orderBy(desc(blueprint.updatedAt));
  return ok(
    rows.map((row) => {
      const { inputs, assumed: _assumed, ...entry } = blueprintOf(row.blueprint);
      return {
        ...entry,
        processCount: inputs.processes?.length ?? 0,
        toolCount: inputs.stack?.length ?? 0,
        latest: row.newest && {
          revision: row.newest.revision,
          createdAt: row.newest.analysedAt,
          hoursSavedPerWeek: row.newest.hours,
          annualValue: row.newest.value,
        },
      };
    }),
  );
}

/** The condition under which a row of `blueprint` exists for the actor. */
export const isOwn = (ctx: MemberCtx) => and(eq(blueprint.userId, ctx.actor.userId), isNull(blueprint.deletedAt));

export const blueprintOf = (row: typeof blueprint.$inferSelect): Blueprint => ({
  id: row.id,
  mode: row.mode,
  status: row.status,
  version: row.version,
  step: row.step,
  about: { companyName: row.companyName, companyWebsite: row.companyWebsite, role: row.role },
  inputs: row.inputs,
  assumed: row.assumed,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
