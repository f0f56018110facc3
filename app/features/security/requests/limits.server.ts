import { gt, lt, or, sql } from "drizzle-orm";
import { daySeconds, hourSeconds } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { rateLimit } from "../tables.server.ts";
import { addUse, clockSkewMs } from "./uses.server.ts";

/**
 * Fixed-window limits, counted in the database so that every process sees the same count.
 * They slow down guessing and flooding and never lock an account for its owner elsewhere: what a stranger can use up is
 * keyed by a client address, or a client together with an account. Exceptions, decision 0006: app codes, with recovery
 * codes as the way in; mails to one address, where the latest link keeps working. The numbers: spec: limits, code-checks.
 */
export const limitRules = {
  "sign-in-account": { points: 10, seconds: 15 * 60 },
  "sign-in-client": { points: 100, seconds: 15 * 60 },
  "passkey-challenge": { points: 600, seconds: 15 * 60 },
  "sign-in-link-account": { points: 5, seconds: hourSeconds },
  "sign-in-link-client": { points: 30, seconds: hourSeconds },
  // Shorter than a link is valid, so that the owner always has a valid one or gets a new one.
  "sign-in-link-mail": { points: 1, seconds: 10 * 60 },
  "provider-sign-in": { points: 60, seconds: 15 * 60 },
  "sign-up": { points: 60, seconds: hourSeconds },
  "verification-mail": { points: 5, seconds: hourSeconds },
  "second-factor": { points: 30, seconds: 15 * 60 },
  "recovery-code": { points: 30, seconds: 15 * 60 },
  "mailed-code": { points: 30, seconds: 15 * 60 },
  "second-factor-account": { points: 20, seconds: hourSeconds },
  booking: { points: 120, seconds: 60 },
  "anonymous-booking": { points: 10, seconds: hourSeconds },
  "slot-hold": { points: 20, seconds: 300 },
  "access-code-user": { points: 5, seconds: 15 * 60 },
  "access-code-client": { points: 20, seconds: 15 * 60 },
  "password-reset-account": { points: 5, seconds: hourSeconds },
  "password-reset-mail": { points: 1, seconds: hourSeconds },
  "password-reset-client": { points: 30, seconds: hourSeconds },
  "public-form": { points: 30, seconds: hourSeconds },
  "visit-email": { points: 200, seconds: daySeconds },
  "preview-token": { points: 20, seconds: 15 * 60 },
  "section-comment": { points: 60, seconds: hourSeconds },
  "stranger-mail": { points: 6, seconds: hourSeconds },
  // Redeliveries of one reply, and replies to the same mail, after that mail was deleted.
  "orphan-reply": { points: 1, seconds: 7 * daySeconds },
  "orphan-replies": { points: 20, seconds: daySeconds },
  // Redeliveries of one report that cannot be read, and all such reports.
  "unread-report": { points: 1, seconds: 7 * daySeconds },
  "unread-reports": { points: 20, seconds: daySeconds },
  trap: { points: 60, seconds: 60 },
  "trap-rows": { points: 20_000, seconds: daySeconds },
  "csp-report": { points: 60, seconds: 60 },
  "csp-report-client-kinds": { points: 100, seconds: daySeconds },
  "csp-report-kinds": { points: 1000, seconds: daySeconds },
  "funnel-event": { points: 60, seconds: 60 },
  "funnel-client-rows": { points: 1000, seconds: daySeconds },
  "funnel-rows": { points: 20_000, seconds: daySeconds },
  "collect-analytics": { points: 1200, seconds: 60 },
  "client-log": { points: 60, seconds: 60 },
  "client-log-client": { points: 1000, seconds: daySeconds },
  "client-log-lines": { points: 20_000, seconds: daySeconds },
  "colleague-save": { points: 120, seconds: hourSeconds },
  "domain-check": { points: 20, seconds: hourSeconds },
  "company-invitation": { points: 20, seconds: daySeconds },
  "my-data": { points: 60, seconds: hourSeconds },
  "api-token": { points: 600, seconds: 60 },
  "api-token-wrong": { points: 60, seconds: 15 * 60 },
  "integration-test": { points: 10, seconds: 10 * 60 },
  call: { points: 600, seconds: 60 },
} as const satisfies Record<string, { points: number; seconds: number }>;

