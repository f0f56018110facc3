/*
 * Sharing: a link that lets people without an account read one revision of an analysis.
 *
 * Life of a link: created for a revision → possibly switched to a newer one, at the same URL → ended by its owner, by
 * expiry, or with its blueprint. An ended link never works again; sharing again creates a new URL.
 *
 * Invariants: the database does not contain the token. Anyone with the URL can read the analysis and nothing else: no
 * blueprint id, no name, address or role of a person, no other revision. Reading changes nothing. Sharing and unsharing
 * need no wizard access, as reading one's own finished analysis.
 */

import { and, eq } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { completeAnalysis } from "#app/features/roi/stored-analysis.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { assumedIn } from "../analysis.server.ts";
import { analysisShared } from "../events.ts";
import { type KeptNarrative, narrativeOf } from "../narrative/narrative.server.ts";
import { analysis, narrative, shareLink } from "../tables.server.ts";
import {
  endLinks,
  findOwnLink,
  isLinkOver,
  type Link,
  ofOwn,
  openLink,
  shareToken,
  shareUrl,
} from "./share-links.server.ts";
import type { ShareOptions } from "./sharing.ts";

export interface Share {
  url: string;
  revision: number;
  createdAt: Date;
  expiresAt: Date;
}

const kind = "analysis";

export type ShareRefusal = NotFound | Refusal<"no_analysis">;

/**
 * Opens a link to the given revision, by default the latest. An open link keeps its URL and switches to that revision; its
 * expiry changes only if a number of days is given.
 */
export async function shareAnalysis(
  ctx: SignedInCtx,
  { id, ...options }: { id: string } & ShareOptions,
): Promise<Result<Share, ShareRefusal>> {
  return ofOwn(ctx, id, async (tx) => {
    const runs = await tx.db.select({ revision: analysis.revision }).from(analysis).where(eq(analysis.blueprintId, id));
    const numbers = runs.map(({ revision }) => revision);
    const revision = options.revision ?? Math.max(...numbers);
    if (!numbers.includes(revision)) return refuse("no_analysis");
    const { link, isNew } = await openLink(tx, { blueprintId: id, kind, revision, days: options.days });
    const { userId, email } = ctx.actor;
    if (isNew) await publish(tx, analysisShared, { blueprintId: id, userId, email, revision });
    return ok(shareOf({ ...link, revision }));
  });
}

/** Idempotent. */
export const endShare = (ctx: SignedInCtx, id: string): Promise<Result<undefined, NotFound>> =>
  ofOwn(ctx, id, async (tx) => {
    await endLinks(tx, id, kind);
    return ok();
  });

/** Null if there is none or it has expired. */
export async function findShare(ctx: SignedInCtx, blueprintId: string): Promise<Share | null> {
  const link = await findOwnLink(ctx, blueprintId, kind);
  return link?.revision ? shareOf({ ...link, revision: link.revision }) : null;
}

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
    .where(and(eq(shareLink.tokenHash, hashToken(token)), eq(shareLink.kind, kind)));
  if (!found) return notFound();
  const { link, run, draft, written } = found;
  if (isLinkOver(ctx, link) || draft.deletedAt) return refuse("ended");
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

const shareOf = (link: Pick<Link, "id" | "createdAt" | "expiresAt"> & { revision: number }): Share => ({
  url: shareUrl(shareToken(link.id)),
  revision: link.revision,
  createdAt: link.createdAt,
  expiresAt: link.expiresAt,
});
