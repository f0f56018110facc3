import { and, asc, between, eq, gte, sql } from "drizzle-orm";
import {
  adminCommand,
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { type ChangedValue, changedValues } from "#app/features/security/audit/changed-values.ts";
import { canRead } from "#app/lib/actor.ts";
import { addDays } from "#app/lib/dates/calendar-dates.ts";
import {
  type NotAdmin,
  type NotFound,
  notAdmin,
  notFound,
  type Refusal,
  refuse,
  type Stale,
  stale,
} from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { violates } from "#app/platform/database/constraint.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { env } from "#app/platform/env.server.ts";
import { hashToken, randomToken } from "#app/platform/secrets/hashes.server.ts";
import { bookingAudit } from "../audit.ts";
import { localDate } from "../availability/open-hours.ts";
import { type HostRow, isBusyUnread } from "../availability/schedule.server.ts";
import { feedLabel } from "../busy-calendars/feed-label.ts";
import { availability, busyFeed, dateOverride, eventType, host, hosting } from "../tables.server.ts";
import type { SeenVersion } from "./event-type.ts";
import type { HostRefusal, HostSettings, OverrideRange, WeeklyHours } from "./host-settings.ts";

export {
  addBusyFeed,
  countCalendars,
  feedRefusalText,
  readEveryCalendar,
  removeBusyFeed,
} from "../busy-calendars/busy-feeds.server.ts";
export { findHostFeed } from "../busy-calendars/host-feed.server.ts";
export {
  calendarProblemText,
  maxCalendarBytes,
  readCalendarFile,
  readCalendarTask,
} from "../busy-calendars/read-calendar.server.ts";
export { listBookingLinks, makeBookingLink, revokeBookingLink } from "./audience.server.ts";
export { ensureDefaultHost } from "./default-host.server.ts";
export {
  addEventType,
  archiveEventType,
  changeEventType,
  listEventTypes,
  orderEventTypes,
  restoreEventType,
} from "./event-types.server.ts";
export { listHostZones } from "./host-zone.server.ts";

/*
 * Hosts and their hours, for admins. An edited host no longer follows CONTACT_EMAIL and COMPANY_TIMEZONE. A change requires the version
 * that the admin saw and is refused (stale) if a colleague has changed the settings, hours or dates since. Hours are replaced as a
 * whole. Booked calls keep their times when the hours change.
 */

const duplicateEmail = "host_email_unique";

/** Adds a host with the default hours. Refusals: not_admin, email_taken. */
export async function addHost(
  ctx: Ctx,
  settings: HostSettings,
): Promise<Result<{ id: string }, NotAdmin | Refusal<"email_taken">>> {
  try {
    return await adminCommand(ctx, "calendar", async (tx) => {
      const id = newId();
      await tx.db.insert(host).values({ ...settings, id, createdAt: tx.now });
      await tx.db
        .insert(availability)
        .values([1, 2, 3, 4, 5].map((weekday) => ({ hostId: id, weekday, startMinute: 540, endMinute: 1020 })));
      return recorded({ action: bookingAudit.hostChanged, subject: id, detail: { what: "added" } }, { id });
    });
  } catch (error) {
    if (violates(error, duplicateEmail)) return refuse("email_taken");
    throw error;
  }
}

/** Changes a host's settings. Refusals: not_admin, not_found, stale (with the current `version`), email_taken. */
export async function changeHost(
  ctx: Ctx,
  { hostId, version, ...settings }: HostSettings & SeenVersion & { hostId: string },
): Promise<Result<undefined, HostRefusal>> {
  try {
    return await changingHost(ctx, { hostId, version }, "settings", async (tx, row) => {
      await tx.db
        .update(host)
        .set({ ...settings, followsSettings: false })
        .where(eq(host.id, hostId));
      // Meeting links can contain a password.
      return changedValues<HostSettings>(row, settings, { withoutValues: ["meetingUrl"] });
    });
  } catch (error) {
    if (violates(error, duplicateEmail)) return refuse("email_taken");
    throw error;
  }
}

/** Replaces the weekly hours. Refusals: not_admin, not_found, stale. */
export const setWeeklyHours = (
  ctx: Ctx,
  { hostId, version, openings }: WeeklyHours & SeenVersion & { hostId: string },
) =>
  changingHost(ctx, { hostId, version }, "hours", async (tx) => {
    const columns = {
      weekday: availability.weekday,
      startMinute: availability.startMinute,
      endMinute: availability.endMinute,
    };
    const before = await tx.db
      .select(columns)
      .from(availability)
      .where(eq(availability.hostId, hostId))
      .orderBy(asc(availability.weekday), asc(availability.startMinute));
    await tx.db.delete(availability).where(eq(availability.hostId, hostId));
    if (openings.length > 0)
      await tx.db.insert(availability).values(openings.map((opening) => ({ ...opening, hostId })));
    return changedValues({ hours: hoursText(before) }, { hours: hoursText(openings) });
  });

type Opening = { startMinute: number; endMinute: number };
const openingText = ({ startMinute, endMinute }: Opening) => `${minuteText(startMinute)}-${minuteText(endMinute)}`;
const hoursText = (openings: readonly (Opening & { weekday: number })[]): string =>
  openings
    .toSorted((one, other) => one.weekday - other.weekday || one.startMinute - other.startMinute)
    .map((opening) => `${weekdays[opening.weekday % 7]} ${openingText(opening)}`)
    .join(", ") || "none";
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const minuteText = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;

/** Sets the hours of each date in a range, replacing earlier overrides. Refusals: not_admin, not_found, stale. */
export const setOverride = (
  ctx: Ctx,
  { hostId, version, from, to, openings }: OverrideRange & SeenVersion & { hostId: string },
) =>
  changingHost(ctx, { hostId, version }, "dates", async (tx) => {
    const before = await tx.db
      .delete(dateOverride)
      .where(and(eq(dateOverride.hostId, hostId), between(dateOverride.date, from, to)))
      .returning();
    const rows = [];
    for (let date = from; date <= to; date = addDays(date, 1)) rows.push({ hostId, date, openings });
    await tx.db.insert(dateOverride).values(rows);
    return changedValues(datesText(before, from, to), datesText(rows, from, to));
  });

/** Restores the weekly hours on that date. Refusals: not_admin, not_found, stale if a version is given. */
export const removeOverride = (
  ctx: Ctx,
  { hostId, version, date }: { hostId: string; version?: number | undefined; date: string },
) =>
  changingHost(ctx, { hostId, version }, "dates", async (tx) => {
    const before = await tx.db
      .delete(dateOverride)
      .where(and(eq(dateOverride.hostId, hostId), eq(dateOverride.date, date)))
      .returning();
    return changedValues(datesText(before, date, date), datesText([], date, date));
  });

/** The different hours of a range of dates. */
const datesText = (rows: readonly { openings: Opening[] }[], from: string, to: string): Record<string, string> => ({
  [from === to ? `hours on ${from}` : `hours from ${from} to ${to}`]:
    [...new Set(rows.map(({ openings }) => openings.map(openingText).join(", ") || "none"))].join("; ") ||
    "weekly hours",
});

/**
 * Creates the URL of the host's private calendar feed, which only the return value contains. Replaces an earlier URL. Refusals:
 * not_admin, not_found, fresh_code_required.
 */
export const makeHostFeed = (
  ctx: Ctx,
  hostId: string,
): Promise<Result<{ url: string }, NotAdmin | NotFound | FreshCodeRequired>> =>
  freshAdminCommand(ctx, "calendar", async (tx) => {
    if (!(await lockHost(tx, hostId))) return notFound();
    const token = randomToken();
    await tx.db
      .update(host)
      .set({ feedTokenHash: hashToken(token) })
      .where(eq(host.id, hostId));
    const url = `${env().SITE_URL}/calendar/${token}/calls.ics`;
    return recorded({ action: bookingAudit.hostFeedMade, subject: hostId }, { url });
  });

/** Revokes the URL of the private calendar feed. Refusals: not_admin, not_found. */
export const revokeHostFeed = (ctx: Ctx, hostId: string): Promise<Result<undefined, NotAdmin | NotFound>> =>
  adminCommand(ctx, "calendar", async (tx) => {
    if (!(await lockHost(tx, hostId))) return notFound();
    await tx.db.update(host).set({ feedTokenHash: null }).where(eq(host.id, hostId));
    return recorded({ action: bookingAudit.hostFeedRevoked, subject: hostId });
  });

/** Runs `change` on the locked host if it is at `version`; the audit entry lists the changes. */
const changingHost = (
  ctx: Ctx,
  { hostId, version }: { hostId: string; version?: number | undefined },
  what: "settings" | "hours" | "dates",
  // biome-ignore lint/suspicious/noConfusingVoidType: most changes have no values for the log
  change: (tx: Ctx, row: HostRow) => Promise<Record<string, ChangedValue> | void>,
): Promise<Result<undefined, NotAdmin | NotFound | Stale<SeenVersion>>> =>
  adminCommand(ctx, "calendar", async (tx) => {
    const row = await lockHost(tx, hostId);
    if (!row) return notFound();
    if (version !== undefined && row.version !== version) return stale({ version: row.version });
    await tx.db
      .update(host)
      .set({ version: row.version + 1 })
      .where(eq(host.id, hostId));
    const changes = await change(tx, row);
    return recorded({
      ...{ action: bookingAudit.hostChanged, subject: hostId },
      detail: { what, ...(changes && { changes }) },
    });
  });

async function lockHost(tx: Ctx, hostId: string): Promise<HostRow | undefined> {
  if (!isUuid(hostId)) return undefined;
  const [row] = await tx.db.select().from(host).where(eq(host.id, hostId)).for("update");
  return row;
}

/** `unread`: a connected calendar was never read, and the host is busy until then. */
export type HostPause = "paused" | "no_hours" | "no_kind" | "unread";

/** Lists every host with their event types and reasons why they cannot get new calls. For admins. */
export async function listHosts(
  ctx: Ctx,
): Promise<Result<{ host: HostRow; eventTypes: string[]; pause: HostPause | null }[], NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const hosts = await ctx.db
    .select({ row: host, hasHours: hasHours(ctx), isUnread: isBusyUnread })
    .from(host)
    .orderBy(asc(host.createdAt), asc(host.id));
  const taken = await ctx.db
    .select({ hostId: hosting.hostId, title: eventType.title, isActive: eventType.active })
    .from(hosting)
    .innerJoin(eventType, eq(eventType.id, hosting.eventTypeId))
    .orderBy(byLetters(eventType.title));
  return ok(
    hosts.map(({ row, hasHours: opens, isUnread }) => {
      const eventTypes = taken.filter(({ hostId }) => hostId === row.id);
      const isOffered = eventTypes.some(({ isActive }) => isActive);
      return {
        host: row,
        eventTypes: eventTypes.map(({ title }) => title),
        pause: pauseOf(row.active, opens, isOffered) ?? (isUnread ? "unread" : null),
      };
    }),
  );
}

