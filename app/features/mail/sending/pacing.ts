import { dayMs } from "#app/lib/durations.ts";

/*
 * The rate at which a mailing enters the outbox. A bulk sender (a newsletter issue, a sequence) asks every few seconds how
 * many mails it can queue at its rate; a slow mail server slows it down, because the number of unsent mails is bounded.
 */

/** Maximum unsent mails of one mailing: a few minutes' work of a small mail server. */
const maxWaiting = 2000;
/** Maximum mails queued at once, at any rate: bounds the size of the statements. */
const maxAtOnce = 1000;

/**
 * Returns how many mails can be queued now: the rate times the seconds since `lastAt`, at most a minute's worth; on the first
 * call one interval's worth. Never negative. `perMinute` is mails per minute, `waiting` the unsent mails of this mailing.
 */
export function outboxRoom(state: {
  perMinute: number;
  everySeconds: number;
  waiting: number;
  now: Date;
  lastAt: Date | null;
}): number {
  const { perMinute, everySeconds, waiting, now, lastAt } = state;
  const paced = lastAt
    ? Math.floor((perMinute * Math.min(Math.max(0, (now.getTime() - lastAt.getTime()) / 1000), 60)) / 60)
    : Math.max(1, Math.floor((perMinute * everySeconds) / 60));
  return Math.max(0, Math.min(paced, maxAtOnce, maxWaiting - waiting));
}

const weekMs = 7 * dayMs;

/**
 * Returns when a person can get another list mail: now, or when enough of the mails in `mailedAt` are seven days old,
 * so that no seven days have more than `weeklyCap`. Newsletters and sequences both count.
 */
export function capEnd({
  mailedAt,
  now,
  weeklyCap,
}: {
  mailedAt: readonly Date[];
  now: Date;
  weeklyCap: number;
}): Date {
  const recent = mailedAt
    .map((at) => at.getTime())
    .filter((at) => at > now.getTime() - weekMs)
    .sort((a, b) => b - a);
  const oldest = recent[weeklyCap - 1];
  return oldest === undefined ? now : new Date(oldest + weekMs);
}
