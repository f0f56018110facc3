import { and, eq } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type IdPlace, idPagesOf } from "#app/platform/database/id-pages.server.ts";
import type { Page } from "#app/platform/database/keyset.server.ts";
import { containsWords, folded, splitSearch } from "#app/platform/database/search.server.ts";
import { mailAudit } from "../audit.ts";
import { type SuppressionReason, type SuppressionScope, suppression } from "../tables.server.ts";
import { suppress } from "./suppression.server.ts";

export type SuppressionLine = {
  id: string;
  address: string;
  scope: SuppressionScope;
  reason: SuppressionReason;
  detail: string | null;
  at: Date;
};

const pageSize = 50;

/** Lists suppressions, newest first, a page at a time; `search` is part of the address. */
export async function listSuppressions(
  ctx: Ctx,
  { search, ...place }: { search?: string } & IdPlace,
): Promise<Result<Page<SuppressionLine>, NotAdmin>> {
  if (!canRead(ctx.actor, "mail")) return notAdmin();
  const words = splitSearch(search ?? "");
  const pages = idPagesOf(suppression.id, place, pageSize);
  const rows = await ctx.db
    .select()
    .from(suppression)
    .where(and(containsWords(folded(suppression.address), words), pages.where))
    .orderBy(pages.orderBy)
    .limit(pages.limit);
  return ok(pages.of(rows));
}

/** Stops all lists for an address after its owner asked by other means than our links. */
export async function addSuppression(
  ctx: Ctx,
  { address, detail }: { address: string; detail?: string | undefined },
): Promise<Result<null, NotAdmin>> {
  return adminCommand(ctx, "mail", async (tx) => {
    await suppress(tx, { address, scope: "lists", reason: "admin", ...(detail && { detail }) });
    const [row] = await tx.db
      .select({ id: suppression.id })
      .from(suppression)
      .where(and(eq(suppression.address, address.toLowerCase()), eq(suppression.scope, "lists")));
    return recorded({ action: mailAudit.suppressionAdded, subject: row!.id }, null);
  });
}

export async function liftSuppression(ctx: Ctx, id: string): Promise<Result<null, NotAdmin | NotFound>> {
  return adminCommand(ctx, "mail", async (tx) => {
    if (!isUuid(id)) return notFound();
    const [gone] = await tx.db.delete(suppression).where(eq(suppression.id, id)).returning();
    if (!gone) return notFound();
    return recorded(
      {
        action: mailAudit.suppressionLifted,
        subject: id,
        detail: { scope: gone.scope, reason: gone.reason },
      },
      null,
    );
  });
}
