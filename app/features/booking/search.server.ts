import { and, desc, eq, exists, inArray, not, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { canRead } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import {
  byLetters,
  closest,
  containsOrResembles,
  containsWords,
  folded,
  likeness,
  resemblesWords,
} from "#app/platform/database/search.server.ts";
import type { TimeRange } from "./availability/time-range.server.ts";
import { booking, eventType, host } from "./tables.server.ts";

type Search = { words: readonly string[]; size: number };

export type FoundCall = { id: string; name: string; title: string; during: TimeRange; hostTimezone: string };

const maxCandidates = 200;
/** Its trigram index is `booking_folded`. */
export const callText = folded(sql`${booking.name} || ' ' || ${booking.email}`);

/**
 * Finds calls with every word in the visitor's name or address, or if there are none, similar ones. Sorted by similarity, then latest
 * first, at most `size`. For admins: an empty list for other users.
 */
export async function searchCalls(ctx: Ctx, { words, size }: Search): Promise<FoundCall[]> {
  if (!canRead(ctx.actor, "calendar") || words.length === 0) return [];
  const { id, name, during } = booking;
  const isContained = containsWords(callText, words);
  const found = (where: SQL | undefined) => ctx.db.select({ id }).from(booking).where(where).limit(maxCandidates);
  const nearest = (where: SQL | undefined) =>
    ctx.db
      .select({ id, name, title: eventType.title, during, hostTimezone: host.timezone })
      .from(booking)
      .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
      .innerJoin(host, eq(host.id, booking.hostId))
      .where(where)
      .orderBy(desc(likeness(callText, words)), desc(sql`lower(${during})`), desc(id))
      .limit(size);
  return unionAll(
    nearest(inArray(id, found(isContained))),
    nearest(
      and(
        not(exists(ctx.db.select({ one: sql`1` }).from(booking).where(isContained))),
        inArray(id, found(resemblesWords(callText, words))),
      ),
    ),
  );
}

/** `key` is the host's id or the event type's slug. */
export type FoundSetup = { kind: "host" | "event-type"; key: string; title: string };

/** Finds hosts and event types that contain the words, or if none does, resemble them, at most `size` of each. For admins: an empty list for other users. */
export async function searchCalendarSetup(ctx: Ctx, { words, size }: Search): Promise<FoundSetup[]> {
  if (!canRead(ctx.actor, "calendar") || words.length === 0) return [];
  const hosts = containsOrResembles(folded(sql`${host.name} || ' ' || ${host.email}`), words);
  const types = containsOrResembles(folded(sql`${eventType.title} || ' ' || ${eventType.slug}`), words);
  const kind = (name: FoundSetup["kind"]) => sql<FoundSetup["kind"]>`${name}`.as("kind");
  const rows = await unionAll(
    ctx.db
      .select({
        kind: kind("host"),
        key: sql<string>`${host.id}::text`.as("key"),
        title: sql<string>`${host.name}`.as("title"),
        isExact: hosts.isExact,
      })
      .from(host)
      .where(hosts.where)
      .orderBy(desc(hosts.isExact), byLetters(host.name))
      .limit(size),
    ctx.db
      .select({
        kind: kind("event-type"),
        key: sql<string>`${eventType.slug}`.as("key"),
        title: sql<string>`${eventType.title}`.as("title"),
        isExact: types.isExact,
      })
      .from(eventType)
      .where(types.where)
      .orderBy(desc(types.isExact), byLetters(eventType.title))
      .limit(size),
  );
  return closest(rows);
}
