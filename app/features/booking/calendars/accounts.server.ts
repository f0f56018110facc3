import { and, asc, count, eq, isNotNull, ne, sql } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { canChange, canRead } from "#app/lib/actor.ts";
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
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { sealText } from "#app/platform/secrets/sealed-text.server.ts";
import { bookingAudit } from "../audit.ts";
import type { SeenVersion } from "../hosts/event-type.ts";
import { booking, calendarAccount, calendarBusy, calendarEvent, connectedCalendar, host } from "../tables.server.ts";
import type { CaldavAccount, CalendarChoice } from "./connection.ts";
import { type FoundCalendar, type Trouble, troubleText } from "./provider.ts";
import { type AccountRow, providerOf } from "./provider-of.server.ts";
import { channelState, closeChannels, endAccountChannels, pushProblemOf } from "./push/channels.server.ts";
import { queueUpcomingCalls } from "./queue.server.ts";

/*
 * The calendars of hosts, for admins. An account is tested before it is stored; its password or tokens are sealed, and deleted when it
 * is disconnected. Connecting an account again replaces its password and keeps the choice of calendars.
 */

const maxAccounts = 10;

export type ConnectRefusal =
  | NotAdmin
  | NotFound
  | Trouble
  | Refusal<"too_many_accounts" | "no_calendars" | "unknown_calendar" | "not_writable">;

export const connectRefusalText = {
  ...troubleText,
  not_admin: "Admin rights are needed for that.",
  not_found: "There is no such record.",
  too_many_accounts: `A host has at most ${maxAccounts} accounts.`,
  no_calendars: "The account has no calendar for events.",
  unknown_calendar: "One of the calendars is no longer connected. Load the page again.",
  not_writable: "Calls cannot be written to this calendar: the account may only read it.",
  stale: "Another admin changed this host while you were choosing. Compare your choice, then save it again.",
} as const satisfies Record<(ConnectRefusal | Stale)["kind"], string>;

/**
 * Connects a CalDAV account: its calendars are checked for busy times, and calls are written to the first one that allows it, unless
 * the host has such a calendar already. Refusals: not_admin, not_found, too_many_accounts, no_calendars, and the trouble of the test;
 * nothing is stored then.
 */
export const connectCaldav = (
  ctx: Ctx,
  { hostId, server, username, password }: CaldavAccount & { hostId: string },
): Promise<Result<{ id: string }, ConnectRefusal>> =>
  connectAccount(ctx, { hostId, kind: "caldav", server, username, secret: sealText(password) });

export async function connectAccount(
  ctx: Ctx,
  given: Pick<AccountRow, "hostId" | "kind" | "server" | "username" | "secret">,
): Promise<Result<{ id: string }, ConnectRefusal>> {
  if (!canChange(ctx.actor, "calendar")) return notAdmin();
  const account = { ...given, id: newId(), createdAt: ctx.now };
  const provider = providerOf(ctx, account, async (sealed) => {
    account.secret = sealed;
  });
  const found = await provider.listCalendars();
  if (!found.ok) return found;
  if (found.value.length === 0) return refuse("no_calendars");
  return adminCommand(ctx, "calendar", async (tx) => {
    const { hostId, kind } = account;
    const [by] = await tx.db.select({ version: host.version }).from(host).where(eq(host.id, hostId)).for("update");
    if (!by) return notFound();
    const present = await tx.db
      .select({ accounts: count() })
      .from(calendarAccount)
      .where(eq(calendarAccount.hostId, hostId));
    if (present[0]!.accounts >= maxAccounts) return refuse("too_many_accounts");
    const [stored] = await tx.db
      .insert(calendarAccount)
      .values(account)
      .onConflictDoUpdate({
        target: [calendarAccount.hostId, calendarAccount.kind, calendarAccount.server, calendarAccount.username],
        set: { secret: account.secret },
      })
      .returning({ id: calendarAccount.id });
    await storeCalendars(tx, { accountId: stored!.id, hostId }, found.value);
    // A choice that does not know the new calendars would uncheck them.
    await tx.db
      .update(host)
      .set({ version: by.version + 1 })
      .where(eq(host.id, hostId));
    return recorded({ action: bookingAudit.calendarConnected, subject: hostId, detail: { kind } }, { id: stored!.id });
  });
}

async function storeCalendars(
  tx: Ctx,
  { accountId, hostId }: { accountId: string; hostId: string },
  found: readonly FoundCalendar[],
): Promise<void> {
  const calendars = found.slice(0, 200).map(({ isOther = false, ...each }) => ({
    ...each,
    ...{ id: newId(), accountId, hostId, isChecked: !isOther, createdAt: tx.now },
  }));
  await tx.db
    .insert(connectedCalendar)
    .values(calendars)
    .onConflictDoUpdate({
      target: [connectedCalendar.accountId, connectedCalendar.ref],
      set: {
        name: sql`excluded.name`,
        canWrite: sql`excluded.can_write`,
        heldUntil: null,
        seen: null,
        channelAt: null,
      },
    });
  const targets = await tx.db.$count(
    connectedCalendar,
    and(eq(connectedCalendar.hostId, hostId), connectedCalendar.isTarget),
  );
  const first = calendars.find(({ canWrite }) => canWrite);
  if (targets > 0 || !first) return;
  await tx.db
    .update(connectedCalendar)
    .set({ isTarget: true })
    .where(and(eq(connectedCalendar.accountId, accountId), eq(connectedCalendar.ref, first.ref)));
  await queueUpcomingCalls(tx, hostId);
}

/**
 * Sets which calendars of a host are checked and which one calls are written to. Calls that are in another calendar stay there.
 * Refusals: not_admin, not_found, stale (with the current `version`), unknown_calendar, not_writable.
 */
