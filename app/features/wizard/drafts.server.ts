import { and, eq, isNull, type Placeholder } from "drizzle-orm";
import type { DenialReason } from "#app/features/access/access.ts";
import { hasWizardAccess, readAccess } from "#app/features/access/grants/grants.server.ts";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Refused, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import type { AssumedPart, BlueprintAbout, BlueprintMode, BlueprintStatus, WizardStep } from "./blueprint.ts";
import { blueprint } from "./tables.server.ts";

export interface Blueprint {
  id: string;
  mode: BlueprintMode;
  status: BlueprintStatus;
  version: number;
  step: WizardStep;
  about: BlueprintAbout;
  inputs: DraftInput;
  assumed: AssumedPart[];
  changedOn: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** `reason`: why the actor cannot use the wizard now. */
export type NoAccess = Refusal<"no_access", { reason: DenialReason }>;
export type BlueprintRefusal = NotFound | NoAccess;

/** Whether the actor can use the wizard now: through a grant, or as an admin. */
export const mayUseWizard = (ctx: SignedInCtx): Promise<boolean> => hasWizardAccess(ctx, ctx.actor.userId);

/** The refusal for an actor who cannot use the wizard now; otherwise null. */
export async function accessRefusal(ctx: SignedInCtx): Promise<Refused<NoAccess> | null> {
  const { hasAccess, reason } = await readAccess(ctx, ctx.actor.userId);
  return hasAccess ? null : refuse("no_access", { reason: reason ?? "no_grant" });
}

export async function getBlueprint(ctx: SignedInCtx, id: string): Promise<Result<Blueprint, BlueprintRefusal>> {
  const refused = await accessRefusal(ctx);
  if (refused) return refused;
  if (!isUuid(id)) return notFound();
  const [row] = await ctx.db
    .select()
    .from(blueprint)
    .where(and(eq(blueprint.id, id), isOwn(ctx)));
  return row ? ok(blueprintOf(row)) : notFound();
}

/** Whether the blueprint is the actor's, whatever their access. */
export async function ownsBlueprint(ctx: SignedInCtx, id: string): Promise<boolean> {
  return isUuid(id) && (await ctx.db.$count(blueprint, and(eq(blueprint.id, id), isOwn(ctx)))) > 0;
}

export const isOwn = (ctx: SignedInCtx) => ownedBy(ctx.actor.userId);

/** `userId`: also a placeholder of a prepared query. */
export const ownedBy = (userId: string | Placeholder) => and(eq(blueprint.userId, userId), isNull(blueprint.deletedAt));

export const blueprintOf = (row: typeof blueprint.$inferSelect): Blueprint => ({
  ...pick(row, ["id", "mode", "status", "version", "step", "inputs", "assumed", "changedOn", "createdAt", "updatedAt"]),
  about: { companyName: row.companyName, companyWebsite: row.companyWebsite, role: row.role },
});
