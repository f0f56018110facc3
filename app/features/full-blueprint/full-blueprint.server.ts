import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { listPeople } from "#app/features/accounts/profile/people.server.ts";
import { isOwn, ownedBy } from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { businessDayAfter } from "#app/lib/dates/business-days.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import {
  type FullBlueprintContent,
  type FullBlueprintStage,
  targetBusinessDays,
  type UnlockMethod,
} from "./full-blueprint.ts";
import { changesBetween, type VersionChange } from "./pdf/version-changes.ts";
import { completedTask, fullBlueprint, fullBlueprintVersion, unlock } from "./tables.server.ts";

/*
 * The full blueprint: what an architect of the firm draws and writes for a finished analysis.
 *
 * Life: unlocked by a payment or a call (`unlock`, unlock.server.ts) -> an architect is assigned and holds the kickoff -> drafts ->
 * published as immutable versions (`full_blueprint_version`). The owner ticks tasks (`completed_task`), comments on sections
 * (`section_thread`, `section_comment`) and shares it. A refund before the kickoff ends closes it again.
 *
 * Events: full_blueprint.unlocked, full_blueprint.published, full_blueprint.commented, full_blueprint.shared.
 *
 * Here: reading, for the owner: stage, published versions, ticked tasks. Not found for other users and while it is locked. drawing/ is the
 * architect's side, comments/ has comments and links, pdf/ the document.
 */

export type Standing = {
  blueprintId: string;
  companyName: string;
  method: UnlockMethod;
  stage: FullBlueprintStage;
  architect: string | null;
  requestedAt: Date;
  assignedAt: Date | null;
  kickoffAt: Date | null;
  reviewAt: Date | null;
  publishedAt: Date | null;
  /** The promised day; null until the kickoff. */
  targetAt: Date | null;
};

export const companyTimezone = (): string => env().COMPANY_TIMEZONE;

/** Ten business days after the kickoff, in the company's time zone (spec: unlock). */
export const targetDay = (kickoffAt: Date): Date => businessDayAfter(kickoffAt, targetBusinessDays, companyTimezone());

/** Most recently unlocked first. */
export async function listStandings(ctx: SignedInCtx): Promise<Standing[]> {
  const rows = await ownStandings(ctx.db).execute({ userId: ctx.actor.userId });
  const architects = await listPeople(
    ctx,
    rows.flatMap(({ work }) => work.architectId ?? []),
  );
  const names = new Map(architects.map(({ userId, clientName }) => [userId, clientName]));
  return rows.map((row) => standingOf(row, names));
}

const ownStandings = prepared((db) =>
  db
    .select({ work: fullBlueprint, companyName: blueprint.companyName, method: unlock.method })
    .from(fullBlueprint)
    .innerJoin(blueprint, eq(blueprint.id, fullBlueprint.blueprintId))
    .innerJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .where(ownedBy(sql.placeholder("userId")))
    .orderBy(desc(unlock.unlockedAt))
    .prepare("full_blueprint_own_standings"),
);

export async function findStage(ctx: SignedInCtx, blueprintId: string): Promise<FullBlueprintStage | null> {
  const [row] = await ctx.db
    .select({ stage: fullBlueprint.stage })
    .from(fullBlueprint)
    .innerJoin(blueprint, eq(blueprint.id, fullBlueprint.blueprintId))
    .innerJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .where(and(eq(blueprint.id, blueprintId), isOwn(ctx)));
  return row?.stage ?? null;
}

/** Null if it is locked or another user's. */
export async function findStanding(ctx: SignedInCtx, blueprintId: string): Promise<Standing | null> {
  return (await listStandings(ctx)).find((standing) => standing.blueprintId === blueprintId) ?? null;
}

export type ReadVersion = {
  blueprintId: string;
  companyName: string;
  architect: string | null;
  number: number;
  note: string;
  publishedAt: Date;
  content: FullBlueprintContent;
  /** Changes from the previous version; empty for the first. */
  changes: VersionChange[];
  /** Newest first. */
  versions: { number: number; publishedAt: Date }[];
  done: string[];
};

