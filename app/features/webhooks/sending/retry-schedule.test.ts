import { expect, test } from "vitest";
import { daySeconds, hourMs } from "#app/lib/durations.ts";
import {
  describeSchedule,
  failingSinceAfter,
  hasFailedTooLong,
  nextAttemptAt,
  retryAfterOf,
  retryDelaysSeconds,
} from "./retry-schedule.ts";

const now = new Date("2026-03-02T15:00:00Z");
const hours = (count: number) => new Date(now.getTime() + count * hourMs);
const secondsUntil = (at: Date | null) => (at!.getTime() - now.getTime()) / 1000;
const wait = (attempt: number, retryAfterSeconds: number | null = null, random = 0) =>
  nextAttemptAt({ attempt, at: now, retryAfterSeconds }, random);

test("twelve attempts in five days, each up to a tenth later", () => {
  expect(describeSchedule()).toEqual([
    ...["5 seconds", "5 minutes", "30 minutes", "2 hours", "5 hours", "10 hours", "14 hours", "20 hours"],
    ...["24 hours", "24 hours", "24 hours"],
  ]);
  for (const [index, delay] of retryDelaysSeconds.entries()) {
    expect(secondsUntil(wait(index + 1))).toBe(delay);
    expect(secondsUntil(wait(index + 1, null, 1))).toBeCloseTo(delay * 1.1);
  }
  expect(wait(12)).toBeNull();
  const total = retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0);
  expect(total / daySeconds).toBeGreaterThan(5);
});

test("Retry-After delays the next attempt by at most a day, and never makes it earlier", () => {
  expect(secondsUntil(wait(1, 600))).toBe(600);
  expect(secondsUntil(wait(1, 1))).toBe(5);
  expect(secondsUntil(wait(4, 60))).toBe(7200);
  expect(secondsUntil(wait(1, 999_999_999))).toBe(daySeconds);
  expect(secondsUntil(wait(1, 999_999_999, 1))).toBeCloseTo(daySeconds * 1.1);
  expect(wait(12, 600)).toBeNull();
});

test("Retry-After is a number of seconds or a date; anything else is ignored", () => {
  for (const [header, seconds] of [
    ["120", 120],
    [" 0 ", 0],
    ["Mon, 02 Mar 2026 15:02:00 GMT", 120],
    ["Mon, 02 Mar 2026 14:00:00 GMT", 0],
    ...["", "soon", "-5", "1.5e", "9999999999999"].map((header) => [header, null] as const),
    [undefined, null],
  ] as const)
    expect([header, retryAfterOf(header, now)]).toEqual([header, seconds]);
});

test("a series of failures ends after five days, and a gap of 48 hours starts a new one", () => {
  const since = (failingSince: Date | null, lastFailedAt: Date | null, at: Date) =>
    failingSinceAfter({ failingSince, lastFailedAt }, at);
  expect(since(null, null, hours(1))).toEqual(hours(1));
  expect(since(now, hours(40), hours(88))).toEqual(now);
  expect(since(now, hours(40), hours(88.1))).toEqual(hours(88.1));
  expect([hasFailedTooLong(now, hours(119.9)), hasFailedTooLong(now, hours(120))]).toEqual([false, true]);
});
