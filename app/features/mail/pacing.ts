/*
 * How fast a list enters the outbox. A sender of many mails (a newsletter issue, a sequence) names its pace and asks again
 * every few seconds; a slow mail server slows it down, because what waits unsent is bounded.
 */

/** Unsent mails of one list in the outbox: a few minutes' work at the pace of a small mail server. */
const mostWaiting = 2000;
/** Mails handed over at once: bounds the statements, whatever the pace. */
const mostAtOnce = 1000;

/**
 * How many mails may enter the outbox now: the pace times the seconds since `lastAt`, at most a minute's worth; one interval's
 * worth the first time. Never negative. `perMinute` is mails a minute, `waiting` the unsent mails of this list.
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
  return Math.max(0, Math.min(paced, mostAtOnce, mostWaiting - waiting));
}
