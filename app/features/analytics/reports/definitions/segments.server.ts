import { asc } from "drizzle-orm";
import { z } from "zod";
import { analyticsAudit } from "#app/features/analytics/audit.ts";
import { analyticsSegment } from "#app/features/analytics/tables.server.ts";
import { filterParams, maxFilters, VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { text } from "#app/lib/text.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { sharedRecords } from "./shared-records.server.ts";

/* Segments: named report filters, shared by all admins. */

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
  return ctx.db.select({ id, name, filters, version }).from(analyticsSegment).orderBy(byLetters(name), asc(id));
}

const segments = sharedRecords<SegmentInput, "too_many_segments">({
  table: analyticsSegment,
  actions: {
    created: analyticsAudit.segmentCreated,
    changed: analyticsAudit.segmentChanged,
    deleted: analyticsAudit.segmentDeleted,
  },
  limit: { name: analyticsSegment.name, max: maxSegments, refusal: "too_many_segments" },
  detail: ({ name }) => ({ name }),
  compared: ({ name, filters }) => ({ name, filters: new URLSearchParams(filterParams(filters)).toString() }),
});

export const createSegment = segments.create;

export const changeSegment = (ctx: Ctx, { segmentId, version, ...values }: SegmentEdit & { segmentId: string }) =>
  segments.change(ctx, segmentId, version, values);

export const deleteSegment = (ctx: Ctx, { segmentId }: { segmentId: string }) => segments.delete(ctx, segmentId);
