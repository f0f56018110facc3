import { and, asc, eq, isNull } from "drizzle-orm";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { roleOf } from "#app/lib/rights.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { user } from "../tables.server.ts";

type Target = typeof user.$inferSelect & { isByOwner: boolean };
export type TargetRefusal = NotAdmin | NotFound | Refusal<"own_account" | "owner_only">;

/** Whether the actor can appoint owners: an owner or the system. */
export async function isByOwner({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<boolean> {
  if (actor.kind !== "user") return actor.kind === "system";
  const [self] = await db.select().from(user).where(eq(user.id, actor.userId));
  return self !== undefined && self.disabledAt === null && roleOf(self) === "owner";
}

/**
 * Locks the user that an admin changes and returns them. Every such change first locks all admin accounts in the order
 * of their ids and checks the actor again. Changes are therefore serialized, and if two admins remove each other, the
 * second is no longer an admin: together with `own_account` this keeps at least one admin. Only owners change an owner
 * (`owner_only`), so likewise one owner is left.
 */
export async function lockTarget(tx: Ctx, userId: string): Promise<Result<Target, TargetRefusal>> {
  if (!isUuid(userId)) return notFound();
  const admins = await tx.db
    .select({ id: user.id, isAdmin: user.isAdmin, role: user.role })
    .from(user)
    .where(and(eq(user.isAdmin, true), isNull(user.disabledAt)))
    .orderBy(asc(user.id))
    .for("no key update");
  const { actor } = tx;
  const self = actor.kind === "user" ? admins.find(({ id }) => id === actor.userId) : null;
  if (self === undefined) return notAdmin();
  if (self?.id === userId) return refuse("own_account");
  const isOwner = self === null || roleOf(self) === "owner";
  const [target] = await tx.db.select().from(user).where(eq(user.id, userId)).for("update");
  if (!target) return notFound();
  if (!isOwner && roleOf(target) === "owner") return refuse("owner_only");
  return ok({ ...target, isByOwner: isOwner });
}
