import { preparePartitions } from "#app/features/analytics/retention.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { systemContext } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";

/** What a database needs before the first visitor: the scheduler's host, partitions for hits. Idempotent; runs at every start. */
export async function prepare(db: Db): Promise<void> {
  const ctx = systemContext(db);
  await ensureDefaultHost(ctx);
  await preparePartitions(ctx);
}
