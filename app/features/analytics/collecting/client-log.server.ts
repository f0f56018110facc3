/*
 * Log lines from our pages (app/behaviors/idle.ts): loaded, slow and failed chunks, vitals, the integrity manifest. They go to the
 * server's log with `source: "page"`, scrubbed like every line, and are stored nowhere else. Because visitors can send anything, a
 * line's level is never above warning, and lines are limited per client, and per day for each client and in total.
 */

import { z } from "zod";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { filePathWithoutSecrets } from "#app/lib/addresses/path-without-secrets.ts";
import { type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { cut } from "#app/lib/words/cut.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";

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

const serverLevels = { info: "debug", warn: "info", error: "warn" } as const;

/** Logs the lines. Drops lines over the daily maximum silently. Refusals: too_many (per client). */
export async function recordClientLog(
  ctx: Ctx,
  { entries }: ClientLog,
  { address }: { address: string },
): Promise<Result<undefined, TooMany>> {
  const limit = await countUse(ctx, "client-log", limitKey(address));
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  // Checked first, so that one client cannot use up the total.
  const own = await countUse(ctx, "client-log-client", limitKey(address));
  if (!own.allowed || !(await countUse(ctx, "client-log-lines", "all")).allowed) return ok();
  for (const { level, message, page_path, data } of entries)
    log[serverLevels[level]]({ source: "page", page: filePathWithoutSecrets(page_path), data }, cut(message, 200));
  return ok();
}
