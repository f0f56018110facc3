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

/** Invalid entries are left out, so that one cannot discard the others of its batch. */
const validEntries = (entries: unknown) =>
  Array.isArray(entries) ? entries.filter((entry) => Entry.safeParse(entry).success) : entries;

export const ClientLog = z.object({
  entries: z.preprocess(validEntries, z.array(Entry).min(1, "No entry is valid.").max(20)),
});
export type ClientLog = z.infer<typeof ClientLog>;