type At = Pick<Ctx, "db" | "now">;
export type LimitRule = keyof typeof limitRules;
export type LimitAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Counts one use of `rule` by `who`, also simultaneous ones, and returns whether it was within the limit. */
export async function countUse(ctx: At, rule: LimitRule, who: string): Promise<LimitAnswer> {
  return answer(ctx, await addUse(ctx, windowOf(ctx, rule, who)), limitRules[rule].points);
}

/**
 * Like `countUse`, but refused uses are not counted, so they never use up what remains for others. `max` lowers the
 * limit for this use. Call it in a transaction: the counter stays locked until its end, and a rollback undoes the use.
 */
export async function takeUse(ctx: At, rule: LimitRule, who: string, max: number): Promise<LimitAnswer> {
  const taken = answer(ctx, await addUse(ctx, windowOf(ctx, rule, who)), max);
  if (!taken.allowed) await uncountUse(ctx, rule, who);
  return taken;
}

/** Checks whether `who` is within `rule` without counting: for limits that count failures only. */
export async function isWithinLimit(ctx: At, rule: LimitRule, who: string): Promise<LimitAnswer> {
  const [row] = await ctx.db
    .select()
    .from(rateLimit)
    .where(sql`${rateLimit.key} = ${keyOf(rule, who)}`);
  const { until } = windowOf(ctx, rule, who);
  if (!row || row.expiresAt <= ctx.now || row.expiresAt.getTime() > until.getTime() + clockSkewMs)
    return { allowed: true };
  return answer(ctx, { ...row, points: row.points + 1 }, limitRules[rule].points);
}

/** Subtracts one use: attempts are counted before their outcome is known, and uncounted if they succeed. */
export async function uncountUse(ctx: At, rule: LimitRule, who: string): Promise<void> {
  await ctx.db
    .update(rateLimit)
    .set({ points: sql`greatest(${rateLimit.points} - 1, 0)` })
    .where(sql`${rateLimit.key} = ${keyOf(rule, who)}`);
}

/** Resets the count after a success that proves ownership. */
export async function resetUses(ctx: At, rule: LimitRule, who: string): Promise<void> {
  await ctx.db.delete(rateLimit).where(sql`${rateLimit.key} = ${keyOf(rule, who)}`);
}

/** Deletes counters of windows that have expired or were started by a wrong clock; run by a scheduled job. Returns how many. */
export async function sweepLimits(ctx: At): Promise<number> {
  const longest = Math.max(...Object.values(limitRules).map(({ seconds }) => seconds * 1000)) + clockSkewMs;
  const deleted = await ctx.db
    .delete(rateLimit)
    .where(or(lt(rateLimit.expiresAt, ctx.now), gt(rateLimit.expiresAt, new Date(ctx.now.getTime() + longest))))
    .returning({ key: rateLimit.key });
  return deleted.length;
}

const windowOf = (ctx: At, rule: LimitRule, who: string) => ({
  key: keyOf(rule, who),
  until: new Date(ctx.now.getTime() + limitRules[rule].seconds * 1000),
});

const answer = (ctx: At, row: { points: number; expiresAt: Date }, points: number): LimitAnswer =>
  row.points <= points
    ? { allowed: true }
    : {
        allowed: false,
        retryAfterSeconds: Math.max(1, Math.ceil((row.expiresAt.getTime() - ctx.now.getTime()) / 1000)),
      };

const keyOf = (rule: LimitRule, who: string) => `${rule}:${keyedHash("limit", who).slice(0, 22)}`;