function pauseOf(isActive: boolean, opens: boolean, isOffered: boolean): HostPause | null {
  if (!isActive) return "paused";
  if (!opens) return "no_hours";
  return isOffered ? null : "no_kind";
}

const hasHours = ({ now }: Pick<Ctx, "now">) => sql<boolean>`(
  exists (select 1 from ${availability} a where a.host_id = "host"."id")
  or exists (select 1 from ${dateOverride} d where d.host_id = "host"."id" and d.openings <> '[]'::jsonb
    and d.date >= ${localDate(now.getTime(), "UTC")}::date - 1))`;

/** Returns a host with hours, dates from today on, and busy calendars. For admins. Refusals: not_admin, not_found. */
export async function getHost(ctx: Ctx, hostId: string) {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const [row] = isUuid(hostId) ? await ctx.db.select().from(host).where(eq(host.id, hostId)) : [];
  if (!row) return notFound();
  const { feedTokenHash, ...shown } = row;
  const today = localDate(ctx.now.getTime(), row.timezone);
  return ok({
    host: { ...shown, hasFeed: feedTokenHash !== null },
    today,
    weekly: await ctx.db
      .select({
        weekday: availability.weekday,
        startMinute: availability.startMinute,
        endMinute: availability.endMinute,
      })
      .from(availability)
      .where(eq(availability.hostId, hostId))
      .orderBy(asc(availability.weekday), asc(availability.startMinute)),
    overrides: await ctx.db
      .select({ date: dateOverride.date, openings: dateOverride.openings })
      .from(dateOverride)
      .where(and(eq(dateOverride.hostId, hostId), gte(dateOverride.date, today)))
      .orderBy(asc(dateOverride.date)),
    feeds: (
      await ctx.db.select().from(busyFeed).where(eq(busyFeed.hostId, hostId)).orderBy(asc(busyFeed.createdAt))
    ).map(({ url, hostId: _, seen: __, readerEnds: ___, ...feed }) => ({ ...feed, label: feedLabel(url) })),
  });
}
