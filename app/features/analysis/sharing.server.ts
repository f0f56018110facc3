/*
 * Sharing: a link that lets people without an account read one revision of an analysis.
 *
 * Life of a link: created for a revision → possibly switched to a newer one, at the same URL → ended by its owner, by
 * expiry, or with its blueprint. An ended link never works again; sharing again creates a new URL.
 *
 * Invariants: the database does not contain the token. Anyone with the URL can read the analysis and nothing else: no
 * blueprint id, no name, address or role of a person, no other revision. Reading changes nothing. Sharing and unsharing
 * need no wizard access, as reading one's own finished analysis (docs/decisions/0055).
 */

import { and, eq, isNull } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import { completeAnalysis } from "#app/features/roi/stored-analysis.ts";
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
 * Opens a link to the given revision, by default the latest. An open link keeps its URL and switches to that revision; its
 * expiry changes only if a number of days is given.
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

/** Ends the open link. Idempotent. */
export const endShare = (ctx: MemberCtx, id: string): Promise<Result<undefined, NotFound>> =>
  ofOwn(ctx, id, async (tx) => {
    await endLinks(tx, id);
    return ok();
  });

/** The open link of one of the actor's blueprints; null if there is none or it has expired. */
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

/** Reads by token, for anyone. `ended`: the link was ended, has expired, or its blueprint was deleted. */
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
    result: completeAnalysis(run.inputs, run.result),
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

/** The link that is valid now. */
async function findOpen(ctx: Pick<Ctx, "db" | "now">, blueprintId: string): Promise<Link | undefined> {
  const [link] = await ctx.db
    .select()
    .from(shareLink)
    .where(and(eq(shareLink.blueprintId, blueprintId), isNull(shareLink.endedAt)));
  return link && isOpen(ctx, link) ? link : undefined;
}

/** If the token does not match, the link was created with another SECRET and its URL cannot be shown. */
const isOpen = ({ now }: Pick<Ctx, "now">, { id, expiresAt, tokenHash }: Link): boolean =>
  expiresAt > now && hashShareToken(shareToken(id)) === tokenHash;

const endLinks = (tx: Ctx, blueprintId: string) =>
  tx.db
    .update(shareLink)
    .set({ endedAt: tx.now })
    .where(and(eq(shareLink.blueprintId, blueprintId), isNull(shareLink.endedAt)));

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);

/** Runs on the actor's blueprint with its row locked, so two simultaneous Share requests get the same URL. */
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
