import { and, desc, eq, isNull } from "drizzle-orm";
import { hasWizardAccess } from "#app/features/access/grants.server.ts";
import type { DraftInput } from "#app/features/roi/model-input.ts";
import type { SignedIn } from "#app/lib/actor.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { AssumedPart, BlueprintAbout, BlueprintMode, BlueprintStatus, WizardStep } from "./blueprint.ts";
import { blueprint } from "./tables.server.ts";

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

export type BlueprintRefusal = NotFound | Refusal<"no_access">;

/** Whether the actor may use the wizard now: by a grant, or as an admin. */
export const mayUseWizard = (ctx: MemberCtx): Promise<boolean> => hasWizardAccess(ctx, ctx.actor.userId);

/** One of the actor's blueprints. Somebody else's, a deleted one and a made-up id are all not found. */
export async function getBlueprint(ctx: MemberCtx, id: string): Promise<Result<Blueprint, BlueprintRefusal>> {
  if (!(await mayUseWizard(ctx))) return refuse("no_access");
  if (!isUuid(id)) return notFound();
  const [row] = await ctx.db
    .select()
    .from(blueprint)
    .where(and(eq(blueprint.id, id), isOwn(ctx)));
  return row ? ok(blueprintOf(row)) : notFound();
}

/** The actor's newest unfinished blueprint, where the wizard goes on when no other is named; undefined when none is. */
export async function findOpenDraft(ctx: MemberCtx): Promise<Result<Blueprint | undefined, Refusal<"no_access">>> {
  if (!(await mayUseWizard(ctx))) return refuse("no_access");
  const [row] = await ctx.db
    .select()
    .from(blueprint)
    .where(and(isOwn(ctx), eq(blueprint.status, "draft"), eq(blueprint.mode, "guided")))
    .orderBy(desc(blueprint.updatedAt))
    .limit(1);
  return ok(row && blueprintOf(row));
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
