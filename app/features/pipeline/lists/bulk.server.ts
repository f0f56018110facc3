import { asc, desc, inArray, sql } from "drizzle-orm";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "../audit.ts";
import { type ProspectRow, refreshProspect } from "../pipeline.server.ts";
import { type LostRefusal, missingLostReason, publishMove } from "../prospects/prospect-commands.server.ts";
import { matching } from "../prospects/prospect-filter.server.ts";
import { maxTags } from "../prospects/prospect-input.ts";
import type { ProspectFilters } from "../prospects/prospect-list.ts";
import type { Stage } from "../prospects/stages.ts";
import { prospect } from "../tables.server.ts";
import { type ManyChanged, maxAtOnce, type ProspectsChange, type SkipReason, type StageMoves } from "./bulk.ts";

/*
 * One change to many prospects: one transaction and one audit entry that lists the ids. A prospect that was merged, deleted or moved in
 * the meantime is counted as refused and does not stop the others. Rows are locked in the order of their ids, so two admins who change
 * the same prospects cannot deadlock.
 */

/** Returns the ids and stages of the matching prospects, at most `maxAtOnce`, newest first. Refusal: not_admin. */
export async function selectMatching(
  ctx: Ctx,
  filters: ProspectFilters,
): Promise<Result<{ prospects: { id: string; stage: Stage }[]; hasMore: boolean }, NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const found = await ctx.db
    .select({ id: prospect.id, stage: prospect.stage })
    .from(prospect)
    .where(await matching(ctx, filters))
    .orderBy(desc(prospect.id))
    .limit(maxAtOnce + 1);
  return ok({ prospects: found.slice(0, maxAtOnce), hasMore: found.length > maxAtOnce });
}

/**
 * Moves many prospects, with one `prospect.stage_changed` for each. Refusals: reason_required (lost needs a reason),
 * note_required (the reason "other" needs a text), too_many_at_once. For admins.
 */
export function moveProspects(
  ctx: Ctx,
  { groups, reason, note }: StageMoves,
): Promise<Result<ManyChanged, NotAdmin | LostRefusal | Refusal<"too_many_at_once">>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const missing = groups.some(({ to }) => to === "lost") ? missingLostReason({ reason, note }) : null;
    if (missing) return refuse(missing);
    const wanted = new Map(
      groups.flatMap(({ from, to, prospectIds }) => prospectIds.map((id) => [id, { from, to }] as const)),
    );
    if (wanted.size > maxAtOnce) return refuse("too_many_at_once");
    const rows = await lockProspects(tx, [...wanted.keys()]);
    const outcome = counted();
    outcome.skip("not_found", wanted.size - rows.length);
    for (const row of rows) {
      const { from, to } = wanted.get(row.id)!;
      if (row.stage === to) outcome.keep();
      else if (row.stage !== from) outcome.skip("stale");
      else {
        await publishMove(tx, row, { from, to, reason, note });
        await refreshProspect(tx, row.id, { announce: false });
        outcome.change(row.id);
      }
    }
    const stages = [...new Set(groups.map(({ to }) => to))].join(", ");
    return outcome.asResult(pipelineAudit.prospectsMoved, { to: stages });
  });
}

