import { z } from "zod";
import { text } from "#app/lib/text.ts";

export const VisitKey = z.object({ session_id: text({ min: 1, max: 200 }) });

const optional = z.string().nullable();

export const VisitRecords = z.object({
  visits: z.array(
    z.object({
      startedAt: z.string(),
      pages: z.number(),
      device: z.string(),
      browser: z.string(),
      os: z.string(),
      language: optional,
      timezone: optional,
      /** An origin of another site. */
      referrer: optional,
      /** The UTM values, joined by " / ". */
      campaign: optional,
    }),
  ),
  hits: z.array(z.object({ at: z.string(), kind: z.string(), page: optional, name: optional })),
  funnelSteps: z.array(z.object({ at: z.string(), stage: z.string(), substage: optional })),
  /** Used in forms or while signed in. */
  emails: z.array(z.string()),
  hidden: z.number(),
});
export type VisitRecords = z.infer<typeof VisitRecords>;
