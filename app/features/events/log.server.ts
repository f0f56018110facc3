import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  max,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { z } from "zod";
import { monthsBefore } from "#app/lib/dates/calendar-dates.ts";
import type { DataSubject } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { findDefinition, type LoggedEvent, listEventNames } from "./consumers.server.ts";
import { event } from "./tables.server.ts";

export const retentionMonths = 25;

const readable = isNull(event.redactedAt);

/** Returns the events with these ids, by id, in the order of creation; without redacted ones and names unknown to this version. */
export async function findEvents(
  ctx: Pick<Ctx, "db">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoggedEvent>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(event)
    .where(and(inArray(event.id, [...ids]), readable))
    .orderBy(asc(event.id));
  return new Map(rows.flatMap((row) => decodeEvent(row) ?? []).map((found) => [found.id, found]));
}

/** Oldest first, at most `limit`. */
export function listEventsBetween(
  ctx: Pick<Ctx, "db">,
  { since, until, names, limit }: { since: Date; until: Date | null; names: readonly string[]; limit: number },
): Promise<{ id: string; name: string; email: string | null; occurredAt: Date }[]> {
  return ctx.db
    .select({ id: event.id, name: event.name, email: event.subjectEmail, occurredAt: event.occurredAt })
    .from(event)
    .where(
      and(
        gte(event.occurredAt, since),
        until ? lt(event.occurredAt, until) : undefined,
        inArray(event.name, [...names]),
        readable,
      ),
    )
    .orderBy(asc(event.occurredAt), asc(event.id))
    .limit(limit);
}

export async function listEventIdsAbout(ctx: Pick<Ctx, "db">, person: DataSubject): Promise<string[]> {
  const rows = await ctx.db.select({ id: event.id }).from(event).where(concerns(person));
  return rows.map(({ id }) => id);
}

/** In the order of creation. */
export function listEventHeads(
  ctx: Pick<Ctx, "db">,
  ids: readonly string[],
): Promise<{ id: string; name: string; email: string | null }[]> {
  return ctx.db
    .select({ id: event.id, name: event.name, email: event.subjectEmail })
    .from(event)
    .where(inArray(event.id, [...ids]))
    .orderBy(asc(event.id));
}

