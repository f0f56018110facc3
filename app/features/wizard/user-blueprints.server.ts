import { and, desc, eq, isNull } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { BlueprintStatus } from "./blueprint.ts";
import { blueprint } from "./tables.server.ts";

export type UserBlueprint = { id: string; companyName: string; status: BlueprintStatus; updatedAt: Date };

const maxOfUser = 20;

export async function listBlueprintsOf(ctx: Ctx, userId: string): Promise<Result<UserBlueprint[], NotAdmin>> {
  if (!canRead(ctx.actor, "users")) return notAdmin();
  const { id, companyName, status, updatedAt } = blueprint;
  const rows = await ctx.db
    .select({ id, companyName, status, updatedAt })
    .from(blueprint)
    .where(and(eq(blueprint.userId, userId), isNull(blueprint.deletedAt)))
    .orderBy(desc(blueprint.updatedAt))
    .limit(maxOfUser);
  return ok(rows);
}
