import { eq, inArray } from "drizzle-orm";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { prospectRemoval } from "../tables.server.ts";

/* Addresses whose prospect was deleted. The log keeps the events of other features; here they count only after the deletion. */

const hashOf = (address: string): string => keyedHash("removed-prospect", address.toLowerCase());

/** Returns the last event before the deletion, by address. Ids of events are in order of publication. */
export async function lastRemovedEvents(
  ctx: Pick<Ctx, "db">,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byHash = new Map(addresses.map((address) => [hashOf(address), address.toLowerCase()]));
  if (byHash.size === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(prospectRemoval)
    .where(inArray(prospectRemoval.addressHash, [...byHash.keys()]));
  return new Map(rows.map(({ addressHash, lastEvent }) => [byHash.get(addressHash)!, lastEvent]));
}

export async function rememberRemoval(tx: Ctx, addresses: readonly string[]): Promise<void> {
  const removal = { lastEvent: newId(), removedAt: tx.now };
  for (const address of addresses)
    await tx.db
      .insert(prospectRemoval)
      .values({ addressHash: hashOf(address), ...removal })
      .onConflictDoUpdate({ target: prospectRemoval.addressHash, set: removal });
}

export const forgetRemoval = async (tx: Ctx, address: string): Promise<void> =>
  void (await tx.db.delete(prospectRemoval).where(eq(prospectRemoval.addressHash, hashOf(address))));
