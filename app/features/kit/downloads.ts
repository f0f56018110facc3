import { z } from "zod";
import { optionalLine } from "#app/lib/text.ts";
import { starterKit } from "./starter-kit.ts";

/* A browser's report of a download: one row (spec: kit-counts). */

export const downloadTypes = ["public_lite"] as const;
export type DownloadType = (typeof downloadTypes)[number];

/** `session_id` is accepted but ignored: the session identifies the user. */
export const DownloadReport = z.object({
  download_type: z.enum(downloadTypes, { error: "The download type must be public_lite." }),
  session_id: optionalLine(200),
  file_format: z.literal("zip", { error: "The kit is a zip." }).default("zip"),
  tier: z.literal("public", { error: "The kit is public." }).default("public"),
  referrer: optionalLine(500),
  utm_source: optionalLine(100),
  utm_medium: optionalLine(100),
  utm_campaign: optionalLine(100),
  metadata: z
    .object({ user_agent: optionalLine(500), version: optionalLine(20) })
    .default({ version: starterKit.version }),
});
export type DownloadReport = z.infer<typeof DownloadReport>;
