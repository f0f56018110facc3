/*
 * Lines that the code of our pages logs (app/behaviors/idle.ts): loaded, slow and failed chunks, vitals, the
 * integrity manifest. They go to the server's log with `source: "page"`, scrubbed as every line, and are stored nowhere else.
 * Visitors can send anything, so a line never has a higher level than a warning, and lines are limited per client and, for each client
 * and over all of them, per day.
 */
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import { filePathWithoutSecrets } from "#app/lib/path-without-secrets.ts";
import { type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { ClientLog } from "./client-log.ts";

/** `info` lines are only for debugging; an error of a page is a warning for the operator. */
const serverLevels = { info: "debug", warn: "info", error: "warn" } as const;

/** Writes the lines to the log. Lines over the daily maximum are dropped silently. Refusals: too_many (per client). */
export async function recordClientLog(
  ctx: Ctx,
  { entries }: ClientLog,
  { address }: { address: string },
): Promise<Result<undefined, TooMany>> {
  const limit = await countUse(ctx, "client-log", limitKey(address));
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  // One client must not use up what is left for all of them.
  const own = await countUse(ctx, "client-log-client", limitKey(address));
  if (!own.allowed || !(await countUse(ctx, "client-log-lines", "all")).allowed) return ok();
  for (const { level, message, page_path, data } of entries)
    log[serverLevels[level]]({ source: "page", page: filePathWithoutSecrets(page_path), data }, message.slice(0, 200));
  return ok();
}