export const chooseCalendars = (
  ctx: Ctx,
  { hostId, version, checked, target, ...rules }: CalendarChoice & SeenVersion & { hostId: string },
): Promise<
  Result<undefined, NotAdmin | NotFound | Stale<SeenVersion> | Refusal<"unknown_calendar" | "not_writable">>
> =>
  adminCommand(ctx, "calendar", async (tx) => {
    const [by] = await tx.db.select({ version: host.version }).from(host).where(eq(host.id, hostId)).for("update");
    if (!by) return notFound();
    if (by.version !== version) return stale({ version: by.version });
    const known = await tx.db.select().from(connectedCalendar).where(eq(connectedCalendar.hostId, hostId));
    const find = (id: string) => known.find((each) => each.id === id);
    if (![...checked, ...(target ? [target] : [])].every(find)) return refuse("unknown_calendar");
    if (target && !find(target)!.canWrite) return refuse("not_writable");
    await tx.db
      .update(host)
      .set({ ...rules, version: version + 1 })
      .where(eq(host.id, hostId));
    const ofHost = eq(connectedCalendar.hostId, hostId);
    const isNoTarget = target ? ne(connectedCalendar.id, target) : undefined;
    await tx.db.update(connectedCalendar).set({ isTarget: false }).where(and(ofHost, isNoTarget));
    if (target) await tx.db.update(connectedCalendar).set({ isTarget: true }).where(eq(connectedCalendar.id, target));
    for (const { id, isChecked } of known) {
      if (isChecked === checked.includes(id)) continue;
      await tx.db
        .update(connectedCalendar)
        .set({ isChecked: !isChecked, seen: null, attemptedAt: null, readAt: null })
        .where(eq(connectedCalendar.id, id));
      if (isChecked) await tx.db.delete(calendarBusy).where(eq(calendarBusy.calendarId, id));
    }
    if (target) await queueUpcomingCalls(tx, hostId);
    const detail = {
      what: "calendars",
      checked: String(checked.length),
      written: target ? find(target)!.name : "none",
    };
    return recorded({ action: bookingAudit.calendarsChosen, subject: hostId, detail });
  });

/**
 * Disconnects an account: its password or tokens and busy times are deleted, and its channels end; events of calls stay in its
 * calendars. Refusals: not_admin, not_found.
 */
export async function disconnectCalendars(
  ctx: Ctx,
  { accountId }: { accountId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  const disconnected = await adminCommand(ctx, "calendar", async (tx) => {
    const channels = await endAccountChannels(tx, accountId);
    const [gone] = await tx.db.delete(calendarAccount).where(eq(calendarAccount.id, accountId)).returning();
    if (!gone) return notFound();
    const detail = { kind: gone.kind };
    return recorded({ action: bookingAudit.calendarDisconnected, subject: gone.hostId, detail }, { gone, channels });
  });
  if (!disconnected.ok) return disconnected;
  const { gone, channels } = disconnected.value;
  await closeChannels(ctx, gone, channels);
  return ok(undefined);
}

/** Writes the event of a call again that was deleted there: the call stays. Refusals: not_admin, not_found. */
export const keepDeletedCall = (
  ctx: Ctx,
  { bookingId }: { bookingId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> =>
  adminCommand(ctx, "calendar", async (tx) => {
    const [kept] = await tx.db
      .update(calendarEvent)
      .set({ goneAt: null, dueAt: tx.now, attempts: 0, ref: null, etag: null })
      .where(and(eq(calendarEvent.bookingId, bookingId), isNotNull(calendarEvent.goneAt)))
      .returning();
    if (!kept) return notFound();
    return recorded({ action: bookingAudit.eventRestored, subject: bookingId });
  });

/** The connected calendars of a host without their secrets. For admins. */
export async function listConnectedCalendars(ctx: Ctx, hostId: string) {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const rows = await ctx.db
    .select({ account: calendarAccount, calendar: connectedCalendar, isHeard: channelState(ctx) })
    .from(calendarAccount)
    .innerJoin(connectedCalendar, eq(connectedCalendar.accountId, calendarAccount.id))
    .where(eq(calendarAccount.hostId, hostId))
    .orderBy(asc(calendarAccount.createdAt), byLetters(connectedCalendar.name), asc(connectedCalendar.id));
  const accounts = new Map(
    rows.map(({ account: { id, kind, server, username } }) => [id, { id, kind, server, username }]),
  );
  return ok(
    [...accounts.values()].map((account) => ({
      ...account,
      calendars: rows
        .filter((row) => row.account.id === account.id)
        .map(({ calendar, isHeard }) => {
          const { id, name, canWrite, isChecked, isTarget, readAt, attemptedAt, problem, skippedCount } = calendar;
          const push = pushProblemOf({ kind: account.kind, isHeard, problem: calendar.channelProblem });
          return { id, name, canWrite, isChecked, isTarget, readAt, attemptedAt, problem, skippedCount, push };
        }),
    })),
  );
}

/** Whether the event of a call was deleted there, and why it could not be written. For admins, who read the call anyway. */
export async function findCalendarEvent(ctx: Pick<Ctx, "db">, bookingId: string) {
  const [row] = await ctx.db
    .select({ goneAt: calendarEvent.goneAt, problem: calendarEvent.problem, calendar: connectedCalendar.name })
    .from(calendarEvent)
    .innerJoin(connectedCalendar, eq(connectedCalendar.id, calendarEvent.calendarId))
    .innerJoin(booking, eq(booking.id, calendarEvent.bookingId))
    .where(and(eq(calendarEvent.bookingId, bookingId), eq(booking.status, "confirmed")))
    .orderBy(sql`${calendarEvent.goneAt} is null`, sql`${calendarEvent.problem} is null`)
    .limit(1);
  return row ?? null;
}
