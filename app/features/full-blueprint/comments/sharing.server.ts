/*
 * Sharing the full blueprint: a link that lets people without an account read its newest published version.
 *
 * The link is one of the analysis feature's (share-links.server.ts) with its own kind: the same token, expiry and end.
 *
 * Invariants: each read checks that the blueprint is unlocked and published, so a refund closes the link at once. A
 * reader sees only the version: no blueprint id, no name or address of a person, no ticks, comments or earlier
 * versions.
 */

import { and, desc, eq, isNull } from "drizzle-orm";
import {
  endLinks,
  findOwnLink,
  isLinkOver,
  type Link,
  ofOwn,
  openLink,
  shareToken,
  shareUrl,
} from "#app/features/analysis/sharing/share-links.server.ts";
import { shareLink } from "#app/features/analysis/tables.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { fullBlueprintShared } from "../events.ts";
import { getVersion } from "../full-blueprint.server.ts";
import type { FullBlueprintContent } from "../full-blueprint.ts";
import { fullBlueprintVersion, unlock } from "../tables.server.ts";

const kind = "full-blueprint";

export type FullBlueprintShare = { url: string; createdAt: Date; expiresAt: Date };

/** Opens a link, or returns the open one; `days` sets a new expiry. `locked`: nothing is published. */
export async function shareFullBlueprint(
  ctx: SignedInCtx,
  { id, days }: { id: string; days?: number | undefined },
): Promise<Result<FullBlueprintShare, NotFound | Refusal<"locked">>> {
  const version = await getVersion(ctx, id);
  if (!version.ok) return version;
  return ofOwn(ctx, id, async (tx) => {
    const { link, isNew } = await openLink(tx, { blueprintId: id, kind, revision: null, days });
    const { userId, email } = ctx.actor;
    if (isNew) await publish(tx, fullBlueprintShared, { blueprintId: id, userId, email });
    return ok(shareOf(link));
  });
}

/** Idempotent. */
export const endFullBlueprintShare = (ctx: SignedInCtx, id: string): Promise<Result<undefined, NotFound>> =>
  ofOwn(ctx, id, async (tx) => {
    await endLinks(tx, id, kind);
    return ok();
  });

/** Null if there is none or it has expired. */
export async function findFullBlueprintShare(
  ctx: SignedInCtx,
  blueprintId: string,
): Promise<FullBlueprintShare | null> {
  const link = await findOwnLink(ctx, blueprintId, kind);
  return link && shareOf(link);
}

export type SharedFullBlueprint = {
  companyName: string;
  number: number;
  publishedAt: Date;
  expiresAt: Date;
  content: FullBlueprintContent;
};

/** For anyone. `ended`: ended or expired link, or a deleted, locked or unpublished blueprint. */
export async function openFullBlueprintShare(
  ctx: Pick<Ctx, "db" | "now">,
  token: string,
): Promise<Result<SharedFullBlueprint, NotFound | Refusal<"ended">>> {
  const [found] = await ctx.db
    .select({
      link: shareLink,
      companyName: blueprint.companyName,
      deletedAt: blueprint.deletedAt,
      unlockId: unlock.id,
      version: fullBlueprintVersion,
    })
    .from(shareLink)
    .innerJoin(blueprint, eq(blueprint.id, shareLink.blueprintId))
    .leftJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .leftJoin(fullBlueprintVersion, eq(fullBlueprintVersion.blueprintId, blueprint.id))
    .where(and(eq(shareLink.tokenHash, hashToken(token)), eq(shareLink.kind, kind)))
    .orderBy(desc(fullBlueprintVersion.number))
    .limit(1);
  if (!found) return notFound();
  const { link, companyName, deletedAt, unlockId, version } = found;
  if (isLinkOver(ctx, link) || deletedAt || !unlockId || !version) return refuse("ended");
  const { number, publishedAt, content } = version;
  return ok({ companyName, number, publishedAt, expiresAt: link.expiresAt, content });
}

const shareOf = ({ id, createdAt, expiresAt }: Link): FullBlueprintShare => ({
  url: `${shareUrl(shareToken(id))}/full`,
  createdAt,
  expiresAt,
});
