import { expect, test } from "vitest";
import { outboxRoom } from "./pacing.ts";

const now = new Date("2026-03-02T15:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const pace = { perMinute: 600, everySeconds: 5, waiting: 0, now, lastAt: null };

test("the first call allows one interval's worth, and at least one mail", () => {
  expect(outboxRoom(pace)).toBe(50);
  expect(outboxRoom({ ...pace, perMinute: 1 })).toBe(1);
});

test("later calls allow the rate times the seconds since the last call, at most a minute's worth", () => {
  expect(outboxRoom({ ...pace, lastAt: ago(7) })).toBe(70);
  expect(outboxRoom({ ...pace, lastAt: ago(3600) })).toBe(600);
  expect(outboxRoom({ ...pace, lastAt: ago(-60) })).toBe(0);
});

test("unsent mails and the size of one batch are bounded at any rate", () => {
  expect(outboxRoom({ ...pace, perMinute: 60_000, lastAt: ago(60) })).toBe(1000);
  expect(outboxRoom({ ...pace, waiting: 1990, lastAt: ago(60) })).toBe(10);
  expect(outboxRoom({ ...pace, waiting: 2500, lastAt: ago(60) })).toBe(0);
});
