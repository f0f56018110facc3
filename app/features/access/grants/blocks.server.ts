import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { findUserByEmail } from "#app/features/accounts/profile/profile.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { accessAudit } from "../audit.ts";
import { accessBlock } from "../tables.server.ts";

/*
 * Blocks exclude people from the wizard. A block names an address and its account, if any, so that neither a new code for
 * the address nor a changed address of the account circumvents it. It deletes nothing: codes, grant and drafts work
 * again when it is lifted.
 */

/** Blocks `email` and its account. For admins (aal2). Refusals: not_admin, already_blocked, is_admin. */
export async function blockPerson(
  ctx: Ctx,
  input: { email: string; reason: string },
): Promise<Result<{ id: string }, NotAdmin | Refusal<"already_blocked" | "is_admin">>> {
  return adminCommand(ctx, "access", async (tx) => {
    const person = await findUserByEmail(tx, input.email);
    if (person?.isAdmin) return refuse("is_admin");
    const [blocked] = await tx.db
      .insert(accessBlock)
      .values({
        email: input.email,
        userId: person?.id ?? null,
        reason: input.reason,
        blockedAt: tx.now,
        blockedBy: userIdOf(tx.actor),
      })
      .onConflictDoNothing()
      .returning({ id: accessBlock.id });
    if (!blocked) return refuse("already_blocked");
    return recorded(
      { action: accessAudit.accessBlocked, subject: blocked.id, detail: { reason: input.reason } },
      blocked,
    );
  });
}

/** Unblocks `email` and its account. For admins (aal2). Refusals: not_admin, not_found. */
export async function unblockPerson(
  ctx: Ctx,
  input: { email: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, "access", async (tx) => {
    const lifted = await tx.db
      .update(accessBlock)
      .set({ liftedAt: tx.now })
      .where(and(eq(accessBlock.email, input.email), isNull(accessBlock.liftedAt)))
      .returning({ id: accessBlock.id });
    const [block] = lifted;
    if (!block) return notFound();
    return recorded({ action: accessAudit.accessUnblocked, subject: block.id });
  });
}

/** `email`: the address that the block names, which is the one that `unblockPerson` takes. */
export type ActiveBlock = { email: string; reason: string; blockedAt: Date };

/** The block of an address or of its account, which it follows to another address; null without one. */
export async function findBlock(
  ctx: Pick<Ctx, "db">,
  { email, userId }: { email: string; userId?: string | undefined },
): Promise<ActiveBlock | null> {
  const isNamed = or(eq(accessBlock.email, email), userId ? eq(accessBlock.userId, userId) : undefined);
  const [block] = await ctx.db
    .select({ email: accessBlock.email, reason: accessBlock.reason, blockedAt: accessBlock.blockedAt })
    .from(accessBlock)
    .where(and(isNamed, isNull(accessBlock.liftedAt)))
    .orderBy(desc(accessBlock.blockedAt))
    .limit(1);
  return block ?? null;
}

export async function isBlocked(ctx: Pick<Ctx, "db">, email: string): Promise<boolean> {
  const [block] = await ctx.db
    .select({ id: accessBlock.id })
    .from(accessBlock)
    .where(and(eq(accessBlock.email, email), isNull(accessBlock.liftedAt)))
    .limit(1);
  return block !== undefined;
}

/** Extends a block of `email` to the account that is leaving this address, which may be newer than the block. Returns whether there is one. */
export async function blockAccountOf(
  ctx: Pick<Ctx, "db">,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const blocks = await ctx.db
    .update(accessBlock)
    .set({ userId: sql`coalesce(${accessBlock.userId}, ${userId})` })
    .where(and(eq(accessBlock.email, email), isNull(accessBlock.liftedAt)))
    .returning({ id: accessBlock.id });
  return blocks.length > 0;
}

export const isAccountBlocked = (userId: unknown) =>
  sql<boolean>`exists (select 1 from ${accessBlock} where ${accessBlock.userId} = ${userId} and ${accessBlock.liftedAt} is null)`;
