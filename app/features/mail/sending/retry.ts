import { minuteMs } from "#app/lib/durations.ts";

/**
 * Minutes to wait after the first, second, ... failed attempt. Long enough in all (two days) to outlast a mail server's bad
 * weekend, short enough at first that a hiccup or greylisting delays a code by a minute only.
 */
const pausesMinutes = [1, 5, 15, 60, 120, 240, 480, 720, 1200];

export const maxAttempts = pausesMinutes.length + 1;

/** When to try again after attempt number `attempt` (from 1) failed at `at`; null when that was the last one. */
export function nextAttempt(attempt: number, at: Date): Date | null {
  const pause = pausesMinutes[attempt - 1];
  return pause === undefined ? null : new Date(at.getTime() + pause * minuteMs);
}
