import { z } from "zod";
import { maxFilters, VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { text } from "#app/lib/text.ts";

export const maxSegments = 50;

export const SegmentInput = z.object({
  name: text({ max: 60, required: "Enter a name." }),
  filters: z.array(VisitFilter).min(1, "Add a filter first, then save it as a segment.").max(maxFilters),
});
export type SegmentInput = z.infer<typeof SegmentInput>;

export const SegmentEdit = SegmentInput.extend({ version: z.int() });
export type SegmentEdit = z.infer<typeof SegmentEdit>;
