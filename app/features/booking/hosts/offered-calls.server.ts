import { and, eq, exists, inArray, sql } from "drizzle-orm";
import { type OfferedCalls, readOfferedCallsFrom, usualCalls } from "#app/lib/offered-calls.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env, renewKept } from "#app/platform/env.server.ts";
import { blueprintUnlockCall, strategySession } from "../booking.ts";
import { eventType, host, hosting } from "../tables.server.ts";

let known = usualCalls;

/** Calendly offers strategy sessions instead of our event type. */
readOfferedCallsFrom(() => (env().CALENDLY_URL ? { ...known, session: { ...known.session, isOffered: true } } : known));

/** Reads the titles, states and places of the two calls into this process; a change discards pages that were made before it. */
export async function loadOfferedCalls(ctx: Pick<Ctx, "db">): Promise<void> {
  const hosts = ctx.db
    .select({ id: host.id })
    .from(hosting)
    .innerJoin(host, and(eq(host.id, hosting.hostId), host.active))
    .where(eq(hosting.eventTypeId, eventType.id));
  const rows = await ctx.db
    .select({
      slug: eventType.slug,
      title: eventType.title,
      place: eventType.place,
      isOffered: sql<boolean>`${eventType.active} and ${exists(hosts)}`,
    })
    .from(eventType)
    .where(inArray(eventType.slug, [strategySession, blueprintUnlockCall]));
  const call = (slug: string, usual: OfferedCalls["session"]): OfferedCalls["session"] => {
    const row = rows.find((each) => each.slug === slug);
    if (!row) return usual;
    const { title, isOffered, place } = row;
    return { title, isOffered, ...(place !== "video" && { place }) };
  };
  const next = {
    session: call(strategySession, usualCalls.session),
    unlock: call(blueprintUnlockCall, usualCalls.unlock),
  };
  if (JSON.stringify(next) === JSON.stringify(known)) return;
  known = next;
  renewKept();
}
