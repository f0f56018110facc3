import { expect, test } from "vitest";
import { variablesIn } from "#app/lib/formats/mail-variables.ts";
import {
  Condition,
  Definition,
  Delay,
  emptyDefinition,
  MailContent,
  maxSteps,
  ReEntry,
  SendWindow,
  SequenceTitle,
  type Step,
  TaskStep,
  Trigger,
} from "./definition.ts";

type Checked = { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined };
const problems = ({ error }: Checked) =>
  error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
const accepts = ({ error }: Checked) => error === undefined;

test.each([
  ["stage", "is", "lead", []],
  ["stage", "is", "leads", ["value: Choose a stage."]],
  ["stage", "is", "", ["value: Enter a value."]],
  ["stage", "exists", "", []],
  ["stage", "at_least", "1", ["operator: This fact cannot be compared in this way."]],
  ["role", "contains", "anything", []],
  ["role", "missing", "", []],
  ["employees", "at_least", "12", []],
  ["employees", "at_most", "123456789", []],
  ["employees", "at_most", "1234567890", ["value: Enter a whole number."]],
  ["employees", "at_most", "1.5", ["value: Enter a whole number."]],
  ["employees", "at_most", "25,5", ["value: Enter a whole number."]],
  ["employees", "at_most", "-5", ["value: Enter a whole number."]],
  ["employees", "at_least", "1.200", ["value: 1.200 can mean 1,200 or 1.2. Enter 1200 or 1.2."]],
  ["employees", "at_least", "1,200", []],
  ["employees", "at_most", "x1", ["value: Enter a whole number."]],
  ["employees", "is", "12", ["operator: This fact cannot be compared in this way."]],
  ["tag", "is_not", "priority", []],
  ["tag", "contains", "priority", ["operator: This fact cannot be compared in this way."]],
  ["has_paid", "is", "yes", []],
  ["has_paid", "is_not", "no", ["value: Use “yes” here."]],
  ["has_paid", "exists", "", ["operator: This fact cannot be compared in this way."]],
])("the condition %s %s %j has the problems %j", (fact, operator, value, expected) => {
  expect(problems(Condition.safeParse({ fact, operator, value }))).toEqual(expected);
});

test("the value of a condition is trimmed, optional and at most 120 characters long", () => {
  expect(Condition.parse({ fact: "role", operator: "exists" }).value).toBe("");
  expect(Condition.parse({ fact: "role", operator: "is", value: " CEO " }).value).toBe("CEO");
  expect(accepts(Condition.safeParse({ fact: "role", operator: "is", value: "r".repeat(120) }))).toBe(true);
  expect(accepts(Condition.safeParse({ fact: "role", operator: "is", value: "r".repeat(121) }))).toBe(false);
});

test("delays are whole numbers from 0 to 365", () => {
  expect([0, 365].map((amount) => accepts(Delay.safeParse({ amount, unit: "days" })))).toEqual([true, true]);
  expect(problems(Delay.safeParse({ amount: -1, unit: "days" }))).toEqual(["amount: Enter 0 or more."]);
  expect(problems(Delay.safeParse({ amount: 366, unit: "days" }))).toEqual(["amount: Enter at most 365."]);
  for (const delay of [
    { amount: 1.5, unit: "days" },
    { amount: 1, unit: "weeks" },
  ])
    expect(accepts(Delay.safeParse(delay))).toBe(false);
});

test("a send window needs a day, times of a clock, and an end after its start", () => {
  const window = { weekdays: [1, 7], from: "00:00", to: "23:59" };
  expect(accepts(SendWindow.safeParse(window))).toBe(true);
  expect(problems(SendWindow.safeParse({ ...window, weekdays: [] }))).toEqual(["weekdays: Choose at least one day."]);
  for (const weekdays of [[0], [8]]) expect(accepts(SendWindow.safeParse({ ...window, weekdays }))).toBe(false);
  for (const from of ["9:00", "24:00", "09:60", "109:00", "09:000", "aa:00"])
    expect(problems(SendWindow.safeParse({ ...window, from }))).toContain("from: Enter a time such as 09:00.");
  for (const to of ["09:00", "08:59"])
    expect(problems(SendWindow.safeParse({ ...window, from: "09:00", to }))).toEqual([
      "to: The end must be after the start.",
    ]);
});

