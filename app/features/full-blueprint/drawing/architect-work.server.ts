import { and, count, desc, eq, isNotNull, isNull, ne, notInArray, or } from "drizzle-orm";
import { findPerson, listAdmins, listPeople, type NamedPerson } from "#app/features/accounts/profile/people.server.ts";
import { analysis } from "#app/features/analysis/tables.server.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { completeAnalysis } from "#app/features/roi/stored-analysis.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type IdPlace, idPagesOf } from "#app/platform/database/id-pages.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { targetDay, versionsOf } from "../full-blueprint.server.ts";
import type { FullBlueprintContent, FullBlueprintStage, UnlockMethod } from "../full-blueprint.ts";
import { fullBlueprint, unlock } from "../tables.server.ts";
import { countsOf, dueAtOf, readUrgentBlueprints, type UrgentCounts } from "./blueprints-to-draw.server.ts";

export type ArchitectEntry = {
  blueprintId: string;
  companyName: string;
  client: string;
  method: UnlockMethod;
  stage: FullBlueprintStage;
  architect: string | null;
  requestedAt: Date;
  kickoffAt: Date | null;
  targetAt: Date | null;
  /** The target date, or before the kickoff the day by which it should be held. */
  dueAt: Date;
  publishedAt: Date | null;
};

export type LockedEntry = { blueprintId: string; companyName: string; client: string; finishedAt: Date };

/** `waiting`: every stage before published. */
export type ArchitectStage = FullBlueprintStage | "waiting";

const pageSize = 50;

/** Longest waiting first, published ones newest first. For admins. Refusal: not_admin. */
export async function listArchitectWork(
  ctx: Ctx,
  { stage, after, before }: { stage: ArchitectStage } & IdPlace,
): Promise<Result<Page<ArchitectEntry>, NotAdmin>> {
  if (!canRead(ctx.actor, "blueprints")) return notAdmin();
  const keys = keysetOf({
    by: fullBlueprint.requestedAt,
    type: "timestamptz",
    id: fullBlueprint.blueprintId,
    direction: stage === "published" ? "desc" : "asc",
    ...{ after: after ?? null, before: before ?? null, size: pageSize },
  });
  const found = await ctx.db
    .select({ work: fullBlueprint, blueprint, unlock, cursor: keys.cursor })
    .from(fullBlueprint)
    .innerJoin(blueprint, and(eq(blueprint.id, fullBlueprint.blueprintId), isNull(blueprint.deletedAt)))
    .innerJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .where(and(stage === "waiting" ? isWaiting() : eq(fullBlueprint.stage, stage), keys.where))
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  const { rows, previous, next } = pageOf(
    keys,
    found.map(({ cursor, ...row }) => ({ row, cursor })),
  );
  const people = await named(
    ctx,
    rows.flatMap(({ work, blueprint: { userId } }) => [userId, work.architectId ?? userId]),
  );
  const entries = rows.map(({ work, blueprint: { userId, companyName }, unlock: { method, unlockedAt } }) => ({
    ...pick(work, ["blueprintId", "stage", "requestedAt", "kickoffAt", "publishedAt"]),
    companyName,
    client: people.get(userId)?.email ?? "",
    method,
    architect: work.architectId ? (people.get(work.architectId)?.name ?? null) : null,
    targetAt: work.kickoffAt && targetDay(work.kickoffAt),
    dueAt: dueAtOf({ kickoffAt: work.kickoffAt, unlockedAt }),
  }));
  return ok({ rows: entries, previous, next });
}

/** Newest first. For admins. Refusal: not_admin. */
export async function listLocked(ctx: Ctx, place: IdPlace): Promise<Result<Page<LockedEntry>, NotAdmin>> {
  if (!canRead(ctx.actor, "blueprints")) return notAdmin();
  const pages = idPagesOf(blueprint.id, place, pageSize);
  const found = await ctx.db
    .select({ id: blueprint.id, companyName: blueprint.companyName, userId: blueprint.userId, at: blueprint.updatedAt })
    .from(blueprint)
    .leftJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .where(and(isLocked(), pages.where))
    .orderBy(pages.orderBy)
    .limit(pages.limit);
  const { rows, previous, next } = pages.of(found);
  const people = await named(
    ctx,
    rows.map(({ userId }) => userId),
  );
  const entries = rows.map(({ id, companyName, userId, at }) => ({
    blueprintId: id,
    companyName,
    client: people.get(userId)?.email ?? "",
    finishedAt: at,
  }));
  return ok({ rows: entries, previous, next });
}

/** Counts of blueprints by stage, of locked ones, and of the urgent ones. */
export type BlueprintFigures = Record<FullBlueprintStage | "locked", number> &
  Pick<UrgentCounts, "unassigned" | "late">;

