import { and, desc, eq, gt, sql } from "drizzle-orm";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type AccessAnswer, maxDevicesPerDay } from "../access.ts";
import { readAccessOf } from "../requests/own-access.server.ts";
import type { OwnAccess } from "../requests/own-access.ts";
import { accessCheckLog, accessRequest, wizardGrant } from "../tables.server.ts";
import { type ActiveBlock, findBlock } from "./blocks.server.ts";

/** What admins see of a user's access, with or without a request. */
export type PersonAccess = {
  access: AccessAnswer;
  /** What the user sees. A block of a user without access is only in `block`. */
  state: OwnAccess | null;
  /** The newest grant. */
  grant: { grantedAt: Date; revokedAt: Date | null } | null;
  block: ActiveBlock | null;
  /** Seen in the last 24 hours. `reopensAt`: when the device rule ends by itself if no device is added; null unless it applies. */
  devices: { count: number; reopensAt: Date | null };
  /** The newest request of the address. */
  requestId: string | null;
};

/** Reads the access of a user. The caller checks that the actor may read it. */
export async function readPersonAccess(ctx: Ctx, person: { userId: string; email: string }): Promise<PersonAccess> {
  const { userId, email } = person;
  const [{ access, state }, block, [grant], [request]] = await Promise.all([
    readAccessOf(ctx, person),
    findBlock(ctx, person),
    ctx.db
      .select()
      .from(wizardGrant)
      .where(eq(wizardGrant.userId, userId))
      .orderBy(sql`${wizardGrant.revokedAt} is null desc`, desc(wizardGrant.grantedAt))
      .limit(1),
    ctx.db
      .select({ id: accessRequest.id })
      .from(accessRequest)
      .where(eq(accessRequest.email, email))
      .orderBy(desc(accessRequest.requestedAt), desc(accessRequest.id))
      .limit(1),
  ]);
  return {
    ...{ access, state, block, requestId: request?.id ?? null },
    grant: grant ? { grantedAt: grant.grantedAt, revokedAt: grant.revokedAt } : null,
    devices:
      grant && !grant.revokedAt ? await readDevices(ctx, userId, grant.devicesFrom) : { count: 0, reopensAt: null },
  };
}

async function readDevices(ctx: Ctx, userId: string, devicesFrom: Date | null): Promise<PersonAccess["devices"]> {
  const dayAgo = new Date(ctx.now.getTime() - dayMs);
  const from = devicesFrom && devicesFrom > dayAgo ? devicesFrom : dayAgo;
  const lastSeen = sql<Date>`max(${accessCheckLog.at})`.mapWith(accessCheckLog.at);
  const devices = await ctx.db
    .select({ lastSeen })
    .from(accessCheckLog)
    .where(and(eq(accessCheckLog.userId, userId), gt(accessCheckLog.at, from)))
    .groupBy(accessCheckLog.fingerprintHash)
    .orderBy(desc(lastSeen));
  const surplus = devices[maxDevicesPerDay];
  return { count: devices.length, reopensAt: surplus ? new Date(surplus.lastSeen.getTime() + dayMs) : null };
}
