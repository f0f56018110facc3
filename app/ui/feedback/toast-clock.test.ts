import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startClock } from "./toast-clock.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("it ends once, after its time", () => {
  const end = vi.fn();
  startClock(6000, end);
  vi.advanceTimersByTime(5999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(end).toHaveBeenCalledTimes(1);
});

test("paused it waits, resumed it continues with the remaining time", () => {
  const end = vi.fn();
  const clock = startClock(6000, end);
  vi.advanceTimersByTime(4000);
  clock.pause();
  vi.advanceTimersByTime(60_000);
  expect(end).not.toHaveBeenCalled();
  clock.resume();
  clock.resume();
  vi.advanceTimersByTime(1999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledTimes(1);
});

test("once stopped it never ends", () => {
  const end = vi.fn();
  const clock = startClock(6000, end);
  clock.stop();
  clock.resume();
  vi.advanceTimersByTime(60_000);
  expect(end).not.toHaveBeenCalled();
});

test("resuming after the end does not restart it", () => {
  const end = vi.fn();
  const clock = startClock(10, end);
  vi.advanceTimersByTime(10);
  clock.pause();
  clock.resume();
  vi.advanceTimersByTime(100);
  expect(end).toHaveBeenCalledTimes(1);
});
