/*
 * Sharing: a link by which people without an account read one revision of an analysis.
 *
 * Life of a link: made for a revision → perhaps pointed at a newer one, under the same address → ended by its owner, by its
 * date, or with its blueprint. What has ended never opens again; sharing anew makes another address.
 *
 * Always true: the database knows no token. Whoever has the address reads the analysis and nothing else: no id of the
 * blueprint, no name, address or role of a person, no other revision. Reading changes nothing. Like reading one's own finished
 * analysis, sharing it and taking it back need no wizard access (docs/decisions/0055).
 */

import { and, eq, isNull } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";
import { isOwn, type MemberCtx } from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Refused, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { assumedIn } from "./analyses.server.ts";
import { analysisShared } from "./events.ts";
import { type KeptNarrative, narrativeOf } from "./narrative/narrative.server.ts";
import { hashShareToken, shareToken, shareUrl } from "./share-token.server.ts";
import { type ShareWish, shareDays } from "./sharing.ts";
import { analysis, narrative, shareLink } from "./tables.server.ts";

/** An open link as its owner sees it. */
export interface Share {
  url: string;
  revision: number;
  createdAt: Date;
  expiresAt: Date;
}

export type ShareRefusal = NotFound | Refusal<"no_analysis">;

/**
 * Opens a link to the wished revision, the newest unless said otherwise. A link that is open already keeps its address
 * and is pointed at that revision; its last day moves only when days are named.
 */
export async function shareAnalysis(
  ctx: MemberCtx,
  { id, ...wish }: { id: string } & ShareWish,
): Promise<Result<Share, ShareRefusal>> {
  return ofOwn(ctx, id, async (tx) => {
    const runs = await tx.db.select({ revision: analysis.revision }).from(analysis).where(eq(analysis.blueprintId, id));
    const numbers = runs.map(({ revision }) => revision);
    const revision = wish.revision ?? Math.max(...numbers);
    if (!numbers.includes(revision)) return refuse("no_analysis");
    const open = await findOpen(tx, id);
    if (open) {
      const expiresAt = wish.days === undefined ? open.expiresAt : daysFrom(tx.now, wish.days);
      await tx.db.update(shareLink).set({ revision, expiresAt }).where(eq(shareLink.id, open.id));
      return ok(shareOf({ ...open, revision, expiresAt }));
    }
    await endLinks(tx, id);
    const linkId = newId();
    const row = {
      id: linkId,
      blueprintId: id,
      tokenHash: hashShareToken(shareToken(linkId)),
      revision,
      createdAt: tx.now,
      expiresAt: daysFrom(tx.now, wish.days ?? shareDays.standard),
    };
    await tx.db.insert(shareLink).values(row);
    const { userId, email } = ctx.actor;
    await publish(tx, analysisShared, { blueprintId: id, userId, email, revision });
    return ok(shareOf(row));
  });
}

/** Ends the open link; fine when there is none. */
export const endShare = (ctx: MemberCtx, id: string): Promise<Result<undefined, NotFound>> =>
  ofOwn(ctx, id, async (tx) => {
    await endLinks(tx, id);
    return ok();
  });

/** The open link of one of the actor's blueprints; null when there is none, or it has expired. */
export async function findShare(ctx: MemberCtx, blueprintId: string): Promise<Share | null> {
  const [found] = await ctx.db
    .select({ link: shareLink })
    .from(shareLink)
    .innerJoin(blueprint, eq(blueprint.id, shareLink.blueprintId))
    .where(and(eq(shareLink.blueprintId, blueprintId), isNull(shareLink.endedAt), isOwn(ctx)));
  return found && isOpen(ctx, found.link) ? shareOf(found.link) : null;
}

/** What the reader of a link gets. */
export interface SharedAnalysis {
  companyName: string;
  revision: number;
  createdAt: Date;
  expiresAt: Date;
  inputs: ModelInput;
  result: Analysis;
  narrative: KeptNarrative | null;
  assumed: AssumedPart[];
}

/** Reads by token, whoever asks. `ended`: taken back, expired, or the blueprint was deleted. */
export async function openShare(
  ctx: Pick<Ctx, "db" | "now">,
  token: string,
): Promise<Result<SharedAnalysis, NotFound | Refusal<"ended">>> {
  const [found] = await ctx.db
    .select({ link: shareLink, run: analysis, draft: blueprint, written: narrative })
    .from(shareLink)
    .innerJoin(blueprint, eq(blueprint.id, shareLink.blueprintId))
    .innerJoin(
      analysis,
      and(eq(analysis.blueprintId, shareLink.blueprintId), eq(analysis.revision, shareLink.revision)),
    )
    .leftJoin(narrative, eq(narrative.analysisId, analysis.id))
    .where(eq(shareLink.tokenHash, hashShareToken(token)));
  if (!found) return notFound();
  const { link, run, draft, written } = found;
  if (link.endedAt || draft.deletedAt || link.expiresAt <= ctx.now) return refuse("ended");
  return ok({
    companyName: draft.companyName,
    revision: run.revision,
    createdAt: run.createdAt,
    expiresAt: link.expiresAt,
    inputs: run.inputs,
    result: run.result,
    narrative: written && narrativeOf(written),
    assumed: assumedIn(draft, run.inputs),
  });
}

type Link = typeof shareLink.$inferSelect;

const shareOf = (link: Pick<Link, "id" | "revision" | "createdAt" | "expiresAt">): Share => ({
  url: shareUrl(shareToken(link.id)),
  revision: link.revision,
  createdAt: link.createdAt,
  expiresAt: link.expiresAt,
});

/** The link that can be read now. */
async function findOpen(ctx: Pick<Ctx, "db" | "now">, blueprintId: string): Promise<Link | undefined> {
  const [link] = await ctx.db
    .select()
    .from(shareLink)
    .where(and(eq(shareLink.blueprintId, blueprintId), isNull(shareLink.endedAt)));
  return link && isOpen(ctx, link) ? link : undefined;
}

/** The address of a link whose token no longer matches cannot be shown: it was made under another SECRET. */
const isOpen = ({ now }: Pick<Ctx, "now">, { id, expiresAt, tokenHash }: Link): boolean =>
  expiresAt > now && hashShareToken(shareToken(id)) === tokenHash;

const endLinks = (tx: Ctx, blueprintId: string) =>
  tx.db
    .update(shareLink)
    .set({ endedAt: tx.now })
    .where(and(eq(shareLink.blueprintId, blueprintId), isNull(shareLink.endedAt)));

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);

/** Hands over the actor's own blueprint, locked: of two people pressing Share at once both get the same address. */
async function ofOwn<Outcome extends Result<unknown, Refusal>>(
  ctx: MemberCtx,
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
