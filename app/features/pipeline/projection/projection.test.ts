import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Stage, stageKeys } from "../prospects/stages.ts";
import { type Fact, type Milestone, project } from "./projection.ts";

const day = (number: number) => new Date(Date.UTC(2026, 9, number, 12));

let made = 0;
const fact = (at: Date, milestone?: Milestone, more: Partial<Fact> = {}): Fact => {
  made += 1;
  const eventId = `018f0000-0000-7000-8000-${String(made).padStart(12, "0")}`;
  const bare = { eventId, at, name: milestone?.kind ?? "seen", userId: null, source: null, isActivity: true };
  return { ...bare, ...(milestone && { milestone }), ...more };
};
const analyzed = (valueCents: number | null = null): Milestone => ({ kind: "analyzed", valueCents });
const call = (kind: "booked" | "unbooked" | "held", bookingId = "one"): Milestone => ({ kind, bookingId });
const moved = (stage: Stage): Milestone => ({ kind: "moved", stage, by: "admin", reason: null, note: null });

const stagesAfter = (...milestones: Milestone[]): Stage[] =>
  milestones.map((_, last) => project(milestones.slice(0, last + 1).map((it, at) => fact(day(at + 1), it)))!.stage);

describe("the stage implied by facts", () => {
  test("a client goes from analysis to payment without an admin", () => {
    expect(
      stagesAfter(
        analyzed(),
        call("booked"),
        call("held"),
        { kind: "published" },
        { kind: "paid", paymentId: "p", cents: 450_000 },
      ),
    ).toEqual(["new_analysis", "call_booked", "proposal", "proposal", "won"]);
  });

  test("a canceled or missed call moves the prospect back, unless another call is booked", () => {
    expect(stagesAfter(analyzed(), call("booked"), call("unbooked"))).toEqual([
      "new_analysis",
      "call_booked",
      "new_analysis",
    ]);
    expect(stagesAfter(call("booked"), call("booked", "two"), call("unbooked"))).toEqual([
      "call_booked",
      "call_booked",
      "call_booked",
    ]);
    expect(stagesAfter(call("booked"), call("held"), call("unbooked")).at(-1)).toBe("lead");
  });

  test("a full refund reverts the sale, a partial one does not", () => {
    const paid: Milestone = { kind: "paid", paymentId: "p", cents: 1000 };
    expect(stagesAfter(paid, { kind: "refunded", paymentId: "p", cents: 400 })).toEqual(["won", "won"]);
    expect(stagesAfter(call("held"), paid, { kind: "refunded", paymentId: "p", cents: 1000 }).at(-1)).toBe("proposal");
  });
});

describe("the stage set by an admin", () => {
  test("applies until facts imply a later one, and again when those are undone", () => {
    expect(stagesAfter(analyzed(), moved("qualified"), analyzed(), call("booked"), call("unbooked"))).toEqual([
      "new_analysis",
      "qualified",
      "qualified",
      "call_booked",
      "qualified",
    ]);
  });

  test("can be an earlier one", () => {
    expect(stagesAfter(call("booked"), moved("lead"), analyzed()).at(-1)).toBe("lead");
  });

  test("lost remains until something new happens, which reopens the prospect", () => {
    expect(stagesAfter(analyzed(), moved("lost"), analyzed())).toEqual(["new_analysis", "lost", "lost"]);
    expect(stagesAfter(analyzed(), moved("lost"), call("booked"))).toEqual(["new_analysis", "lost", "call_booked"]);
    expect(stagesAfter(call("booked"), moved("lost"), call("unbooked"), call("booked", "two")).at(-1)).toBe(
      "call_booked",
    );
  });

  test("won remains without a payment", () => {
    expect(stagesAfter(moved("won"), call("booked")).at(-1)).toBe("won");
  });
});

test("a contact's newest values count, and missing ones erase nothing", () => {
  const facts = [
    fact(day(1), undefined, { contact: { company: "Northfield", role: "COO" }, source: "access_request" }),
    fact(day(3), analyzed(250_000_00), { contact: { company: "Northfield Analytics" }, source: "analysis" }),
    fact(day(2), undefined, { isActivity: false }),
  ];
  expect(project(facts)).toMatchObject({
    contact: { company: "Northfield Analytics", role: "COO" },
    source: "access_request",
    valueCents: 250_000_00,
    firstAt: day(1),
    lastActivityAt: day(3),
  });
});

const milestones: fc.Arbitrary<Milestone | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({ kind: fc.constant("analyzed" as const), valueCents: fc.option(fc.nat(10_000_000)) }),
  fc.record({
    kind: fc.constantFrom("booked" as const, "unbooked" as const, "held" as const),
    bookingId: fc.constantFrom("one", "two", "three"),
  }),
  fc.constant({ kind: "published" as const }),
  fc.record({
    kind: fc.constantFrom("paid" as const, "refunded" as const),
    paymentId: fc.constantFrom("p", "q"),
    cents: fc.constantFrom(0, 500, 1000),
  }),
  fc.record({
    kind: fc.constant("moved" as const),
    stage: fc.constantFrom(...stageKeys),
    by: fc.constant("admin"),
    reason: fc.constant(null),
    note: fc.constant(null),
  }),
);

const histories = fc
  .array(fc.record({ milestone: milestones, hour: fc.nat(400) }), { minLength: 1, maxLength: 25 })
  .map((steps) => steps.map(({ milestone, hour }) => fact(new Date(Date.UTC(2026, 8, 1, hour)), milestone)));

test("the result does not depend on the order and repetition of deliveries", () => {
  fc.assert(
    fc.property(
      histories.chain((facts) =>
        fc.tuple(fc.constant(facts), fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 })),
      ),
      ([facts, delivered]) => {
        expect(project(delivered)).toEqual(project(facts));
      },
    ),
    { numRuns: 500 },
  );
});

test("changes of stage form a chain that ends at the current stage", () => {
  fc.assert(
    fc.property(histories, (facts) => {
      const { changes, stage, stageSince } = project(facts)!;
      expect(changes[0]!.from).toBeNull();
      for (const [place, { from, to }] of changes.entries()) {
        expect(from).not.toBe(to);
        if (place > 0) expect(from).toBe(changes[place - 1]!.to);
      }
      expect(changes.at(-1)).toMatchObject({ to: stage, at: stageSince });
    }),
    { numRuns: 500 },
  );
});
