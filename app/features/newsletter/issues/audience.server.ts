import { and, eq, isNull, like, lte, or, type SQL, sql } from "drizzle-orm";
import { isDemoRow } from "#app/features/demo/demo.server.ts";
import { isSuppressed } from "#app/features/mail/refusals/suppression.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { demoAddressPattern } from "#app/lib/people/demo-address.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Audience, type NewsletterTopic, quarterDays } from "../newsletter-terms.ts";
import { newsletterPending, newsletterSubscriber as subscriber } from "../tables.server.ts";

export type AudienceOf = { topic: NewsletterTopic; audience: Audience; id?: string };

/**
 * The condition on subscribers: subscribed, interested in the topic, past their pause if they want few mails, in the audience, and not
 * suppressed. Demo issues go only to demo subscribers, real issues never do.
 */
export const inAudience = (ctx: Pick<Ctx, "now">, of: AudienceOf): SQL | undefined =>
  and(sql`(${isDemoSubscriber}) = ${isDemoIssue(of)}`, matches(ctx, of));

const isDemoSubscriber = like(subscriber.email, demoAddressPattern);
const isDemoIssue = ({ id }: AudienceOf) => (id ? isDemoRow("newsletter_issue", id) : sql`false`);

function matches(ctx: Pick<Ctx, "now">, { topic, audience }: AudienceOf): SQL | undefined {
  const restedSince = new Date(ctx.now.getTime() - quarterDays * dayMs);
  return and(
    isNull(subscriber.unsubscribedAt),
    sql`${topic} = any(${subscriber.topics})`,
    or(eq(subscriber.frequency, "every"), isNull(subscriber.lastIssueAt), lte(subscriber.lastIssueAt, restedSince)),
    audience === "everybody" ? undefined : eq(subscriber.isConsumerDomain, audience === "consumer"),
    sql`not ${isSuppressed(subscriber.email, "newsletter")}`,
  );
}

export const countAudience = (ctx: Ctx, of: AudienceOf): Promise<number> =>
  ctx.db.$count(subscriber, inAudience(ctx, of));

/** `demoLeftOut`: matching demo addresses, which a real issue excludes; 0 for a demo issue. */
export type Reach = { audience: number; demoLeftOut: number };

export async function countReach(ctx: Ctx, of: AudienceOf): Promise<Reach> {
  const [audience, demoLeftOut] = await Promise.all([
    countAudience(ctx, of),
    ctx.db.$count(subscriber, and(isDemoSubscriber, sql`not ${isDemoIssue(of)}`, matches(ctx, of))),
  ]);
  return { audience, demoLeftOut };
}

export type SubscriberCounts = {
  subscribed: number;
  pending: number;
  left: number;
  leftThisMonth: number;
  joinedThisMonth: number;
};

/** Returns the counts of the subscriber list; a month is the last 30 days. */
export async function countSubscribers(ctx: Ctx): Promise<SubscriberCounts> {
  const since = sql`${new Date(ctx.now.getTime() - 30 * dayMs).toISOString()}::timestamptz`;
  const when = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await ctx.db
    .select({
      pending: sql<number>`(select count(*)::int from ${newsletterPending})`,
      subscribed: when(sql`${subscriber.unsubscribedAt} is null`),
      left: when(sql`${subscriber.unsubscribedAt} is not null`),
      leftThisMonth: when(sql`${subscriber.unsubscribedAt} >= ${since}`),
      joinedThisMonth: when(sql`${subscriber.unsubscribedAt} is null and ${subscriber.consentedAt} >= ${since}`),
    })
    .from(subscriber);
  return row!;
}
