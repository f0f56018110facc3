import { and, eq, isNull } from "drizzle-orm";
import { isOwn } from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotFound, notFound, type Refusal } from "#app/lib/refusal.ts";
import type { Refused, Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { hashToken, keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { type ShareKind, shareLink } from "../tables.server.ts";
import { shareDays } from "./sharing.ts";

/*
 * The links of a blueprint, for both kinds of share: at most one open link per kind, an ended one never opens again,
 * and the database stores only a hash of the token. The content of a link is decided by sharing.server.ts and the full
 * blueprint.
 */

export type Link = typeof shareLink.$inferSelect;

/** `days` changes the expiry of an open link; without it a new link expires after 30 days. */
type LinkOptions = { blueprintId: string; kind: ShareKind; revision: number | null; days: number | undefined };

/**
 * Opens a link, or switches the open one to `revision` at the same URL. Call it inside `ofOwn`. `isNew`: there was no
 * open link.
 */
export async function openLink(
  tx: Ctx,
  { blueprintId, kind, revision, days }: LinkOptions,
): Promise<{ link: Link; isNew: boolean }> {
  const open = await findOpen(tx, blueprintId, kind);
  if (open) {
    const expiresAt = days === undefined ? open.expiresAt : daysFrom(tx.now, days);
    await tx.db.update(shareLink).set({ revision, expiresAt }).where(eq(shareLink.id, open.id));
    return { link: { ...open, revision, expiresAt }, isNew: false };
  }
  await endLinks(tx, blueprintId, kind);
  const id = newId();
  const link: Link = {
    ...{ id, blueprintId, kind, revision, endedAt: null },
    tokenHash: hashToken(shareToken(id)),
    createdAt: tx.now,
    expiresAt: daysFrom(tx.now, days ?? shareDays.standard),
  };
  await tx.db.insert(shareLink).values(link);
  return { link, isNew: true };
}

/** Idempotent. */
export const endLinks = (tx: Ctx, blueprintId: string, kind: ShareKind) =>
  tx.db.update(shareLink).set({ endedAt: tx.now }).where(unended(blueprintId, kind));

/** Null if there is none or it has expired. */
export async function findOwnLink(ctx: SignedInCtx, blueprintId: string, kind: ShareKind): Promise<Link | null> {
  const [found] = await ctx.db
    .select({ link: shareLink })
    .from(shareLink)
    .innerJoin(blueprint, eq(blueprint.id, shareLink.blueprintId))
    .where(and(unended(blueprintId, kind), isOwn(ctx)));
  return found && isOpen(ctx, found.link) ? found.link : null;
}

export const isLinkOver = ({ now }: Pick<Ctx, "now">, { endedAt, expiresAt }: Link): boolean =>
  endedAt !== null || expiresAt <= now;

/** Runs on the actor's blueprint with its row locked, so two simultaneous Share requests get the same URL. */
export async function ofOwn<Outcome extends Result<unknown, Refusal>>(
  ctx: SignedInCtx,
  id: string,
  work: (tx: Ctx) => Promise<Outcome>,
): Promise<Outcome | Refused<NotFound>> {
  if (!isUuid(id)) return notFound();
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select({ id: blueprint.id })
      .from(blueprint)
      .where(and(eq(blueprint.id, id), isOwn(ctx)))
      .for("update");
    return row ? work(tx) : notFound();
  });
}

async function findOpen(tx: Ctx, blueprintId: string, kind: ShareKind): Promise<Link | undefined> {
  const [link] = await tx.db.select().from(shareLink).where(unended(blueprintId, kind));
  return link && isOpen(tx, link) ? link : undefined;
}

/** If the token does not match, the link was created with another SECRET and its URL cannot be shown. */
const isOpen = ({ now }: Pick<Ctx, "now">, { id, expiresAt, tokenHash }: Link): boolean =>
  expiresAt > now && hashToken(shareToken(id)) === tokenHash;

const unended = (blueprintId: string, kind: ShareKind) =>
  and(eq(shareLink.blueprintId, blueprintId), eq(shareLink.kind, kind), isNull(shareLink.endedAt));

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

/**
 * The 256-bit token of a link. Derived from SECRET and the link's id, so that its owner can see the URL again although
 * the database and its backups contain only a hash.
 */
export const shareToken = (linkId: string): string => keyedHash("blueprint-share", linkId);

export const shareUrl = (token: string): string => `${env().SITE_URL}/share/${token}`;
