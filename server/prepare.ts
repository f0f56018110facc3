import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { systemContext } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";

/** What a fresh database needs before the first visitor: the scheduler's host. Repeats harmlessly at every start. */
export async function prepare(db: Db): Promise<void> {
  await ensureDefaultHost(systemContext(db));
}
