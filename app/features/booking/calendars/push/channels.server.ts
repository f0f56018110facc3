import { isIP } from "node:net";
import { and, desc, eq, inArray, isNotNull, lte, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import {
  type CalendarKind,
  calendarAccount,
  calendarChannel,
  connectedCalendar,
  host,
} from "#app/features/booking/tables.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { hashToken, randomToken } from "#app/platform/secrets/hashes.server.ts";
import type { CalendarChannels, ChannelRefusal } from "../provider.ts";
import { type AccountRow, providerOf } from "../provider-of.server.ts";
import type { CalendarRow } from "../refresh.server.ts";
import type { PushProblem } from "./push.ts";

/*
 * Channels through which Google and Microsoft report that a calendar changed (decision 0286). Every minute the calendars of active hosts
 * that are read or written get one, channels that expire within a day are renewed, and channels of all others end. A calendar is
 * claimed before its service is asked, so two processes never open two channels. The row of a channel exists before the request,
 * because its first notification can arrive before the response; if the account is disconnected meanwhile, the row is gone and the
 * new channel is closed at once. Closing is attempted once: the tokens of a disconnected account are deleted, and a channel without a
 * row reaches nothing and expires. Channels of another site are never closed: this may be a copy, and the original still uses them.
 */

type ChannelRow = typeof calendarChannel.$inferSelect;

const renewBeforeMs = 24 * 60 * minuteMs;
const retryMs = 30 * minuteMs;
const retryRenewalMs = 5 * minuteMs;
/** A claimed calendar is claimed again after this time, if the process was killed meanwhile. */
const leaseMs = 2 * minuteMs;
const atOnce = 4;

/** The origin of this site if services can reach it: https, and not an address of this machine or its network. */
function publicSite(): string | null {
  const { protocol, hostname, origin } = new URL(env().SITE_URL);
  const isPublic =
    hostname.includes(".") &&
    !hostname.startsWith("[") &&
    isIP(hostname) === 0 &&
    !/\.(localhost|local|lan|internal|home\.arpa|test|invalid)$/.test(hostname);
  return protocol === "https:" && isPublic ? origin : null;
}

/** Opens, renews and ends channels, so that every calendar that is read or written has one. */
export async function keepChannels(ctx: Ctx): Promise<void> {
  const site = publicSite();
  await endUnwanted(ctx, site);
  if (!site) return;
  const keepNext = async () => {
    for (let claimed = await claim(ctx); claimed; claimed = await claim(ctx)) await keepOne(ctx, { ...claimed, site });
  };
  await Promise.all(Array.from({ length: atOnce }, keepNext));
}

const isWanted = and(host.active, or(connectedCalendar.isChecked, connectedCalendar.isTarget));

async function endUnwanted(ctx: Ctx, site: string | null): Promise<void> {
  const wanted = ctx.db
    .select({ id: connectedCalendar.id })
    .from(connectedCalendar)
    .innerJoin(host, eq(host.id, connectedCalendar.hostId))
    .where(isWanted);
  const isOver = or(notInArray(calendarChannel.calendarId, wanted), site ? ne(calendarChannel.site, site) : sql`true`);
  const ended = await inTransaction(ctx, (tx) => endChannels(tx, isOver));
  await closeEnded(ctx, ended);
}

async function endChannels(tx: Ctx, which: SQL | undefined): Promise<ChannelRow[]> {
  const ended = await tx.db.delete(calendarChannel).where(which).returning();
  const calendars = ended.map(({ calendarId }) => calendarId);
  if (calendars.length > 0)
    await tx.db
      .update(connectedCalendar)
      .set({ channelAt: null, channelProblem: null })
      .where(inArray(connectedCalendar.id, calendars));
  return ended;
}

async function closeEnded(ctx: Ctx, ended: readonly ChannelRow[]): Promise<void> {
  if (ended.length === 0) return;
  const accounts = await ctx.db
    .select({ account: calendarAccount, calendarId: connectedCalendar.id })
    .from(connectedCalendar)
    .innerJoin(calendarAccount, eq(calendarAccount.id, connectedCalendar.accountId))
    .where(
      inArray(
        connectedCalendar.id,
        ended.map(({ calendarId }) => calendarId),
      ),
    );
  for (const { account, calendarId } of accounts)
    await closeChannels(
      ctx,
      account,
      ended.filter((channel) => channel.calendarId === calendarId),
    );
}

/** Ends channels of this site at the service, once; their rows are deleted already. */
export async function closeChannels(ctx: Ctx, account: AccountRow, channels: readonly ChannelRow[]): Promise<void> {
  const here = publicSite();
  const own = channels.flatMap(({ id, ref, site }) => (ref && site === here ? [{ id, ref }] : []));
  const service = own.length > 0 ? providerOf(ctx, account).channels : undefined;
  if (service) await Promise.all(own.map((channel) => service.close(channel)));
}

/** After a backup was restored: its channels belong to the installation that it was made of. Older backups may have none. */
export async function forgetChannels(db: Ctx["db"]): Promise<void> {
  const found = await db.execute<{ has: boolean }>(
    sql`select to_regclass('public.calendar_channel') is not null as has`,
  );
  if (!found.rows[0]?.has) return;
  await db.execute(sql`delete from calendar_channel`);
  await db.execute(sql`update connected_calendar set channel_at = null, channel_problem = null`);
}

/** Takes away the channels of an account before it is deleted; `closeChannels` then ends them at the service. */
export const endAccountChannels = (tx: Ctx, accountId: string): Promise<ChannelRow[]> =>
  endChannels(
    tx,
    inArray(
      calendarChannel.calendarId,
      tx.db
        .select({ id: connectedCalendar.id })
        .from(connectedCalendar)
        .where(eq(connectedCalendar.accountId, accountId)),
    ),
  );

type Claimed = { calendar: CalendarRow; account: AccountRow };

async function claim(ctx: Ctx): Promise<Claimed | null> {
  const [calendar] = await ctx.db
    .update(connectedCalendar)
    .set({ channelAt: new Date(ctx.now.getTime() + leaseMs) })
    .where(
      eq(
        connectedCalendar.id,
        sql`(select due.id from connected_calendar due
          join calendar_account account on account.id = due.account_id join host on host.id = due.host_id
          where account.kind <> 'caldav' and host.active and (due.is_checked or due.is_target)
            and coalesce(due.channel_at, '-infinity') <= ${ctx.now.toISOString()}::timestamptz
          order by due.channel_at nulls first, due.id limit 1 for update of due skip locked)`,
      ),
    )
    .returning();
  if (!calendar) return null;
  const [account] = await ctx.db.select().from(calendarAccount).where(eq(calendarAccount.id, calendar.accountId));
  return account ? { calendar, account } : claim(ctx);
}

type Kept = { at: Date; problem: PushProblem | null };

async function keepOne(ctx: Ctx, claimed: Claimed & { site: string }): Promise<void> {
  const { calendar, account } = claimed;
  const service = providerOf(ctx, account).channels;
  const kept: Kept = service
    ? await keepChannel(ctx, { ...claimed, service })
    : { at: after(ctx, retryMs), problem: "failed" };
  // A notification meanwhile may have asked for a renewal at once.
  const isClaimed = and(eq(connectedCalendar.id, calendar.id), eq(connectedCalendar.channelAt, calendar.channelAt!));
  await ctx.db.update(connectedCalendar).set({ channelAt: kept.at, channelProblem: kept.problem }).where(isClaimed);
}

const after = ({ now }: Ctx, ms: number) => new Date(now.getTime() + ms);

type Keeping = Claimed & { service: CalendarChannels; site: string };

async function keepChannel(ctx: Ctx, of: Keeping): Promise<Kept> {
  const ofCalendar = eq(calendarChannel.calendarId, of.calendar.id);
  await ctx.db.delete(calendarChannel).where(and(ofCalendar, lte(calendarChannel.expiresAt, ctx.now)));
  const open = and(ofCalendar, isNotNull(calendarChannel.ref));
  const earlier = await ctx.db.select().from(calendarChannel).where(open).orderBy(desc(calendarChannel.expiresAt));
  const [live] = earlier;
  if (live?.ref) {
    if (live.renewAt > ctx.now) return { at: live.renewAt, problem: null };
    const until = after(ctx, of.service.lifeMs);
    const renewed = await of.service.renew({ id: live.id, ref: live.ref }, until);
    if (renewed.ok && renewed.value) {
      const times = timesOf(ctx, renewed.value, until);
      await ctx.db.update(calendarChannel).set(times).where(eq(calendarChannel.id, live.id));
      return { at: times.renewAt, problem: null };
    }
    if (!renewed.ok) return { at: retryAt(ctx, renewed.reason, retryRenewalMs), problem: null };
  }
  const opened = await openChannel(ctx, of);
  if (!opened.ok && live) return { at: retryAt(ctx, opened.reason, retryRenewalMs), problem: null };
  if (!opened.ok) return { at: retryAt(ctx, opened.reason, retryMs), problem: problemOf(opened.reason) };
  const ids = earlier.map(({ id }) => id);
  if (ids.length > 0) {
    const ended = await ctx.db.delete(calendarChannel).where(inArray(calendarChannel.id, ids)).returning();
    await closeChannels(ctx, of.account, ended);
  }
  return { at: opened.value, problem: null };
}

/** Returns when to renew it. */
async function openChannel(
  ctx: Ctx,
  { calendar, account, service, site }: Keeping,
): Promise<Result<Date, ChannelRefusal>> {
  const [id, token, until] = [newId(), randomToken(), after(ctx, service.lifeMs)];
  const row = { id, calendarId: calendar.id, tokenHash: hashToken(token), site, expiresAt: until, renewAt: until };
  const address = `${site}/api/webhooks/calendars/${account.kind}`;
  const isThis = eq(calendarChannel.id, id);
  // Without a row if the calendar was disconnected since it was claimed.
  const placed = await ctx.db.execute(sql`
    insert into ${calendarChannel} (id, calendar_id, token_hash, site, expires_at, renew_at)
    select ${id}, id, ${row.tokenHash}, ${site}, ${until.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz
    from ${connectedCalendar} where id = ${calendar.id} for key share`);
  if (!placed.rowCount) return ok(until);
  const opened = await service.open(calendar.ref, { id, token, address, expiresAt: until });
  if (!opened.ok) {
    await ctx.db.delete(calendarChannel).where(isThis);
    return opened;
  }
  const { ref, expiresAt } = opened.value;
  const times = timesOf(ctx, expiresAt, until);
  const heard = service.provesAddress ? { heardAt: ctx.now } : {};
  const kept = await ctx.db
    .update(calendarChannel)
    .set({ ref, ...times, ...heard })
    .where(isThis)
    .returning();
  if (kept.length === 0) await closeChannels(ctx, account, [{ ...row, ref, heardAt: null }]);
  return ok(times.renewAt);
}

/** The service may grant less time than it was asked for. */
function timesOf(ctx: Ctx, granted: Date, asked: Date) {
  const expiresAt = granted < asked ? granted : asked;
  const lifeMs = expiresAt.getTime() - ctx.now.getTime();
  const renewAt = after(ctx, Math.max(lifeMs - renewBeforeMs, lifeMs / 2, minuteMs));
  return { expiresAt, renewAt };
}

const retryAt = (ctx: Ctx, reason: ChannelRefusal, ms: number) =>
  after(ctx, Math.max(ms, "waitSeconds" in reason && reason.waitSeconds ? reason.waitSeconds * 1000 : 0));

function problemOf({ kind }: ChannelRefusal): PushProblem {
  if (kind === "address_refused" || kind === "not_supported" || kind === "asked_to_wait") return kind;
  return kind === "not_allowed" ? "not_supported" : "failed";
}

/** Whether a channel of a calendar is open and the service was seen to reach this site through it; null: no channel. */
export const channelState = ({ now }: Pick<Ctx, "now">) =>
  sql<boolean | null>`(select bool_or(heard_at is not null) from calendar_channel channel
    where channel.calendar_id = ${connectedCalendar.id} and channel.ref is not null
      and channel.expires_at > ${now.toISOString()}::timestamptz)`;

/** Why changes of a calendar are read every minute; null: they are reported. */
export function pushProblemOf(of: {
  kind: CalendarKind;
  isHeard: boolean | null;
  problem: PushProblem | null;
}): PushProblem | null {
  if (of.kind === "caldav") return "no_reports";
  if (!publicSite()) return "no_address";
  if (of.isHeard) return null;
  return of.problem ?? "not_heard";
}
