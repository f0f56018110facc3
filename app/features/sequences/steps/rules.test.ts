import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { isFederalHoliday } from "#app/lib/dates/business-days.ts";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import {
  type Definition,
  emptyDefinition,
  optionalExits,
  type SendWindow,
  type Step,
} from "../definitions/definition.ts";
import { simulate } from "./dry-run.ts";
import { blockedBecause, type Facts, holds, nextStep, type PastEnrollment, type Place } from "./rules.ts";
import { delayEnd, isInWindow, nextInWindow } from "./send-times.ts";

const limits = { firmZone: "America/New_York", weeklyCap: 3 };
const monday = new Date("2026-03-02T15:00:00Z");

const unknown: Facts["values"] = {
  ...{ stage: "lead", score: 0, employees: null, industry: null, role: null, company: null, source: null, tag: [] },
  ...{
    has_account: false,
    has_access: false,
    has_valid_code: false,
    has_analysis: false,
    has_booked: false,
    has_paid: false,
  },
  has_clicked: false,
};
const facts: Facts = {
  ...{ zone: "America/New_York", country: null, values: unknown, stage: "lead", stop: null },
  ...{ since: new Set(), mailedAt: [] },
};
const mail = (key: string, amount = 0, unit: Step["delay"]["unit"] = "business_days"): Step => ({
  ...{ key, kind: "mail", delay: { amount, unit }, conditions: [] },
  mail: { subject: `Subject ${key}`, preview: "", body: "Body" },
});
const task = (key: string): Step => ({
  ...{ key, kind: "task", delay: { amount: 0, unit: "days" }, conditions: [] },
  task: { title: "Call", dueInBusinessDays: 1 },
});
const definition: Definition = { ...emptyDefinition, steps: [mail("one"), mail("two", 2)] };
const start: Place = { enrolledAt: monday, done: 0, lastStepAt: null };

test("a due step is executed, the next one waits for its delay, and the last one finishes the enrollment", () => {
  expect(nextStep(definition, start, facts, monday, limits)).toMatchObject({ kind: "do", step: { key: "one" } });
  const once = { ...start, done: 1, lastStepAt: monday };
  expect(nextStep(definition, once, facts, monday, limits)).toEqual({
    ...{ kind: "wait", until: new Date("2026-03-04T14:00:00Z"), reason: "delay" },
  });
  expect(nextStep(definition, { ...once, done: 2 }, facts, monday, limits)).toEqual({
    ...{ kind: "end", state: "finished", reason: "completed" },
  });
});

test("mail waits for the recipient's morning; tasks do not", () => {
  const inSydney = { ...facts, zone: "Australia/Sydney" };
  // Monday 10:00 in New York is Tuesday 02:00 in Sydney.
  expect(nextStep(definition, start, inSydney, monday, limits)).toEqual({
    ...{ kind: "wait", until: new Date("2026-03-02T22:00:00Z"), reason: "window" },
  });
  const steps = [task("call")];
  expect(nextStep({ ...definition, steps }, start, inSydney, monday, limits)).toMatchObject({ kind: "do" });
});

test("the send window includes its start and excludes its end", () => {
  const open = emptyDefinition.window;
  expect(isInWindow(new Date("2026-03-02T14:00:00Z"), open, { zone: "America/New_York" })).toBe(true);
  const end = new Date("2026-03-02T22:00:00Z");
  expect(isInWindow(new Date(end.getTime() - 1), open, { zone: "America/New_York" })).toBe(true);
  expect(isInWindow(end, open, { zone: "America/New_York" })).toBe(false);
  expect(nextInWindow(end, open, { zone: "America/New_York" })).toEqual(new Date("2026-03-03T14:00:00Z"));
});

test("nothing is sent on a federal holiday", () => {
  const thanksgiving = new Date("2026-11-26T16:00:00Z");
  expect(nextStep(definition, { ...start, enrolledAt: thanksgiving }, facts, thanksgiving, limits)).toEqual({
    ...{ kind: "wait", until: new Date("2026-11-27T14:00:00Z"), reason: "holiday" },
  });
});

