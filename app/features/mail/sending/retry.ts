import { minuteMs } from "#app/lib/durations.ts";

/**
 * Minutes to wait after the first, second, ... failed attempt. Long enough in total (two days) to outlast an outage over a
 * weekend, short enough at first that greylisting delays a code by only a minute.
 */
const pausesMinutes = [1, 5, 15, 60, 120, 240, 480, 720, 1200];

export const maxAttempts = pausesMinutes.length + 1;

/** Returns when to retry after attempt number `attempt` (from 1) failed at `at`; null after the last one. */
export function nextAttempt(attempt: number, at: Date): Date | null {
  const pause = pausesMinutes[attempt - 1];
  return pause === undefined ? null : new Date(at.getTime() + pause * minuteMs);
}
