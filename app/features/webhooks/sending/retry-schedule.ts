import { daySeconds, hourSeconds } from "#app/lib/durations.ts";

const minute = 60;

/** Seconds between attempts: twelve attempts in five days. Published in docs/operations.md. */
export const retryDelaysSeconds: readonly number[] = [
  ...[
    5,
    5 * minute,
    30 * minute,
    2 * hourSeconds,
    5 * hourSeconds,
    10 * hourSeconds,
    14 * hourSeconds,
    20 * hourSeconds,
  ],
  ...[daySeconds, daySeconds, daySeconds],
];

/** An endpoint without a success for this long is disabled. */
export const disabledAfterDays = 5;
/** A failure this long after the previous one starts a new series: nothing was sent in between. */
export const failureGapHours = 48;

const maxRetryAfterSeconds = 24 * hourSeconds;
/** Delays are up to a tenth longer, so that deliveries that failed together are not retried together. */
const jitter = 0.1;

/**
 * Returns when to retry after attempt `attempt` (from 1) failed at `at`; null after the last. `retryAfterSeconds`: the
 * endpoint's Retry-After; it can only delay, by at most a day. `random`: 0 to 1.
 */
export function nextAttemptAt(
  { attempt, at, retryAfterSeconds }: { attempt: number; at: Date; retryAfterSeconds: number | null },
  random: number = Math.random(),
): Date | null {
  const delay = retryDelaysSeconds[attempt - 1];
  if (delay === undefined) return null;
  const asked = Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds);
  return new Date(at.getTime() + Math.max(delay, asked) * 1000 * (1 + jitter * random));
}

/** Parses a `Retry-After` header into seconds: a number, or a date. Null if missing or invalid. */
export function retryAfterOf(header: string | undefined, now: Date): number | null {
  if (!header) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  // Without the weekday check, Date.parse reads "-5" and "1.5" as dates.
  const at = /^[a-z]{3}/i.test(header.trim()) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}

/** Returns the time of the current series' first failure, given the previous ones. */
export function failingSinceAfter(
  { failingSince, lastFailedAt }: { failingSince: Date | null; lastFailedAt: Date | null },
  at: Date,
): Date {
  const isSameSeries =
    lastFailedAt !== null && at.getTime() - lastFailedAt.getTime() <= failureGapHours * hourSeconds * 1000;
  return failingSince && isSameSeries ? failingSince : at;
}

export const hasFailedTooLong = (failingSince: Date, at: Date): boolean =>
  at.getTime() - failingSince.getTime() >= disabledAfterDays * 24 * hourSeconds * 1000;

/** The schedule as text: "5 seconds", "5 minutes", "2 hours". */
export const describeSchedule = (): string[] => retryDelaysSeconds.map(describe);

function describe(seconds: number): string {
  if (seconds < minute) return `${seconds} seconds`;
  return seconds < hourSeconds ? `${seconds / minute} minutes` : `${seconds / hourSeconds} hours`;
}