test("the weekly cap delays a mail until the oldest of the week is seven days old", () => {
  const mailedAt = [1, 2, 6].map((days) => new Date(monday.getTime() - days * dayMs));
  expect(nextStep(definition, start, { ...facts, mailedAt }, monday, limits)).toEqual({
    ...{ kind: "wait", until: new Date(monday.getTime() + dayMs), reason: "cap" },
  });
});

test("a full week of mails does not delay a task", () => {
  const mailedAt = [1, 2, 6].map((days) => new Date(monday.getTime() - days * dayMs));
  const steps = [task("call")];
  expect(nextStep({ ...definition, steps }, start, { ...facts, mailedAt }, monday, limits)).toMatchObject({
    kind: "do",
  });
});

test("a step is skipped unless all of its conditions are met", () => {
  const [first] = definition.steps;
  const condition = (fact: "has_analysis" | "has_booked") => ({ fact, operator: "is", value: "yes" }) as const;
  const steps = [{ ...first!, conditions: [condition("has_analysis"), condition("has_booked")] }];
  const decided = (values: Partial<Facts["values"]>) =>
    nextStep({ ...definition, steps }, start, { ...facts, values: { ...unknown, ...values } }, monday, limits);
  expect(decided({})).toMatchObject({ kind: "skip", reason: "condition" });
  expect(decided({ has_analysis: true })).toMatchObject({ kind: "skip" });
  expect(decided({ has_analysis: true, has_booked: true })).toMatchObject({ kind: "do", step: { key: "one" } });
});

test("a reached goal finishes the enrollment", () => {
  expect(nextStep(definition, start, { ...facts, since: new Set(["goal" as const]) }, monday, limits)).toEqual({
    ...{ kind: "end", state: "finished", reason: "goal" },
  });
});

test("conditions compare text case-insensitively, numbers by value, and tags one by one", () => {
  const values = { ...unknown, industry: "SaaS", employees: 12, tag: ["Priority"], has_paid: true };
  expect(holds({ fact: "industry", operator: "is", value: "saas" }, values)).toBe(true);
  expect(holds({ fact: "industry", operator: "contains", value: "aa" }, values)).toBe(true);
  expect(holds({ fact: "employees", operator: "at_least", value: "12" }, values)).toBe(true);
  expect(holds({ fact: "employees", operator: "at_most", value: "11" }, values)).toBe(false);
  expect(holds({ fact: "tag", operator: "is", value: "priority" }, values)).toBe(true);
  expect(holds({ fact: "tag", operator: "is_not", value: "priority" }, values)).toBe(false);
  expect(holds({ fact: "role", operator: "missing", value: "" }, values)).toBe(true);
  expect(holds({ fact: "employees", operator: "at_least", value: "1" }, unknown)).toBe(false);
  expect(holds({ fact: "employees", operator: "at_most", value: "1" }, unknown)).toBe(false);
  expect(holds({ fact: "has_paid", operator: "is", value: "yes" }, values)).toBe(true);
});

test.each([
  ["role", "exists", "", false],
  ["role", "missing", "", true],
  ["role", "is", "", false],
  ["role", "is_not", "ceo", true],
  ["role", "contains", "l", false],
  ["company", "missing", "", true],
  ["industry", "exists", "", true],
  ["industry", "missing", "", false],
  ["industry", "is", "saa", false],
  ["industry", "contains", "xx", false],
  ["employees", "at_most", "12", true],
  ["employees", "at_most", "100", true],
  ["employees", "at_least", "9", true],
  ["employees", "at_least", "13", false],
  ["tag", "is", "prior", false],
  ["tag", "is", "priority", true],
  ["has_paid", "is_not", "yes", false],
  ["has_access", "is", "yes", false],
  ["has_access", "is_not", "yes", true],
] as const)("whether %s %s %j holds: %j", (fact, operator, value, expected) => {
  const values = { ...unknown, company: "", industry: "SaaS", employees: 12, tag: ["New", "Priority"], has_paid: true };
  expect(holds({ fact, operator, value }, values)).toBe(expected);
});

