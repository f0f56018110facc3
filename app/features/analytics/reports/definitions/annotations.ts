import { z } from "zod";
import { text } from "#app/lib/text.ts";

export const AnnotationInput = z.object({
  // The database has no year 0.
  day: z.iso.date({ error: "Choose a day." }).refine((day) => day >= "1970-01-01", { error: "Choose a later day." }),
  text: text({ max: 200, required: "Enter a text." }),
});
export type AnnotationInput = z.infer<typeof AnnotationInput>;

export const AnnotationEdit = AnnotationInput.extend({ version: z.int() });
export type AnnotationEdit = z.infer<typeof AnnotationEdit>;
