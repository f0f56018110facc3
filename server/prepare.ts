import { prepareVisits } from "#app/features/analytics/retention.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { ensureBuiltInSequences } from "#app/features/sequences/built-in.server.ts";
import { systemContext } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";

/** Creates required rows at every start: the scheduler's host, the built-in sequences, partitions for hits. Idempotent. */
export async function prepare(db: Db): Promise<void> {
  const ctx = systemContext(db);
  await ensureDefaultHost(ctx);
  await ensureBuiltInSequences(ctx);
  await prepareVisits(ctx);
}