export async function readBlueprintFigures(ctx: Ctx): Promise<Result<BlueprintFigures, NotAdmin>> {
  if (!canRead(ctx.actor, "blueprints")) return notAdmin();
  const unlocked = ctx.db
    .select({ stage: fullBlueprint.stage })
    .from(fullBlueprint)
    .innerJoin(blueprint, and(eq(blueprint.id, fullBlueprint.blueprintId), isNull(blueprint.deletedAt)))
    .innerJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    // One that lost its architect counts only as unassigned.
    .where(or(notInArray(fullBlueprint.stage, ["assigned", "in-review"]), isNotNull(fullBlueprint.architectId)))
    .as("unlocked");
  const [stages, urgent, [locked]] = await Promise.all([
    ctx.db.select({ stage: unlocked.stage, count: count() }).from(unlocked).groupBy(unlocked.stage),
    readUrgentBlueprints(ctx),
    ctx.db
      .select({ count: count() })
      .from(blueprint)
      .leftJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
      .where(isLocked()),
  ]);
  const at = (stage: FullBlueprintStage) => stages.find((each) => each.stage === stage)?.count ?? 0;
  const { unassigned, late } = countsOf(urgent);
  return ok({
    requested: at("requested"),
    assigned: at("assigned"),
    "in-review": at("in-review"),
    published: at("published"),
    locked: locked?.count ?? 0,
    unassigned,
    late,
  });
}

const isWaiting = () => ne(fullBlueprint.stage, "published");
const isLocked = () => and(eq(blueprint.status, "completed"), isNull(blueprint.deletedAt), isNull(unlock.id));

/** Counts the blueprints that need an admin, for the navigation; null for other users. */
export const countArchitectWork = async (ctx: Ctx): Promise<UrgentCounts | null> =>
  canRead(ctx.actor, "blueprints") ? countsOf(await readUrgentBlueprints(ctx)) : null;

/** The editor's data. `unlocked` is null while the blueprint is locked. */
export type ArchitectWork = {
  blueprintId: string;
  companyName: string;
  client: NamedPerson;
  inputs: ModelInput;
  result: Analysis;
  revision: number;
  architects: NamedPerson[];
  unlocked: null | {
    method: UnlockMethod;
    stage: FullBlueprintStage;
    architectId: string | null;
    requestedAt: Date;
    kickoffAt: Date | null;
    targetAt: Date | null;
    dueAt: Date;
    version: number;
    savedAt: Date;
    draft: FullBlueprintContent;
    versions: {
      number: number;
      note: string;
      publishedAt: Date;
      publishedBy: string | null;
      content: FullBlueprintContent;
    }[];
  };
};

export async function getArchitectWork(
  ctx: Ctx,
  blueprintId: string,
): Promise<Result<ArchitectWork, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "blueprints")) return notAdmin();
  if (!isUuid(blueprintId)) return notFound();
  const [row] = await ctx.db
    .select({ blueprint, run: analysis, work: fullBlueprint, unlock })
    .from(blueprint)
    .innerJoin(analysis, eq(analysis.blueprintId, blueprint.id))
    .leftJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .leftJoin(fullBlueprint, eq(fullBlueprint.blueprintId, blueprint.id))
    .where(and(eq(blueprint.id, blueprintId), isNull(blueprint.deletedAt)))
    .orderBy(desc(analysis.revision))
    .limit(1);
  const client = row && (await findPerson(ctx, row.blueprint.userId));
  if (!row || !client) return notFound();
  const { work, run } = row;
  return ok({
    blueprintId,
    companyName: row.blueprint.companyName,
    client,
    inputs: run.inputs,
    result: completeAnalysis(run.inputs, run.result),
    revision: run.revision,
    architects: await listAdmins(ctx),
    unlocked: work && row.unlock ? await adminCopy(ctx, work, row.unlock) : null,
  });
}

async function adminCopy(
  ctx: Ctx,
  work: typeof fullBlueprint.$inferSelect,
  { method, unlockedAt }: typeof unlock.$inferSelect,
) {
  const versions = await versionsOf(ctx, work.blueprintId);
  const people = await named(
    ctx,
    versions.flatMap(({ publishedBy }) => publishedBy ?? []),
  );
  return {
    method,
    ...pick(work, ["stage", "architectId", "requestedAt", "kickoffAt", "savedAt", "draft"]),
    targetAt: work.kickoffAt && targetDay(work.kickoffAt),
    dueAt: dueAtOf({ kickoffAt: work.kickoffAt, unlockedAt }),
    version: work.draftVersion,
    versions: versions.map(({ number, note, publishedAt, publishedBy, content }) => ({
      number,
      note,
      publishedAt,
      publishedBy: publishedBy ? (people.get(publishedBy)?.name ?? null) : null,
      content,
    })),
  };
}

const named = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, NamedPerson>> =>
  new Map((await listPeople(ctx, ids)).map((person) => [person.userId, person]));
