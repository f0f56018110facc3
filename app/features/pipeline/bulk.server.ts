import { asc, desc, inArray, sql } from "drizzle-orm";
import { listAdmins } from "#app/features/accounts/people.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/admin-command.server.ts";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "./audit.ts";
import { type LeftAlone, type ManyChanged, maxAtOnce, type ProspectsChange, type StageMoves } from "./bulk.ts";
import { prospectStageChanged } from "./events.ts";
import { type ProspectRow, refreshProspect } from "./projecting.server.ts";
import { type LostRefusal, missingLostReason } from "./prospect-commands.server.ts";
import { matching } from "./prospect-filter.server.ts";
import { maxTags } from "./prospect-input.ts";
import type { ProspectFilters } from "./prospect-list.ts";
import type { Stage } from "./stages.ts";
import { prospect } from "./tables.server.ts";

/*
 * One change to many prospects: one transaction and one audit entry that lists the ids. A prospect that was merged, deleted
 * or moved in the meantime is counted as refused and does not stop the others. Rows are locked in the order of their ids, so
 * two admins who change the same prospects wait for each other and never deadlock.
 */

/** The ids and stages of the prospects that match, at most `maxAtOnce`, newest first. Refusal: not_admin. */
export async function selectMatching(
  ctx: Ctx,
  filters: ProspectFilters,
): Promise<Result<{ prospects: { id: string; stage: Stage }[]; hasMore: boolean }, NotAdmin>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
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
  return adminCommand(ctx, async (tx) => {
    const missing = groups.some(({ to }) => to === "lost") ? missingLostReason({ reason, note }) : null;
    if (missing) return refuse(missing);
    const wanted = new Map(
      groups.flatMap(({ from, to, prospectIds }) => prospectIds.map((id) => [id, { from, to }] as const)),
    );
    if (wanted.size > maxAtOnce) return refuse("too_many_at_once");
    const rows = await lockProspects(tx, [...wanted.keys()]);
    const outcome = counted();
    outcome.leave("not_found", wanted.size - rows.length);
    for (const row of rows) {
      const { from, to } = wanted.get(row.id)!;
      if (row.stage === to) outcome.keep();
      else if (row.stage !== from) outcome.leave("stale");
      else {
        await publish(tx, prospectStageChanged, {
          ...{ prospectId: row.id, email: row.email, from, to, by: "admin" },
          ...(to === "lost" ? { reason, note: note ?? null } : { reason: null }),
        });
        await refreshProspect(tx, row.id, { announce: false });
        outcome.change(row.id);
      }
    }
    const stages = [...new Set(groups.map(({ to }) => to))].join(", ");
    return outcome.asResult(pipelineAudit.prospectsMoved, { to: stages });
  });
}

/** Sets the owner of many prospects, or adds or removes a tag. Refusals: unknown_owner, too_many_at_once. For admins. */
export function changeProspects(
  ctx: Ctx,
  { prospectIds, change }: ProspectsChange,
): Promise<Result<ManyChanged, NotAdmin | Refusal<"unknown_owner" | "too_many_at_once">>> {
  return adminCommand(ctx, async (tx) => {
    const wanted = [...new Set(prospectIds)];
    if (wanted.length > maxAtOnce) return refuse("too_many_at_once");
    if (change.kind === "owner" && change.ownerId !== null) {
      const admins = await listAdmins(tx);
      if (!admins.some(({ userId }) => userId === change.ownerId)) return refuse("unknown_owner");
    }
    const rows = await lockProspects(tx, wanted);
    const outcome = counted();
    outcome.leave("not_found", wanted.length - rows.length);
    for (const row of rows) {
      if (isDone(row, change)) outcome.keep();
      else if (change.kind === "add_tag" && row.tags.length >= maxTags) outcome.leave("too_many_tags");
      else outcome.change(row.id);
    }
    const version = sql`${prospect.version} + 1`;
    if (outcome.changed.length > 0)
      await tx.db
        .update(prospect)
        .set({ ...columnsOf(change), version })
        .where(inArray(prospect.id, outcome.changed));
    const detail = change.kind === "owner" ? { ownerId: change.ownerId } : { tag: change.tag };
    return outcome.asResult(pipelineAudit.prospectsChanged, { change: change.kind, ...detail });
  });
}

type Change = ProspectsChange["change"];

function isDone({ ownerId, tags }: ProspectRow, change: Change): boolean {
  if (change.kind === "owner") return ownerId === change.ownerId;
  return tags.includes(change.tag) === (change.kind === "add_tag");
}

function columnsOf(change: Change) {
  if (change.kind === "owner") return { ownerId: change.ownerId };
  return {
    tags:
      change.kind === "add_tag"
        ? sql`array_append(${prospect.tags}, ${change.tag})`
        : sql`array_remove(${prospect.tags}, ${change.tag})`,
  };
}

/** The prospects that still exist and were not merged, locked in the order of their ids. */
async function lockProspects(tx: Ctx, prospectIds: readonly string[]): Promise<ProspectRow[]> {
  const rows = await tx.db
    .select()
    .from(prospect)
    .where(inArray(prospect.id, [...prospectIds]))
    .orderBy(asc(prospect.id))
    .for("update");
  return rows.filter(({ mergedInto }) => mergedInto === null);
}

/** Counts what happens to each prospect, for the result and the audit entry. */
function counted() {
  const changed: string[] = [];
  const refused: Partial<Record<LeftAlone, number>> = {};
  let unchanged = 0;
  return {
    changed,
    change: (id: string) => void changed.push(id),
    keep: () => {
      unchanged += 1;
    },
    leave: (why: LeftAlone, number = 1) => {
      if (number > 0) refused[why] = (refused[why] ?? 0) + number;
    },
    asResult: (action: (typeof pipelineAudit)[keyof typeof pipelineAudit], detail: Record<string, unknown>) => {
      const value: ManyChanged = { changed, unchanged, refused };
      if (changed.length === 0) return unrecorded(value);
      return recorded({ action, subject: newId(), detail: { ...detail, prospectIds: changed } }, value);
    },
  };
}
