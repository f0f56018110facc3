/*
 * Segments: named report filters, shared by all admins. Every admin can use, change and delete them; a change requires the version that
 * was read, so admins cannot overwrite each other's changes.
 */

import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { analyticsAudit } from "#app/features/analytics/audit.ts";
import { analyticsSegment } from "#app/features/analytics/tables.server.ts";
import { filterParams, maxFilters, VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse, type Stale, stale } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";

export const maxSegments = 50;

export const SegmentInput = z.object({
  name: text({ max: 60, required: "Enter a name." }),
  filters: z.array(VisitFilter).min(1, "Add a filter first, then save it as a segment.").max(maxFilters),
});
export type SegmentInput = z.infer<typeof SegmentInput>;

export const SegmentEdit = SegmentInput.extend({ version: z.int() });
export type SegmentEdit = z.infer<typeof SegmentEdit>;

export type Segment = { id: string; name: string; filters: VisitFilter[]; version: number };

export function listSegments(ctx: Pick<Ctx, "db">): Promise<Segment[]> {
  const { id, name, filters, version } = analyticsSegment;
  return ctx.db.select({ id, name, filters, version }).from(analyticsSegment).orderBy(asc(name));
}

type NameTaken = Refusal<"name_taken">;

/** Saves a segment. Refusals: too_many_segments, name_taken. For admins. */
export const createSegment = (
  ctx: Ctx,
  { name, filters }: SegmentInput,
): Promise<Result<{ id: string }, NotAdmin | NameTaken | Refusal<"too_many_segments">>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    await takeTurn(tx, "analytics-segment", "all");
    if (await isTaken(tx, name)) return refuse("name_taken");
    if ((await tx.db.$count(analyticsSegment)) >= maxSegments) return refuse("too_many_segments");
    const id = newId();
    await tx.db
      .insert(analyticsSegment)
      .values({ id, name, filters: [...filters], createdBy: userIdOf(tx.actor), createdAt: tx.now });
    return recorded({ action: analyticsAudit.segmentCreated, subject: id, detail: { name } }, { id });
  });

/** Renames a segment or replaces its filters. Refusals: not_found, stale, name_taken. For admins. */
export const changeSegment = (
  ctx: Ctx,
  { segmentId, version, name, filters }: SegmentEdit & { segmentId: string },
): Promise<Result<{ version: number }, NotAdmin | NotFound | Stale | NameTaken>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    await takeTurn(tx, "analytics-segment", "all");
    const [segment] = await tx.db.select().from(analyticsSegment).where(eq(analyticsSegment.id, segmentId));
    if (!segment) return notFound();
    if (segment.version !== version) return stale();
    const isSame = segment.name === name && addressOf(segment.filters) === addressOf(filters);
    if (isSame) return unrecorded({ version });
    if (segment.name !== name && (await isTaken(tx, name))) return refuse("name_taken");
    await tx.db
      .update(analyticsSegment)
      .set({ name, filters: [...filters], version: version + 1 })
      .where(eq(analyticsSegment.id, segmentId));
    return recorded(
      {
        ...{ action: analyticsAudit.segmentChanged, subject: segmentId },
        detail: {
          name,
          changes: changedValues(
            { name: segment.name, filters: addressOf(segment.filters) },
            { name, filters: addressOf(filters) },
          ),
        },
      },
      { version: version + 1 },
    );
  });

/** Deletes a segment. Idempotent. For admins. */
export const deleteSegment = (ctx: Ctx, { segmentId }: { segmentId: string }): Promise<Result<undefined, NotAdmin>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    const [gone] = await tx.db
      .delete(analyticsSegment)
      .where(eq(analyticsSegment.id, segmentId))
      .returning({ name: analyticsSegment.name });
    if (!gone) return unrecorded();
    return recorded({ action: analyticsAudit.segmentDeleted, subject: segmentId, detail: { name: gone.name } });
  });

const isTaken = async (tx: Ctx, name: string): Promise<boolean> =>
  (await tx.db.$count(analyticsSegment, eq(analyticsSegment.name, name))) > 0;

const addressOf = (filters: readonly VisitFilter[]) => new URLSearchParams(filterParams(filters)).toString();
