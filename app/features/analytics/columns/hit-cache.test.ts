import { expect, test } from "vitest";
import type { DayHits } from "./day-hits.ts";
import { HitCache, keepDay } from "./hit-cache.ts";

/** A day of 1,000 bytes: 500 for numbers, 500 of overhead. */
const dayHits = (version: string): DayHits => ({
  version,
  session: new Uint8Array(50),
  micros: new Float64Array(50),
  group: new Uint8Array(25),
  value: new Uint8Array(25),
});

test("a new version of a day replaces the old one", () => {
  const cache = new HitCache();
  const selected = cache.get("goals");
  for (const version of ["1.1", "2.2"]) keepDay(selected, "2026-03-02", dayHits(version));
  cache.keep("goals", selected, 5000);
  expect([cache.bytes, cache.get("goals").days.get("2026-03-02")?.version]).toEqual([1000, "2.2"]);
});

test("beyond the limit the least recently used selections are dropped", () => {
  const cache = new HitCache();
  for (const key of ["goals", "links", "goals", "clicks"]) {
    const selected = cache.get(key);
    keepDay(selected, "2026-03-02", dayHits("1.1"));
    cache.keep(key, selected, 2500);
  }
  expect(["goals", "links", "clicks"].map((key) => cache.get(key).days.size)).toEqual([1, 0, 1]);
  expect(cache.bytes).toBe(2000);
});

test("a selection larger than the limit is not cached", () => {
  const cache = new HitCache();
  const selected = cache.get("clicks");
  for (const day of ["2026-03-02", "2026-03-03", "2026-03-04"]) keepDay(selected, day, dayHits("1.1"));
  cache.keep("clicks", selected, 2500);
  expect(cache.bytes).toBe(0);
  expect(cache.get("clicks").days.size).toBe(0);
});

test("groups are numbered from 0 in order of first appearance and count toward the memory limit", () => {
  const cache = new HitCache();
  const selected = cache.get("links");
  expect(["a", "b", "a"].map((group) => selected.numberOf(group))).toEqual([0, 1, 0]);
  expect(selected.groups).toEqual(["a", "b"]);
  expect(selected.bytes).toBeGreaterThan(0);
});