test("an unsubscribed, bounced or complaining person is never mailed, whatever exits the version has", () => {
  for (const stop of ["unsubscribed", "bounced", "complaint", "suppressed"] as const)
    expect(nextStep({ ...definition, exits: [] }, start, { ...facts, stop }, monday, limits)).toEqual({
      ...{ kind: "end", state: "exited", reason: stop },
    });
});

test("a stage in the version's exit list ends the enrollment and blocks a new one", () => {
  const person = { ...facts, stage: "won" as const };
  expect(nextStep(definition, start, person, monday, limits)).toMatchObject({ kind: "end", reason: "stage" });
  expect(blocked({ facts: person })).toBe("stage");
});

const blocked = (person: Partial<Parameters<typeof blockedBecause>[1]>, reEntry = definition.reEntry) =>
  blockedBecause(
    { ...definition, reEntry },
    { facts, past: [], hasOpenGoal: false, isEmployee: false, ...person },
    monday,
  );

test("one open enrollment per goal; the firm's own people are not enrolled", () => {
  expect(blocked({})).toBeNull();
  expect(blocked({ hasOpenGoal: true })).toBe("active_goal");
  expect(blocked({ isEmployee: true })).toBe("employee");
  expect(blocked({ past: [{ endedAt: null }] }, { kind: "always" })).toBe("active_goal");
});

test("a suppressed person, an exit and a goal that stays reached block an enrollment", () => {
  expect(blocked({ facts: { ...facts, stop: "bounced" } })).toBe("bounced");
  expect(blocked({ facts: { ...facts, since: new Set(["reply" as const]) } })).toBe("reply");
  const reached = { access_granted: "has_access", analysis_created: "has_analysis", payment: "has_paid" } as const;
  for (const [goal, fact] of Object.entries(reached)) {
    const person = { facts: { ...facts, values: { ...unknown, [fact]: true } } };
    const withGoal = { ...definition, goal: goal as keyof typeof reached };
    const all = { past: [], hasOpenGoal: false, isEmployee: false };
    expect(blockedBecause(withGoal, { ...all, ...person }, monday)).toBe("goal");
    expect(blockedBecause(withGoal, { ...all, facts }, monday)).toBeNull();
    expect(blockedBecause(definition, { ...all, ...person }, monday)).toBeNull();
  }
  const paid = { ...facts, stop: "unsubscribed" as const, values: { ...unknown, has_paid: true } };
  const withPayment = { ...definition, goal: "payment" as const };
  const all = { facts: paid, past: [], hasOpenGoal: false, isEmployee: false };
  expect(blockedBecause(withPayment, all, monday)).toBe("unsubscribed");
});

const zones = ["America/New_York", "America/Los_Angeles", "Europe/Berlin", "Asia/Kolkata", "Pacific/Apia", "UTC"];
const zone = fc.constantFrom(...zones);
const instant = fc.date({ min: new Date("2025-12-01"), max: new Date("2027-01-31"), noInvalidDate: true });
const clock = fc.integer({ min: 0, max: 23 * 4 }).map((quarter) => {
  const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15];
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
});
const window: fc.Arbitrary<SendWindow> = fc
  .record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    times: fc.uniqueArray(clock, { minLength: 2, maxLength: 2 }).map((times) => times.sort()),
  })
  .map(({ weekdays, times: [from, to] }) => ({ weekdays, from: from!, to: to! }));