/** Sets or restores the owners of many prospects, or adds or removes a tag. Refusals: unknown_owner, too_many_at_once. For admins. */
export function changeProspects(
  ctx: Ctx,
  { prospectIds, change }: ProspectsChange,
): Promise<Result<ManyChanged, NotAdmin | Refusal<"unknown_owner" | "too_many_at_once">>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const wanted = [...new Set(prospectIds)];
    if (wanted.length > maxAtOnce) return refuse("too_many_at_once");
    const isAboutOwners = change.kind === "owner" || change.kind === "restore_owners";
    const admins = new Set<string | null>(
      isAboutOwners ? (await listTeam(tx, "pipeline")).map(({ userId }) => userId) : [],
    );
    if (change.kind === "owner" && change.ownerId !== null && !admins.has(change.ownerId))
      return refuse("unknown_owner");
    const rows = await lockProspects(tx, wanted);
    const outcome = counted();
    outcome.skip("not_found", wanted.length - rows.length);
    for (const row of rows) {
      const why = skipReasonOf(row, change, admins);
      if (isDone(row, change)) outcome.keep();
      else if (why) outcome.skip(why);
      else outcome.change(row.id);
    }
    for (const { ids, columns } of updatesOf(outcome.changed, change))
      await tx.db
        .update(prospect)
        .set({ ...columns, version: sql`${prospect.version} + 1` })
        .where(inArray(prospect.id, ids));
    const isChanged = new Set(outcome.changed);
    const ownersBefore =
      change.kind === "owner"
        ? Object.fromEntries(rows.filter(({ id }) => isChanged.has(id)).map(({ id, ownerId }) => [id, ownerId]))
        : undefined;
    const detail = "tag" in change ? { tag: change.tag } : { ownerId: change.kind === "owner" ? change.ownerId : null };
    return outcome.asResult(pipelineAudit.prospectsChanged, { change: change.kind, ...detail }, ownersBefore);
  });
}

type Change = ProspectsChange["change"];

function isDone({ id, ownerId, tags }: ProspectRow, change: Change): boolean {
  if (change.kind === "owner") return ownerId === change.ownerId;
  if (change.kind === "restore_owners") return ownerId === change.owners[id];
  return tags.includes(change.tag) === (change.kind === "add_tag");
}

function skipReasonOf(
  { id, ownerId, tags }: ProspectRow,
  change: Change,
  admins: Set<string | null>,
): SkipReason | null {
  if (change.kind === "add_tag") return tags.length >= maxTags ? "too_many_tags" : null;
  if (change.kind !== "restore_owners") return null;
  const before = change.owners[id];
  if (before === undefined || ownerId !== change.ownerId) return "owner_changed";
  return before === null || admins.has(before) ? null : "former_admin";
}

function updatesOf(ids: readonly string[], change: Change) {
  if (ids.length === 0) return [];
  if (change.kind === "restore_owners")
    return [...Map.groupBy(ids, (id) => change.owners[id]!)].map(([ownerId, of]) => ({
      ids: of,
      columns: { ownerId },
    }));
  return [{ ids: [...ids], columns: columnsOf(change) }];
}

function columnsOf(change: Exclude<Change, { kind: "restore_owners" }>) {
  if (change.kind === "owner") return { ownerId: change.ownerId };
  return {
    tags:
      change.kind === "add_tag"
        ? sql`array_append(${prospect.tags}, ${change.tag})`
        : sql`array_remove(${prospect.tags}, ${change.tag})`,
  };
}

async function lockProspects(tx: Ctx, prospectIds: readonly string[]): Promise<ProspectRow[]> {
  const rows = await tx.db
    .select()
    .from(prospect)
    .where(inArray(prospect.id, [...prospectIds]))
    .orderBy(asc(prospect.id))
    .for("update");
  return rows.filter(({ mergedInto }) => mergedInto === null);
}

function counted() {
  const changed: string[] = [];
  const refused: Partial<Record<SkipReason, number>> = {};
  let unchanged = 0;
  return {
    changed,
    change: (id: string) => void changed.push(id),
    keep: () => {
      unchanged += 1;
    },
    skip: (why: SkipReason, number = 1) => {
      if (number > 0) refused[why] = (refused[why] ?? 0) + number;
    },
    asResult: (
      action: (typeof pipelineAudit)[keyof typeof pipelineAudit],
      detail: Record<string, unknown>,
      ownersBefore?: Record<string, string | null>,
    ) => {
      const value: ManyChanged = { changed, unchanged, refused, ...(ownersBefore && { ownersBefore }) };
      if (changed.length === 0) return unrecorded(value);
      return recorded({ action, subject: newId(), detail: { ...detail, prospectIds: changed } }, value);
    },
  };
}
