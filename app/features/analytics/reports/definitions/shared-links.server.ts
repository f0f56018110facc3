/*
 * Links with which anyone can read the overview, with filters that cannot be removed. Admins end them at any time; an ended link never
 * opens again.
 */
import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { analyticsAudit } from "#app/features/analytics/audit.ts";
import { analyticsSharedLink } from "#app/features/analytics/tables.server.ts";
import { maxFilters, VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { env } from "#app/platform/env.server.ts";
import { hashToken, keyedHash } from "#app/platform/secrets/hashes.server.ts";

export const maxSharedLinks = 20;

export const SharedLinkInput = z.object({
  name: text({ max: 60, required: "Enter a name." }),
  filters: z.array(VisitFilter).max(maxFilters),
});
export type SharedLinkInput = z.infer<typeof SharedLinkInput>;

/** `url`: null if the link was created with another SECRET, so that its URL cannot be shown. */
export type SharedLink = { id: string; name: string; filters: VisitFilter[]; createdAt: Date; url: string | null };

const tokenOf = (id: string) => keyedHash("analytics-share", id);
const urlOf = (id: string) => `${env().SITE_URL}/share/${tokenOf(id)}/analytics`;

/** The open links, oldest first. For admin pages. */
export const listSharedLinks = async (ctx: Pick<Ctx, "db">): Promise<SharedLink[]> => {
  const { createdAt, endedAt } = analyticsSharedLink;
  const rows = await ctx.db.select().from(analyticsSharedLink).where(isNull(endedAt)).orderBy(asc(createdAt));
  return rows.map(({ id, name, filters, tokenHash, ...row }) => ({
    ...{ id, name, filters, createdAt: row.createdAt },
    url: hashToken(tokenOf(id)) === tokenHash ? urlOf(id) : null,
  }));
};

/** Opens a link. Refusal: too_many_links. For admins. */
export const createSharedLink = (
  ctx: Ctx,
  { name, filters }: SharedLinkInput,
): Promise<Result<{ id: string; url: string }, NotAdmin | Refusal<"too_many_links">>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    await takeTurn(tx, "analytics-shared-link", "all");
    const open = await tx.db.$count(analyticsSharedLink, isNull(analyticsSharedLink.endedAt));
    if (open >= maxSharedLinks) return refuse("too_many_links");
    const id = newId();
    const tokenHash = hashToken(tokenOf(id));
    await tx.db
      .insert(analyticsSharedLink)
      .values({ id, name, tokenHash, filters: [...filters], createdBy: userIdOf(tx.actor), createdAt: tx.now });
    return recorded({ action: analyticsAudit.linkCreated, subject: id, detail: { name } }, { id, url: urlOf(id) });
  });

/** Ends a link. Idempotent. For admins. */
export const endSharedLink = (ctx: Ctx, { linkId }: { linkId: string }): Promise<Result<undefined, NotAdmin>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    const [ended] = await tx.db
      .update(analyticsSharedLink)
      .set({ endedAt: tx.now })
      .where(and(eq(analyticsSharedLink.id, linkId), isNull(analyticsSharedLink.endedAt)))
      .returning({ name: analyticsSharedLink.name });
    return ended ? recorded({ action: analyticsAudit.linkEnded, subject: linkId, detail: ended }) : unrecorded();
  });

/** What a link shows. Refusals: not_found, ended. For everyone. */
export async function openSharedLink(
  ctx: Pick<Ctx, "db">,
  token: string,
): Promise<Result<{ name: string; filters: VisitFilter[] }, NotFound | Refusal<"ended">>> {
  const [link] = await ctx.db
    .select()
    .from(analyticsSharedLink)
    .where(eq(analyticsSharedLink.tokenHash, hashToken(token)));
  if (!link) return notFound();
  return link.endedAt === null ? ok({ name: link.name, filters: link.filters }) : refuse("ended");
}
