/*
 * The wizard: a client's answers about their company, called a blueprint (`blueprint`). It publishes no events; the analysis does.
 *
 * A blueprint is started (prefilled from the profile), saved repeatedly as the user types, and analyzed, which creates
 * revision 1 and completes it; later changes and analyses create revisions 2, 3 and so on. It can be duplicated into a
 * new draft and deleted. Deleting hides it at once, can be undone, and becomes final after thirty days.
 *
 * Only the owner can see and change a blueprint; for everyone else it is not found. Every save names the version that
 * it is based on, so the later of two tabs gets the newer version to merge with instead of overwriting it. Stored
 * inputs are within the bounds of the model.
 *
 * Every command checks wizard access. A user who has lost access can still read finished analyses.
 */

import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { selectRequestedCompany } from "#app/features/access/requests/own-access.server.ts";
import type { RequestedCompany } from "#app/features/access/requests/own-access.ts";
import { type Profile, profileOf, selectProfile } from "#app/features/accounts/profile/profile.server.ts";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { dayMs } from "#app/lib/durations.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import { notFound, type Refusal, type Stale, stale } from "#app/lib/refusal.ts";
import { ok, type Refused, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { visitorFact } from "#app/platform/requests/visitor-fact.server.ts";
import { type KnownProfile, prefilled } from "./answers/prefill.ts";
import {
  type AssumedPart,
  type BlueprintAbout,
  type BlueprintStart,
  type DraftSaving,
  stillAssumed,
} from "./blueprint.ts";
import { followProcesses } from "./colleagues/followed-processes.server.ts";
import { mergeDraft } from "./draft-merge.ts";
import {
  accessRefusal,
  type Blueprint,
  type BlueprintRefusal,
  blueprintOf,
  isOwn,
  type NoAccess,
} from "./drafts.server.ts";
import { blueprint } from "./tables.server.ts";

export const keptDeletedDays = 30;

export async function startBlueprint(ctx: SignedInCtx, start: BlueprintStart): Promise<Result<Blueprint, NoAccess>> {
  const refused = await accessRefusal(ctx);
  if (refused) return refused;
  const { companyId, about, inputs } = await prefillFor(ctx);
  return ok(await insertDraft(ctx, { mode: start.mode, companyId, about, inputs }));
}

export type Prefill = { companyId: string | null; about: BlueprintAbout; inputs: DraftInput };

/** Returns what `startBlueprint` would prefill; the first step shows it before anything is stored. */
export async function prefillFor(ctx: SignedInCtx): Promise<Prefill> {
  const { known, newest } = await readKnown(ctx);
  return prefillFrom(known, newest);
}

/** Finds the draft to continue: the actor's newest open one, otherwise the content of a new blueprint. */
export async function findOpenDraft(
  ctx: SignedInCtx,
): Promise<Result<{ draft: Blueprint } | { draft: null; prefill: Prefill }, NoAccess>> {
  const refused = await accessRefusal(ctx);
  if (refused) return refused;
  const { known, newest } = await readKnown(ctx, { openDraftFirst: true });
  if (newest && isOpenDraft(newest)) return ok({ draft: blueprintOf(newest) });
  return ok({ draft: null, prefill: prefillFrom(known, newest) });
}

const isOpenDraft = ({ status, mode }: Pick<BlueprintRow, "status" | "mode">) =>
  status === "draft" && mode === "guided";

function prefillFrom(known: Known, earlier: BlueprintRow | null): Prefill {
  const { about, company } = prefilled(known, earlier ? blueprintOf(earlier) : undefined);
  return { companyId: known.companyId, about, inputs: { company } };
}

/** The refusal of a conflicting save: `current` is the stored version. */
export type SaveRefusal = BlueprintRefusal | Stale<{ current: Blueprint }>;

/**
 * Merges a part into the draft, with the name of the saving `device` (see `mergeDraft`) if it is still at `version`; returns the new version. Also works on a
 * completed blueprint: its analyses keep their own input.
 */
export function saveDraft(
  ctx: SignedInCtx,
  { id, version, inputs, about, assumed, step, device = null }: { id: string; device?: string | null } & DraftSaving,
): Promise<Result<{ version: number; savedAt: Date }, SaveRefusal>> {
  return withOwnBlueprint(ctx, id, async (tx, row) => {
    if (row.version !== version) return stale({ current: blueprintOf(row) });
    const merged = mergeDraft(row.inputs, inputs);
    if (inputs.processes) await followProcesses(tx, id, { before: row.inputs.processes, after: merged.processes });
    await tx.db
      .update(blueprint)
      .set({
        ...about,
        ...(step && { step }),
        inputs: merged,
        assumed: assumed ?? stillAssumed(row.assumed, inputs),
        version: version + 1,
        changedOn: device,
        updatedAt: tx.now,
      })
      .where(eq(blueprint.id, id));
    return ok({ version: version + 1, savedAt: tx.now });
  });
}

/**
 * Sets the name shown in lists; an empty one restores the company's name. `from`: the name that the user saw; refuses with
 * `stale` and the current one if it was changed meanwhile. Does not change the draft or its version.
 */
export function renameBlueprint(
  ctx: SignedInCtx,
  { id, from, name }: { id: string; from: string; name: string },
): Promise<Result<undefined, BlueprintRefusal | Stale<{ current: string }>>> {
  return withOwnBlueprint(ctx, id, async (tx, row) => {
    if (row.name !== from && row.name !== name) return stale({ current: row.name });
    await tx.db.update(blueprint).set({ name }).where(eq(blueprint.id, id));
    return ok();
  });
}

export function duplicateBlueprint(ctx: SignedInCtx, id: string): Promise<Result<Blueprint, BlueprintRefusal>> {
  return withOwnBlueprint(ctx, id, async (tx, row) => {
    const { about, mode, inputs, assumed } = blueprintOf(row);
    const copy = { mode, companyId: row.companyId, about, inputs, assumed };
    return ok(await insertDraft({ ...tx, actor: ctx.actor }, copy));
  });
}

/** Hides a blueprint and its analyses; `restoreBlueprint` undoes it, `purgeBlueprints` deletes them permanently. */
export function deleteBlueprint(ctx: SignedInCtx, id: string): Promise<Result<undefined, BlueprintRefusal>> {
  return withOwnBlueprint(ctx, id, async (tx) => {
    await tx.db.update(blueprint).set({ deletedAt: tx.now }).where(eq(blueprint.id, id));
    return ok();
  });
}

/** Undoes a deletion. `not_found`: never existed, belongs to another user, or was permanently deleted. */
export async function restoreBlueprint(ctx: SignedInCtx, id: string): Promise<Result<Blueprint, BlueprintRefusal>> {
  const refused = await accessRefusal(ctx);
  if (refused) return refused;
  if (!isUuid(id)) return notFound();
  const [row] = await ctx.db
    .update(blueprint)
    .set({ deletedAt: null })
    .where(and(eq(blueprint.id, id), eq(blueprint.userId, ctx.actor.userId)))
    .returning();
  return row ? ok(blueprintOf(row)) : notFound();
}

/** Permanently deletes blueprints that were deleted more than thirty days ago; run by a scheduled job. Returns how many. */
export async function purgeBlueprints(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now.getTime() - keptDeletedDays * dayMs);
  const deleted = await ctx.db.delete(blueprint).where(lt(blueprint.deletedAt, before)).returning({ id: blueprint.id });
  return deleted.length;
}