const delay = fc.record({
  amount: fc.integer({ min: 0, max: 12 }),
  unit: fc.constantFrom("business_days" as const, "business_hours" as const, "days" as const),
});
const steps = fc
  .array(fc.record({ delay, kind: fc.constantFrom("mail", "task"), isSkipped: fc.boolean() }), { maxLength: 8 })
  .map((list) =>
    list.map(({ delay: wait, kind, isSkipped }, at): Step => {
      const conditions = isSkipped ? [{ fact: "has_paid" as const, operator: "is" as const, value: "yes" }] : [];
      const shared = { key: `step-${at}`, delay: wait, conditions };
      return kind === "mail"
        ? { ...shared, kind: "mail", mail: { subject: `Subject ${at}`, preview: "", body: "Body" } }
        : { ...shared, kind: "task", task: { title: "Call", dueInBusinessDays: 1 } };
    }),
  );
const definitions = fc
  .record({ steps, window, exits: fc.uniqueArray(fc.constantFrom(...optionalExits)) })
  .map((parts): Definition => ({ ...emptyDefinition, ...parts }));
const mailedBefore = (from: Date) =>
  fc.array(fc.integer({ min: 0, max: 10 * 24 }), { maxLength: 5 }).map((hours) => hours.map((h) => before(from, h)));
const before = (from: Date, hours: number) => new Date(from.getTime() - hours * hourMs);
const exit = fc.option(
  fc.record({
    kind: fc.constantFrom("unsubscribed", "goal", ...optionalExits),
    afterHours: fc.integer({ min: 0, max: 800 }),
  }),
);

type Happened = { at: Date; what: "mail" | "task" | "skip" | "end"; key: string };

function run(
  wanted: Definition,
  history: {
    from: Date;
    zone: string;
    mailedAt: Date[];
    exit: { kind: string; afterHours: number } | null;
    cap: number;
  },
): Happened[] {
  const exitAt = history.exit ? history.from.getTime() + history.exit.afterHours * hourMs : Number.POSITIVE_INFINITY;
  const happened: Happened[] = [];
  let place: Place = { enrolledAt: history.from, done: 0, lastStepAt: null };
  let [now, mailedAt] = [history.from, history.mailedAt];
  for (let asked = 0; asked < 500; asked += 1) {
    const left = now.getTime() >= exitAt ? history.exit!.kind : null;
    const known: Facts = {
      ...{ ...facts, zone: history.zone, mailedAt },
      stop: left === "unsubscribed" ? "unsubscribed" : null,
      since: new Set(left && left !== "unsubscribed" ? [left as "goal"] : []),
    };
    const decision = nextStep(wanted, place, known, now, { ...limits, weeklyCap: history.cap });
    if (decision.kind === "end") return [...happened, { at: now, what: "end", key: decision.reason }];
    if (decision.kind === "wait") {
      expect(decision.until.getTime()).toBeGreaterThan(now.getTime());
      now = decision.until;
      continue;
    }
    const { step, kind } = decision;
    happened.push({ at: now, what: kind === "skip" ? "skip" : step.kind, key: step.key });
    if (kind === "do" && step.kind === "mail") mailedAt = [...mailedAt, now];
    place = { ...place, done: place.done + 1, lastStepAt: now };
  }
  throw new Error("An enrollment never ends.");
}

const histories = instant.chain((from) =>
  fc.record({
    from: fc.constant(from),
    ...{ zone, exit, mailedAt: mailedBefore(from), cap: fc.integer({ min: 1, max: 4 }) },
  }),
);

