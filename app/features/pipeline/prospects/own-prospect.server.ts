import { and, eq } from "drizzle-orm";
import type { DataSubject } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { type Merge, mergesOf } from "../merging/merged-prospects.server.ts";
import { findByAddress } from "../pipeline.server.ts";
import { prospect } from "../tables.server.ts";

/**
 * `rootId`: the visible prospect with the address; `ownId`: the person's own row, which may be merged into it; `path`: the merges from
 * the one to the other.
 */
export type OwnProspect = { rootId: string; ownId: string; path: Merge[] };

/**
 * Addresses of prospects have no creation time, so an address belongs to the person as long as their own row does: null if that row was
 * created after the account moved away from the address.
 */
export async function findProspectOf(
  ctx: Pick<Ctx, "db">,
  person: Pick<DataSubject, "email" | "until">,
): Promise<OwnProspect | null> {
  const email = person.email.toLowerCase();
  const rootId = await findByAddress(ctx, email);
  if (!rootId) return null;
  const path = await mergesOf(ctx, { rootId, email });
  const ownId = path.at(-1)?.mergedId ?? rootId;
  const [own] = await ctx.db
    .select({ id: prospect.id })
    .from(prospect)
    .where(and(eq(prospect.id, ownId), isBeforeMove(person, prospect.createdAt)));
  return own ? { rootId, ownId, path } : null;
}
