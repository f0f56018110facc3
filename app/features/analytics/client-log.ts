import { z } from "zod";
import { text } from "#app/lib/text.ts";

const Entry = z.object({
  level: z.enum(["info", "warn", "error"]),
  message: text({ min: 1, max: 500 }),
  page_path: text({ max: 500 }),
  data: z
    .record(text({ max: 64 }), z.union([text({ max: 200 }), z.number(), z.boolean()]))
    .refine((data) => Object.keys(data).length <= 10)
    .optional(),
});

/** Invalid entries are null, so that one cannot discard the others of its batch. */
export const ClientLog = z.object({
  entries: z
    .array(Entry.nullable().catch(null))
    .min(1)
    .max(20)
    .refine((entries) => entries.some((entry) => entry !== null), { error: "No entry is valid." }),
});
export type ClientLog = z.infer<typeof ClientLog>;