test("in any history each step happens once and in order, with nothing after an exit and no mail outside the window or above the cap", () => {
  fc.assert(
    fc.property(definitions, histories, (wanted, history) => {
      const happened = run(wanted, history);
      const actions = happened.filter(({ what }) => what !== "end");
      const order = actions.map(({ key }) => wanted.steps.findIndex((step) => step.key === key));
      expect(order).toEqual(order.map((_, at) => at));

      const exitAt = history.exit ? history.from.getTime() + history.exit.afterHours * hourMs : null;
      const counts =
        history.exit &&
        (["unsubscribed", "goal"].includes(history.exit.kind) || wanted.exits.includes(history.exit.kind as "reply"));
      if (counts) for (const { at } of actions) expect(at.getTime()).toBeLessThan(exitAt!);
      else expect(actions).toHaveLength(wanted.steps.length);

      const mails = happened.filter(({ what }) => what === "mail").map(({ at }) => at);
      for (const at of mails) {
        const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(history.zone);
        const time = local.toPlainTime().toString({ smallestUnit: "minute" });
        expect(wanted.window.weekdays).toContain(local.dayOfWeek);
        expect(time >= wanted.window.from && time < wanted.window.to).toBe(true);
        expect(isFederalHoliday(local.toPlainDate())).toBe(false);
        const ofWeek = [...history.mailedAt, ...mails].filter(
          (one) => one > new Date(at.getTime() - 7 * dayMs) && one <= at,
        );
        // Newsletters before the enrollment may exceed the cap; the sequence adds no mail in that case.
        expect(ofWeek.length).toBeLessThanOrEqual(history.cap);
      }
    }),
    { numRuns: 300 },
  );
});

test("in any history the dry run lists exactly what then happens", () => {
  fc.assert(
    fc.property(definitions, histories, (wanted, { exit: _, ...history }) => {
      const happened = run(wanted, { ...history, exit: null });
      const until = new Date(history.from.getTime() + 5000 * dayMs);
      const entries = simulate(
        wanted,
        { enrolledAt: history.from, done: 0, lastStepAt: null },
        { ...facts, zone: history.zone, mailedAt: history.mailedAt },
        { from: history.from, until },
        { limits: { ...limits, weeklyCap: history.cap }, variables: {} },
      );
      const done = entries
        .filter(({ skipped, reason }) => skipped === undefined || reason === "condition")
        .map(({ at, kind, step, skipped }) => ({ at, what: skipped ? "skip" : kind, key: step }));
      expect(done).toEqual(happened.filter(({ what }) => what !== "end"));
    }),
    { numRuns: 200 },
  );
});

test("the next time in a window is inside it, and no earlier minute is", () => {
  fc.assert(
    fc.property(instant, window, zone, (at, open, ofPerson) => {
      const where = { zone: ofPerson };
      const next = nextInWindow(at, open, where);
      expect(next >= at && isInWindow(next, open, where)).toBe(true);
      if (next > at)
        expect(
          isInWindow(new Date(next.getTime() - 60_000), open, where) && next.getTime() - 60_000 >= at.getTime(),
        ).toBe(false);
    }),
  );
});

test("a delay never ends before its start, and a longer one never ends earlier", () => {
  fc.assert(
    fc.property(instant, delay, zone, (from, wait, firm) => {
      const end = delayEnd(wait, from, firm);
      expect(end >= from).toBe(true);
      expect(delayEnd({ ...wait, amount: wait.amount + 1 }, from, firm) >= end).toBe(true);
    }),
  );
});

test("a person can be enrolled again exactly the policy's days after the last end", () => {
  const past = [{ endedAt: before(monday, 90 * 24) }, { endedAt: before(monday, 30 * 24) }];
  expect(blocked({ past }, { kind: "after", days: 30 })).toBeNull();
  expect(blocked({ past }, { kind: "after", days: 31 })).toBe("re_entry");
});

const past = fc.array(
  fc.record({
    endedAt: fc.integer({ min: 0, max: 400 }).map((days) => before(monday, days * 24)),
  }),
  { maxLength: 4 },
);

test("re-entry follows the policy in any history", () => {
  fc.assert(
    fc.property(past, fc.integer({ min: 1, max: 365 }), (list: PastEnrollment[], days) => {
      const isNew = list.length === 0;
      const isLongAgo = list.every(({ endedAt }) => monday.getTime() - endedAt!.getTime() >= days * dayMs);
      expect(blocked({ past: list }, { kind: "always" })).toBeNull();
      expect(blocked({ past: list }, { kind: "never" })).toBe(isNew ? null : "re_entry");
      expect(blocked({ past: list }, { kind: "after", days })).toBe(isNew || isLongAgo ? null : "re_entry");
    }),
  );
});
