import { z } from "zod";
import {
  activities,
  areas,
  automationIds,
  categoryOfArea,
  gridCategories,
  kitTemplates,
  outcomes,
  toolCategories,
} from "./automation-terms.ts";

/**
 * One of the specified automations. Separate from the records, which import only its type, so that a content page that
 * lists automations loads no validation library.
 */
export const Automation = z
  .strictObject({
    id: z.enum(automationIds),
    title: z.string().min(1).max(60),
    area: z.enum(areas),
    category: z.enum(gridCategories),
    /** Size of the build, 1 (a day or two) to 5 (several systems and hand-offs). */
    effort: z.literal([1, 2, 3, 4, 5]),
    /** Tool categories it connects. Each one the company lacks raises the price. */
    needs: z.array(z.enum(toolCategories)).min(1).readonly(),
    /** Share of the hours of a matching process that it touches, by activity. */
    covers: z.partialRecord(z.enum(activities), z.number().gt(0).max(1)).readonly(),
    outcomeTags: z.array(z.enum(outcomes)).min(1).readonly(),
    shortDescription: z.string().min(40).max(170).regex(/\.$/, "one sentence, ended with a full stop"),
    kitTemplate: z.enum(kitTemplates).nullable(),
  })
  .refine((automation) => automation.category === categoryOfArea[automation.area], {
    path: ["category"],
    error: "The category is the one of the automation's area.",
  });
export type Automation = z.infer<typeof Automation>;
