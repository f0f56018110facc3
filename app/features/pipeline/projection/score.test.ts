import { beforeEach, expect, test } from "vitest";
import { dayMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { project } from "./projection.ts";
import { type ScoredProspect, scoreOf } from "./score.server.ts";

const now = new Date("2026-11-20T12:00:00Z");
const defaults = { PIPELINE_TARGET_EMPLOYEES: { from: 10, to: 200 }, PIPELINE_SCORE_WEIGHTS: [40, 30, 30] };
beforeEach(() => void useSettings({ SECRET: "s".repeat(32), ...defaults }));

const signalsOf = (...events: [name: string, daysAgo: number][]) =>
  project(
    events.map(([name, daysAgo], place) => ({
      eventId: String(place),
      at: new Date(now.getTime() - daysAgo * dayMs),
      name,
      userId: null,
      source: null,
      isActivity: true,
    })),
  )!.signals;

const prospect = (more: Partial<ScoredProspect> = {}): ScoredProspect => ({
  email: "dana@northfield.example",
  contact: {},
  valueCents: null,
  signals: {},
  ...more,
});

test("every point has a reason", () => {
  const score = scoreOf(
    prospect({
      contact: { role: "VP Sales", employees: 42 },
      valueCents: 186_400_00,
      signals: signalsOf(["analysis.created", 0], ["booking.made", 0]),
    }),
    now,
  );
  expect(score.fit.reasons.map(({ points }) => points)).toEqual([8, 20, 10]);
  expect(score.value.reasons).toEqual([{ label: "Yearly value of $186,400 for the client", points: 25 }]);
  expect(score.intent.reasons.map(({ label, points }) => [label, points])).toEqual([
    ["Booked a call", 12],
    ["Finished an analysis", 10],
  ]);
  expect(score.total).toBe(38 + 25 + 22);
});

test("intent halves every 30 days; fit and value do not change", () => {
  const at = (daysAgo: number) =>
    scoreOf(prospect({ contact: { employees: 42 }, signals: signalsOf(["analysis.created", daysAgo]) }), now);
  expect([at(0), at(30), at(60)].map(({ intent }) => intent.reasons[0]!.points)).toEqual([10, 5, 2.5]);
  expect(new Set([at(0), at(60)].map(({ fit }) => fit.points))).toEqual(new Set([28]));
});

test("no part exceeds its limit or is negative", () => {
  const eager = signalsOf(...Array.from({ length: 40 }, (): [string, number] => ["payment.received", 0]));
  expect(scoreOf(prospect({ signals: eager }), now).intent.points).toBe(30);
  const angry = signalsOf(["mail.complained", 0], ["newsletter.unsubscribed", 0]);
  expect(scoreOf(prospect({ signals: angry }), now).intent.points).toBe(0);
});

test("a consumer address and a company outside the size range score no fit", () => {
  expect(scoreOf(prospect({ email: "dana@gmail.com", contact: { employees: 4000 } }), now).fit.points).toBe(0);
});

test("other weights scale every point, and another target range moves the points for the size", () => {
  const large = prospect({ contact: { role: "VP Sales", employees: 2000 }, valueCents: 186_400_00 });
  expect(scoreOf(large, now).fit).toMatchObject({ points: 18, max: 40 });
  useSettings({ PIPELINE_TARGET_EMPLOYEES: { from: 1000, to: 5000 }, PIPELINE_SCORE_WEIGHTS: [20, 70, 10] });
  const score = scoreOf(large, now);
  expect(score.fit.reasons.map(({ label, points }) => [label, points])).toEqual([
    ["Company email address", 4],
    ["2,000 people: in the target range of 1,000 to 5,000", 10],
    ["Leads: VP Sales", 5],
  ]);
  expect([score.fit, score.value, score.intent].map(({ points, max }) => [points, max])).toEqual([
    [19, 20],
    [58, 70],
    [0, 10],
  ]);
  expect(score.total).toBe(77);
});