test("texts of a mail need valid variables, a subject and a body", () => {
  const mail = { subject: "For {{company|you}}", preview: "", body: "Hello {{first_name|there}}" };
  expect(accepts(MailContent.safeParse(mail))).toBe(true);
  expect(problems(MailContent.safeParse({ subject: " ", preview: "", body: "" }))).toEqual([
    "subject: Enter a subject.",
    "body: Write the email.",
  ]);
  const preview = "{{company}}";
  expect(problems(MailContent.safeParse({ ...mail, preview }))).toEqual([`preview: ${variablesIn(preview).problem}`]);
  for (const long of [{ subject: "s".repeat(151) }, { preview: "p".repeat(151) }, { body: "b".repeat(10_001) }])
    expect(accepts(MailContent.safeParse({ ...mail, ...long }))).toBe(false);
});

const task = (key: string, dueInBusinessDays = 1): Step => ({
  ...{ key, kind: "task", delay: { amount: 0, unit: "days" }, conditions: [] },
  task: { title: "Call", dueInBusinessDays },
});

test("a task is due within 30 business days and has a title; a key is short and plain", () => {
  expect([0, 30].map((days) => accepts(TaskStep.safeParse(task("one", days))))).toEqual([true, true]);
  expect([-1, 31].map((days) => accepts(TaskStep.safeParse(task("one", days))))).toEqual([false, false]);
  expect(problems(TaskStep.safeParse({ ...task("one"), task: { title: "", dueInBusinessDays: 1 } }))).toEqual([
    "task.title: Enter a title.",
  ]);
  for (const key of ["", "One", "one two", "a".repeat(41), "one!", "!one"])
    expect(problems(TaskStep.safeParse(task(key)))).toEqual(["key: Use letters, digits and hyphens."]);
  expect(accepts(TaskStep.safeParse(task("a".repeat(40))))).toBe(true);
});

test("a step has at most eight conditions, a version at most twenty steps with different keys", () => {
  const condition = { fact: "role", operator: "exists" };
  const conditions = (count: number) => ({
    ...task("one"),
    conditions: Array.from({ length: count }, () => condition),
  });
  expect([8, 9].map((count) => accepts(TaskStep.safeParse(conditions(count))))).toEqual([true, false]);
  const steps = (count: number) => Array.from({ length: count }, (_, place) => task(`step-${place}`));
  const withSteps = (list: Step[]) => Definition.safeParse({ ...emptyDefinition, steps: list });
  expect([0, maxSteps, maxSteps + 1].map((count) => accepts(withSteps(steps(count))))).toEqual([true, true, false]);
  expect(problems(withSteps([task("one"), task("two"), task("one")]))).toEqual([
    "steps.2.key: Two steps have the same key.",
  ]);
});

test("the title of a sequence has one to 80 characters", () => {
  expect(["", "s", "s".repeat(80), "s".repeat(81)].map((title) => accepts(SequenceTitle.safeParse(title)))).toEqual([
    ...[false, true, true, false],
  ]);
});

test("triggers and re-entry have their own bounds", () => {
  const inactive = (days: number) => accepts(Trigger.safeParse({ kind: "inactivity", days }));
  expect([13, 14, 730, 731].map(inactive)).toEqual([false, true, true, false]);
  expect(accepts(Trigger.safeParse({ kind: "event", event: "analysis.created" }))).toBe(true);
  expect(accepts(Trigger.safeParse({ kind: "event", event: "booking.made" }))).toBe(false);
  expect(accepts(Trigger.safeParse({ kind: "manual" }))).toBe(true);
  const after = (days: number) => accepts(ReEntry.safeParse({ kind: "after", days }));
  expect([0, 1, 730, 731].map(after)).toEqual([false, true, true, false]);
  expect(["never", "always", "often"].map((kind) => accepts(ReEntry.safeParse({ kind })))).toEqual([true, true, false]);
});

test("a new sequence sends on business days from nine to five and ends on every exit but new activity", () => {
  expect(Definition.parse(emptyDefinition)).toEqual({
    ...{ trigger: { kind: "manual" }, goal: "call_booked", reEntry: { kind: "never" }, steps: [] },
    window: { weekdays: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" },
    ...{ exits: ["booking", "reply", "purchase"], exitStages: ["call_booked", "proposal", "won", "lost"] },
  });
});

test.each([
  ["employees", "at_least", "1,200", "1200"],
  ["employees", "at_least", "1.2k", "1200"],
  ["employees", "exists", "", ""],
  ["role", "contains", "1,200", "1,200"],
])(
  "the number of a condition is read like in every field: %s %s %j is stored as %j",
  (fact, operator, value, stored) => {
    expect(Condition.parse({ fact, operator, value }).value).toBe(stored);
  },
);
