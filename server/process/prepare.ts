import { prepareVisits } from "#app/features/analytics/privacy/retention.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { recordSecret } from "#app/features/security/security-log/secret-fingerprint.server.ts";
import { ensureBuiltInSequences } from "#app/features/sequences/definitions/built-in.server.ts";
import { systemContext } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";

/** Creates required rows at every start: the fingerprint of SECRET, the scheduler's host, the built-in sequences, partitions for hits. Idempotent. */
export async function prepare(db: Db): Promise<void> {
  const ctx = systemContext(db);
  if (!(await recordSecret(ctx, env())))
    log.warn("SECRET is not the one of the last start: sessions, unused codes, API tokens and second factors end");
  await ensureDefaultHost(ctx);
  await ensureBuiltInSequences(ctx);
  await prepareVisits(ctx);
}