/** Returns the newest version, or the given one. `locked`: not unlocked, or nothing is published yet. */
export async function getVersion(
  ctx: SignedInCtx,
  blueprintId: string,
  number?: number,
): Promise<Result<ReadVersion, NotFound | Refusal<"locked">>> {
  const found = await getOwnVersions(ctx, blueprintId);
  if (!found.ok) return found;
  const { own, all } = found.value;
  const at = number === undefined ? 0 : all.findIndex((version) => version.number === number);
  const version = all[at];
  if (!version) return notFound();
  const before = all[at + 1];
  return ok({
    blueprintId,
    companyName: own.companyName,
    architect: own.architect,
    number: version.number,
    note: version.note,
    publishedAt: version.publishedAt,
    content: version.content,
    changes: before ? changesBetween(before.content, version.content) : [],
    versions: all.map(({ number: each, publishedAt }) => ({ number: each, publishedAt })),
    done: own.done,
  });
}

export type VersionPair = {
  companyName: string;
  from: { number: number; content: FullBlueprintContent };
  to: { number: number; content: FullBlueprintContent };
  /** Newest first. */
  versions: { number: number; publishedAt: Date }[];
};

/** Returns two published versions; by default the newest and the previous one. Refusals as for `getVersion`. */
export async function getVersionPair(
  ctx: SignedInCtx,
  blueprintId: string,
  wanted: { from?: number; to?: number },
): Promise<Result<VersionPair, NotFound | Refusal<"locked">>> {
  const found = await getOwnVersions(ctx, blueprintId);
  if (!found.ok) return found;
  const { own, all } = found.value;
  const to = wanted.to === undefined ? all[0] : all.find(({ number }) => number === wanted.to);
  if (!to) return notFound();
  const before = wanted.from ?? Math.max(1, to.number - 1);
  const from = all.find(({ number }) => number === before);
  if (!from) return notFound();
  return ok({
    companyName: own.companyName,
    from,
    to,
    versions: all.map(({ number, publishedAt }) => ({ number, publishedAt })),
  });
}

/** Newest first; never empty. */
async function getOwnVersions(ctx: SignedInCtx, blueprintId: string) {
  if (!isUuid(blueprintId)) return notFound();
  const [own] = await ctx.db
    .select({
      companyName: blueprint.companyName,
      isUnlocked: sql<boolean>`${unlock.id} is not null`,
      architectId: fullBlueprint.architectId,
      done: sql<
        string[]
      >`array(select ${completedTask.taskId} from ${completedTask} where ${completedTask.blueprintId} = ${blueprint.id})`,
    })
    .from(blueprint)
    .leftJoin(fullBlueprint, eq(fullBlueprint.blueprintId, blueprint.id))
    .leftJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .where(and(eq(blueprint.id, blueprintId), isOwn(ctx)));
  if (!own) return notFound();
  if (!own.isUnlocked) return refuse("locked");
  const [all, architects] = await Promise.all([
    versionsOf(ctx, blueprintId),
    listPeople(ctx, own.architectId ? [own.architectId] : []),
  ]);
  if (all.length === 0) return refuse("locked");
  return ok({ own: { ...own, architect: architects[0]?.clientName ?? null }, all });
}

export async function tickTask(
  ctx: SignedInCtx,
  { blueprintId, taskId, done }: { blueprintId: string; taskId: string; done: boolean },
): Promise<Result<undefined, NotFound>> {
  const newest = await getVersion(ctx, blueprintId);
  if (!newest.ok || !newest.value.content.tasks.some(({ id }) => id === taskId)) return notFound();
  if (done) await ctx.db.insert(completedTask).values({ blueprintId, taskId, doneAt: ctx.now }).onConflictDoNothing();
  else
    await ctx.db
      .delete(completedTask)
      .where(and(eq(completedTask.blueprintId, blueprintId), eq(completedTask.taskId, taskId)));
  return ok();
}

/** Newest first. Does not check the actor. */
export const versionsOf = (ctx: Pick<Ctx, "db">, blueprintId: string) =>
  ctx.db
    .select()
    .from(fullBlueprintVersion)
    .where(eq(fullBlueprintVersion.blueprintId, blueprintId))
    .orderBy(desc(fullBlueprintVersion.number));

function standingOf(
  row: { work: typeof fullBlueprint.$inferSelect; companyName: string; method: UnlockMethod },
  names: ReadonlyMap<string, string>,
): Standing {
  const { blueprintId, stage, architectId, requestedAt, assignedAt, kickoffAt, reviewAt, publishedAt } = row.work;
  return {
    blueprintId,
    companyName: row.companyName,
    method: row.method,
    stage,
    architect: (architectId && names.get(architectId)) ?? null,
    requestedAt,
    assignedAt,
    kickoffAt,
    reviewAt,
    publishedAt,
    targetAt: kickoffAt && targetDay(kickoffAt),
  };
}
