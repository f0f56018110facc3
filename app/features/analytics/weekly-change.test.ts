import fc from "fast-check";
import { expect, test } from "vitest";
import { biggestChange, changeText, relativeText, type WeekFigures } from "./weekly-change.ts";

type Counts = Record<string, number>;
type Given = { visits?: number; bounceRate?: number; sources?: Counts; pages?: Counts; goals?: Counts };
const week = (figures: Given): WeekFigures => ({
  visits: 300,
  bounceRate: 0.4,
  ...figures,
  sources: new Map(Object.entries(figures.sources ?? {})),
  pages: new Map(Object.entries(figures.pages ?? {})),
  goals: new Map(Object.entries(figures.goals ?? {})),
});

test("a new source outweighs the total that it raised", () => {
  const before = week({ sources: { google: 100 } });
  const now = week({ visits: 345, sources: { google: 102, "news.example": 45 } });
  expect(biggestChange(now, before)).toEqual({ kind: "source", name: "news.example", before: 0, now: 45 });
});

test("large numbers outweigh large percentages of small ones", () => {
  const before = week({ pages: { "/": 600, "/faq": 1 } });
  const now = week({ pages: { "/": 900, "/faq": 4 } });
  expect(biggestChange(now, before)).toMatchObject({ name: "/", before: 600, now: 900 });
});

test("a change of the bounce rate counts by the number of visits", () => {
  expect(biggestChange(week({ visits: 1000, bounceRate: 0.55 }), week({ visits: 1000 }))?.kind).toBe("bounceRate");
  expect(biggestChange(week({ visits: 20, bounceRate: 0.55 }), week({ visits: 20 }))).toBeNull();
});

test("what may be chance is no change", () => {
  expect(biggestChange(week({ visits: 312 }), week({}))).toBeNull();
  expect(biggestChange(week({ visits: 3 }), week({ visits: 0 }))).toBeNull();
  expect(biggestChange(week({ visits: 0 }), week({ visits: 0 }))).toBeNull();
});

test("the same weeks have no change, whatever they contain", () => {
  const names = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.nat(10_000));
  fc.assert(
    fc.property(
      names,
      names,
      fc.nat(10_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (sources, pages, visits, rate) => {
        const one = week({ sources, pages, visits, bounceRate: rate });
        expect(biggestChange(one, one)).toBeNull();
      },
    ),
  );
});

test.each([
  ["source", "google.com", 120, 180, "Visits from google.com rose from 120 to 180 (up 50%)."],
  ["page", "/pricing", 1200, 900, "Visits with /pricing fell from 1,200 to 900 (down 25%)."],
  ["visits", "", 10, 4000, "Visits rose from 10 to 4,000."],
  ["source", "news.example", 0, 1, "There was 1 visit from news.example, after none the week before."],
  ["goal", "access.requested", 12, 0, "There were no visits that reached access.requested, after 12 the week before."],
  ["bounceRate", "", 0.4, 0.553, "The bounce rate rose from 40% to 55%."],
] as const)("%s %s from %s to %s", (kind, name, before, now, sentence) => {
  expect(changeText({ kind, name, before, now })).toBe(sentence);
});

test.each([
  [134, 100, "up 34%"],
  [92, 100, "down 8%"],
  [100, 100, "unchanged"],
  [1001, 1000, "about the same"],
  [5, 0, null],
  [1000, 100, null],
])("%s after %s: %s", (now, before, text) => {
  expect(relativeText(now, before)).toBe(text);
});
