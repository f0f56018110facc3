import { z } from "zod";
import { maxFilters, VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { text } from "#app/lib/text.ts";

export const maxSharedLinks = 20;

export const SharedLinkInput = z.object({
  name: text({ max: 60, required: "Enter a name." }),
  filters: z.array(VisitFilter).max(maxFilters),
});
export type SharedLinkInput = z.infer<typeof SharedLinkInput>;
