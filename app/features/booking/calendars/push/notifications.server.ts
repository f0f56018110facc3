import { and, eq, gt, inArray, isNull, lte, or } from "drizzle-orm";
import { z } from "zod";
import { followChangedJob } from "#app/features/booking/jobs.server.ts";
import { calendarChannel, connectedCalendar } from "#app/features/booking/tables.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { enqueue, jobsAreOpen } from "#app/platform/queues/jobs.server.ts";
import { hashToken, isSameText } from "#app/platform/secrets/hashes.server.ts";

/*
 * Notifications of Google and Microsoft. They come from anyone who knows an address, so nothing in them is believed: with the secret of a
 * channel that has not expired, a notification marks the calendar as changed, and the calendar is read as usual. It can make nothing free
 * and delete nothing. While a calendar is marked, further notifications change nothing, so a hundred cost one read. A wrong secret,
 * an unknown channel and an expired one get the same response.
 */

type Notice = {
  channelId: string;
  token: string;
  /** Only says that the channel works. */
  isGreeting?: boolean;
  /** The channel has to be renewed or replaced. */
  endsSoon?: boolean;
};

/** Channels in one request; a service sends those of one application together. */
const maxNotices = 200;
const unknown = hashToken("");

/** A request of Google, by its headers. Refusal: not_found. */
export async function takeGoogleNotification(
  ctx: Ctx,
  header: (name: string) => string | undefined,
): Promise<Result<undefined, NotFound>> {
  const notice = {
    channelId: header("x-goog-channel-id") ?? "",
    token: header("x-goog-channel-token") ?? "",
    isGreeting: header("x-goog-resource-state") === "sync",
  };
  return (await takeNotices(ctx, [notice])) > 0 ? ok(undefined) : notFound();
}

const GraphNotices = z.object({ value: z.array(z.unknown()) });
const GraphNotice = z.object({ clientState: z.string().max(128), lifecycleEvent: z.string().optional() });

/** A request of Microsoft Graph, by its body: changes, or events of the life of a subscription. Other bodies are ignored. */
export async function takeGraphNotifications(ctx: Ctx, body: unknown): Promise<void> {
  const sent = GraphNotices.safeParse(body);
  if (!sent.success) return;
  const notices = new Map<string, Notice>();
  for (const one of sent.data.value) {
    const { success, data } = GraphNotice.safeParse(one);
    if (!success) continue;
    const [channelId = "", token = ""] = data.clientState.split(".");
    const endsSoon = ["reauthorizationRequired", "subscriptionRemoved"].includes(data.lifecycleEvent ?? "");
    if (endsSoon || !notices.has(data.clientState)) notices.set(data.clientState, { channelId, token, endsSoon });
  }
  await takeNotices(ctx, [...notices.values()]);
}

/** Returns how many were accepted. */
async function takeNotices(ctx: Ctx, given: readonly Notice[]): Promise<number> {
  const notices = given.filter(({ channelId }) => isUuid(channelId)).slice(0, maxNotices);
  if (notices.length === 0) return 0;
  const channels = await ctx.db
    .select()
    .from(calendarChannel)
    .where(
      and(
        inArray(
          calendarChannel.id,
          notices.map(({ channelId }) => channelId),
        ),
        gt(calendarChannel.expiresAt, ctx.now),
      ),
    );
  const accepted = notices.flatMap((notice) => {
    const channel = channels.find(({ id }) => id === notice.channelId);
    const isRight = isSameText(hashToken(notice.token), channel?.tokenHash ?? unknown);
    return channel && isRight ? [{ ...notice, channel }] : [];
  });
  if (accepted.length > 0) await inTransaction(ctx, (tx) => note(tx, accepted));
  return accepted.length;
}

type Accepted = Notice & { channel: typeof calendarChannel.$inferSelect };

async function note(tx: Ctx, accepted: readonly Accepted[]): Promise<void> {
  const unheard = accepted.filter(({ channel }) => !channel.heardAt).map(({ channel }) => channel.id);
  if (unheard.length > 0)
    await tx.db.update(calendarChannel).set({ heardAt: tx.now }).where(inArray(calendarChannel.id, unheard));
  for (const { channel } of accepted.filter(({ endsSoon }) => endsSoon)) {
    await tx.db.update(calendarChannel).set({ renewAt: tx.now }).where(eq(calendarChannel.id, channel.id));
    const isOfChannel = eq(connectedCalendar.id, channel.calendarId);
    await tx.db.update(connectedCalendar).set({ channelAt: null }).where(isOfChannel);
  }
  const changed = accepted.filter(({ isGreeting }) => !isGreeting).map(({ channel }) => channel.calendarId);
  if (changed.length === 0) return;
  const { changedAt } = connectedCalendar;
  // A mark that old belongs to a job that was lost.
  const lost = new Date(tx.now.getTime() - minuteMs);
  const marked = await tx.db
    .update(connectedCalendar)
    .set({ changedAt: tx.now })
    .where(and(inArray(connectedCalendar.id, changed), or(isNull(changedAt), lte(changedAt, lost))))
    .returning({ id: connectedCalendar.id });
  if (marked.length > 0 && jobsAreOpen()) await enqueue(tx, followChangedJob, {});
}