/** "Completed the analysis" (spec: completed-analysis): the user has at least one finished analysis that is not deleted. */
export const hasCompletedAnalysis = visitorFact<boolean>(
  "has_completed_analysis",
  (userId) => sql`exists (select 1 from ${blueprint}
    where ${blueprint.userId} = ${userId} and ${blueprint.status} = 'completed' and ${blueprint.deletedAt} is null)`,
);

export type BlueprintRow = typeof blueprint.$inferSelect;

/** Marks a blueprint as analyzed, in the transaction that stores the analysis. */
export async function markCompleted(tx: Ctx, id: string): Promise<void> {
  await tx.db.update(blueprint).set({ status: "completed", updatedAt: tx.now }).where(eq(blueprint.id, id));
}

/** Checks wizard access, then runs `work` with the user's row locked, so that its changes are serialized. */
export async function withOwnBlueprint<Outcome extends Result<unknown, Refusal>>(
  ctx: SignedInCtx,
  id: string,
  work: (tx: Ctx, row: BlueprintRow) => Promise<Outcome>,
): Promise<Outcome | Refused<BlueprintRefusal>> {
  const refused = await accessRefusal(ctx);
  if (refused) return refused;
  if (!isUuid(id)) return notFound();
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(blueprint)
      .where(and(eq(blueprint.id, id), isOwn(ctx)))
      .for("update");
    return row ? work(tx, row) : notFound();
  });
}

async function insertDraft(
  ctx: SignedInCtx,
  draft: Pick<BlueprintRow, "mode" | "companyId" | "inputs"> & { about: BlueprintAbout; assumed?: AssumedPart[] },
): Promise<Blueprint> {
  const { about, ...rest } = draft;
  const [row] = await ctx.db
    .insert(blueprint)
    .values({ id: newId(), userId: ctx.actor.userId, ...rest, ...about, createdAt: ctx.now, updatedAt: ctx.now })
    .returning();
  return blueprintOf(row!);
}

type Known = KnownProfile & { companyId: string | null };

/** Reads the actor's profile and newest blueprint or (`openDraftFirst`) guided draft, in one statement. */
async function readKnown(
  ctx: SignedInCtx,
  { openDraftFirst = false } = {},
): Promise<{ known: Known; newest: BlueprintRow | null }> {
  const [found] = await profileAndNewest(ctx.db).execute({
    userId: ctx.actor.userId,
    email: ctx.actor.email,
    openDraftFirst,
  });
  const { profile, requested, newest } = found!;
  return { known: knownOf(profileOf(ctx.actor, profile), requested), newest };
}

const profileAndNewest = prepared((db) => {
  const own = alias(blueprint, "own");
  const newestId = db
    .select({ id: own.id })
    .from(own)
    .where(and(eq(own.userId, sql.placeholder("userId")), isNull(own.deletedAt)))
    .orderBy(
      sql`(${sql.placeholder("openDraftFirst")}::boolean and ${own.status} = 'draft' and ${own.mode} = 'guided') desc`,
      desc(own.updatedAt),
    )
    .limit(1);
  return db
    .select({
      profile: selectProfile(sql.placeholder("userId")),
      requested: selectRequestedCompany(sql.placeholder("email")),
      newest: blueprint,
    })
    .from(sql`(values (1)) as one`)
    .leftJoin(blueprint, eq(blueprint.id, newestId))
    .prepare("wizard_profile_and_newest");
});

const knownOf = (profile: Profile, requested: RequestedCompany | null): Known => ({
  ...profile,
  requested,
  companyDomain: companyDomainOf(profile.workEmail),
  hourlyCostUsd: profile.estimatedLoadedCostPerHour,
});
