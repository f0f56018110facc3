import { and, count, eq, inArray, isNull } from "drizzle-orm";
import { countEventsOf } from "#app/features/events/log.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { addressesOf, type ProspectRow, readColumns } from "../pipeline.server.ts";
import { contactFields } from "../prospect-fields.ts";
import { readProspectFilters } from "../prospects/prospect-list.ts";
import { namesOf } from "../prospects/prospect-names.ts";
import { listProspects } from "../prospects/prospects.server.ts";
import { prospect, prospectNote, prospectTask } from "../tables.server.ts";
import { listLikelyDuplicates, type MergeCandidate } from "./duplicates.server.ts";
import { type MergeColumn, mergedColumns } from "./merge-fields.ts";
import { addedTags } from "./merged-prospects.server.ts";

const sideColumns = (row: ProspectRow) => ({
  ...pick(row, ["id", "email", "source", "stage", "score", "paidCents", "ownerId", "tags", "expectedClose"]),
  ...pick({ ...row, ...namesOf(row) }, contactFields),
});

export type MergeSide = ReturnType<typeof sideColumns> & {
  addresses: string[];
  events: number;
  notes: number;
  tasks: number;
};

export type MergePreview = { kept: MergeSide; merged: MergeSide; result: MergeSide };

/**
 * Returns the result of merging two prospects without changing anything. Refusals: not_admin, not_found (one does not exist or is
 * merged already), same.
 */
export async function previewMerge(
  ctx: Ctx,
  { keptId, mergedId }: { keptId: string; mergedId: string },
): Promise<Result<MergePreview, NotAdmin | NotFound | Refusal<"same">>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  if (keptId === mergedId) return refuse("same");
  if (!isUuid(keptId) || !isUuid(mergedId)) return notFound();
  const rows = await ctx.db
    .select()
    .from(prospect)
    .where(and(inArray(prospect.id, [keptId, mergedId]), isNull(prospect.mergedInto)));
  const [keptRow, mergedRow] = [keptId, mergedId].map((id) => rows.find((row) => row.id === id));
  if (!keptRow || !mergedRow) return notFound();
  const [kept, merged] = await Promise.all([sideOf(ctx, keptRow), sideOf(ctx, mergedRow)]);
  const addresses = [...kept.addresses, ...merged.addresses].sort();
  // Values that admins choose are in the table of both sides; the rest follows from the events of both.
  const columns = await readColumns(ctx, keptRow, addresses);
  return ok({
    kept,
    merged,
    result: {
      ...sideColumns({ ...keptRow, ...columns, tags: [...kept.tags, ...addedTags(kept, merged)] }),
      ...(mergedColumns(kept, merged, []) as Pick<MergeSide, MergeColumn>),
      addresses,
      events: kept.events + merged.events,
      notes: kept.notes + merged.notes,
      tasks: kept.tasks + merged.tasks,
    },
  });
}

async function sideOf(ctx: Ctx, row: ProspectRow): Promise<MergeSide> {
  const { id } = row;
  const addresses = await addressesOf(ctx, id);
  const [events, [notes], [tasks]] = await Promise.all([
    countEventsOf(ctx, addresses),
    ctx.db.select({ count: count() }).from(prospectNote).where(eq(prospectNote.prospectId, id)),
    ctx.db.select({ count: count() }).from(prospectTask).where(eq(prospectTask.prospectId, id)),
  ]);
  return {
    ...sideColumns(row),
    ...{ addresses, events, notes: notes?.count ?? 0, tasks: tasks?.count ?? 0 },
  };
}

const maxFound = 10;

export type MergeCandidates = { found: MergeCandidate[] } | { likely: MergeCandidate[]; others: MergeCandidate[] };

/**
 * Lists prospects that could be merged with this one: those that match the search, or without a search the likely duplicates and others
 * with the same name or company. Refusal: not_admin.
 */
export async function listMergeCandidates(
  ctx: Ctx,
  { of, search }: { of: { id: string }; search: string },
): Promise<Result<MergeCandidates, NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  if (search === "") return ok(await listLikelyDuplicates(ctx, of.id));
  const filters = readProspectFilters(new URLSearchParams(), search, companyDates().zone);
  const sort = { key: "score", direction: "desc" } as const;
  const page = await listProspects(ctx, { search, sort, after: null, before: null, filters }, maxFound + 1);
  return page.ok ? ok({ found: page.value.rows.filter(({ id }) => id !== of.id).slice(0, maxFound) }) : page;
}