/** Lists the ids after `after` in the order of creation, at most `limit`. */
export async function listEventIds(
  ctx: Pick<Ctx, "db">,
  { after, limit, where }: { after: string | null; limit: number; where?: SQL | undefined },
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: event.id })
    .from(event)
    .where(and(after ? gt(event.id, after) : undefined, readable, where))
    .orderBy(asc(event.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** In the order of creation. */
export async function listEventsOf(
  ctx: Pick<Ctx, "db">,
  { emails, names }: { emails: readonly string[]; names: readonly string[] },
): Promise<LoggedEvent[]> {
  const rows = await ctx.db
    .select()
    .from(event)
    .where(and(inArray(event.subjectEmail, [...emails]), inArray(event.name, [...names]), readable))
    .orderBy(asc(event.id));
  return rows.flatMap((row) => decodeEvent(row) ?? []);
}

export type DescribedEvent = Pick<LoggedEvent, "id" | "name" | "occurredAt" | "email"> & {
  sentence: string;
  payload: unknown;
};

/** Lists events about any of these addresses, newest first, before a position. `isWanted` filters by name. */
export async function listEventsBefore(
  ctx: Pick<Ctx, "db">,
  query: {
    emails: readonly string[];
    /** `isIncluded`: includes the event at that position. */
    before: { at: Date; id: string; isIncluded: boolean } | null;
    limit: number;
    isWanted: (name: string) => boolean;
  },
): Promise<DescribedEvent[]> {
  const { emails, before, limit, isWanted } = query;
  const names = listEventNames().filter(isWanted);
  if (emails.length === 0 || names.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(event)
    .where(
      and(
        inArray(event.subjectEmail, [...emails]),
        inArray(event.name, names),
        readable,
        before
          ? sql`(${event.occurredAt}, ${event.id}) ${sql.raw(before.isIncluded ? "<=" : "<")} (${before.at}, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(event.occurredAt), desc(event.id))
    .limit(limit);
  return rows.flatMap((row) => {
    const logged = decodeEvent(row);
    const definition = findDefinition(row.name);
    if (!logged || !definition) return [];
    const { id, name, occurredAt, email, payload } = logged;
    return { id, name, occurredAt, email, payload, sentence: definition.sentence(payload, companyDates()) };
  });
}

/** Returns when each of these addresses last had an event with this name; omits addresses without one. */
export async function lastEventTimes(
  ctx: Pick<Ctx, "db">,
  { emails, name }: { emails: readonly string[]; name: string },
): Promise<Map<string, Date>> {
  if (emails.length === 0) return new Map();
  const rows = await ctx.db
    .select({ email: event.subjectEmail, at: max(event.occurredAt) })
    .from(event)
    .where(and(inArray(event.subjectEmail, [...emails]), eq(event.name, name), readable))
    .groupBy(event.subjectEmail);
  return new Map(rows.flatMap(({ email, at }) => (email && at ? [[email, at] as const] : [])));
}

export async function countEventsOf(ctx: Pick<Ctx, "db">, emails: readonly string[]): Promise<number> {
  const [row] = await ctx.db
    .select({ count: count() })
    .from(event)
    .where(and(inArray(event.subjectEmail, [...emails]), readable));
  return row?.count ?? 0;
}

/** Returns those of these addresses that have other events than `except`. */
export async function listOtherEvents(
  ctx: Pick<Ctx, "db">,
  { emails, except }: { emails: readonly string[]; except: readonly string[] },
): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ email: event.subjectEmail })
    .from(event)
    .where(
      and(
        sql`${event.subjectEmail} = any(${sql.param(emails)}::text[])`,
        sql`${event.id} <> all(${sql.param(except)}::uuid[])`,
      ),
    );
  return rows.flatMap(({ email }) => email ?? []);
}

/** Deletes these events, with their receipts, dead letters and webhook deliveries; for undoing what published them. */
export async function deleteEvents(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.db.delete(event).where(sql`${event.id} = any(${sql.param(ids)}::uuid[])`);
}

/** Deletes events past retention, with their receipts and dead letters. Returns how many. For the nightly job. */
export async function sweepEvents(ctx: Ctx): Promise<number> {
  const before = monthsBefore(ctx.now, retentionMonths);
  const swept = await ctx.db.delete(event).where(lt(event.occurredAt, before)).returning({ id: event.id });
  return swept.length;
}

/** SQL condition: the events about a user and the ones they caused. */
export const concerns = ({ userId, email, until }: DataSubject): SQL | undefined =>
  or(
    and(eq(event.subjectEmail, email.toLowerCase()), isBeforeMove({ until }, event.occurredAt)),
    userId ? or(eq(event.subjectUserId, userId), eq(event.actorUserId, userId)) : undefined,
  );

/** Decodes a row; undefined if this version does not know its name. */
export function decodeEvent(row: Omit<typeof event.$inferSelect, "redactedAt">): LoggedEvent | undefined {
  const definition = findDefinition(row.name);
  if (!definition) return undefined;
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    payload: z.decode(definition.payload, row.payload),
    email: row.subjectEmail,
    userId: row.subjectUserId,
    actor: { kind: row.actorKind, userId: row.actorUserId },
    occurredAt: row.occurredAt,
  };
}

/** Returns the id of the last event of each name and subject address; ids are in the order of publication. */
export async function lastEventsOf(
  { db }: Pick<Ctx, "db">,
  { emails, names }: { emails: readonly string[]; names: readonly string[] },
): Promise<{ email: string; name: string; last: string }[]> {
  if (emails.length === 0) return [];
  const rows = await db
    .select({ email: event.subjectEmail, name: event.name, last: sql<string>`max(${event.id}::text)` })
    .from(event)
    .where(and(inArray(event.subjectEmail, [...emails]), inArray(event.name, [...names])))
    .groupBy(event.subjectEmail, event.name);
  return rows.map(({ email, ...row }) => ({ email: email!, ...row }));
}

/** SQL condition: an event with one of these names happened about an address since a time. */
export const hasEventSince = ({
  email,
  names,
  since,
}: {
  email: SQLWrapper;
  names: readonly string[];
  since: SQLWrapper;
}): SQL<boolean> =>
  sql<boolean>`exists (
    select 1 from ${event} happened
    where happened.subject_email = ${email} and happened.occurred_at >= ${since} and happened.name = any(${sql.param(names)}::text[]))`;
