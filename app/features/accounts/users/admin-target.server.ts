import { and, asc, eq, isNull } from "drizzle-orm";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { user } from "../tables.server.ts";

export type TargetRefusal = NotAdmin | NotFound | Refusal<"own_account">;

/**
 * Locks the user that an admin changes and returns them. Every such change first locks all admin accounts in the order
 * of their ids and checks the actor again. Changes are therefore serialized, and if two admins remove each other, the
 * second is no longer an admin: together with `own_account` this keeps at least one admin.
 */
export async function lockTarget(tx: Ctx, userId: string): Promise<Result<typeof user.$inferSelect, TargetRefusal>> {
  if (!isUuid(userId)) return notFound();
  const admins = await tx.db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.isAdmin, true), isNull(user.disabledAt)))
    .orderBy(asc(user.id))
    .for("no key update");
  const { actor } = tx;
  if (actor.kind === "user") {
    if (!admins.some(({ id }) => id === actor.userId)) return notAdmin();
    if (actor.userId === userId) return refuse("own_account");
  }
  const [target] = await tx.db.select().from(user).where(eq(user.id, userId)).for("update");
  return target ? ok(target) : notFound();
}
