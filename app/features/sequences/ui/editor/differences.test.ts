import { expect, test } from "vitest";
import { emptyDefinition, type MailStep, type Step } from "#app/features/sequences/definitions/definition.ts";
import { mail } from "#tests/fixtures/running-sequences.ts";
import { versionDifferences } from "./differences.ts";

const of = (...steps: Step[]) => ({ ...emptyDefinition, steps });
const [one, two, three] = [mail("one"), mail("two", 2), mail("three", 4)] as [MailStep, MailStep, MailStep];

test("the difference of two versions names each step by its subject, with old and new values", () => {
  expect(versionDifferences(of(one, two), of(one, two))).toEqual([]);
  const changed: MailStep = {
    ...two,
    delay: { amount: 3, unit: "days" },
    conditions: [{ fact: "has_paid", operator: "is_not", value: "yes" }],
    mail: { subject: "Your offer", preview: "", body: "Hello {{company|your company}}.\n\nIt is ready." },
  };
  expect(versionDifferences(of(one, two), { ...of(changed, three), goal: "payment" })).toEqual([
    { what: "Goal", here: "Call booked", there: "Payment received" },
    { what: "Removed step", here: "1. Email “one for [First name]”, at enrollment", there: "—" },
    {
      what: "Step 1 “Your offer”: delay",
      here: "2 business days later",
      there: "3 days after enrollment",
    },
    { what: "Step 1 “Your offer”: conditions", here: "None", there: "Has not paid" },
    { what: "Step 1 “Your offer”: subject", here: "two for {{first_name|you}}", there: "Your offer" },
    { what: "Step 1 “Your offer”: text", here: "—", there: "It is ready." },
    { what: "New step", here: "—", there: "2. Email “three for [First name]”, 4 business days later" },
  ]);
  expect(versionDifferences(of(one, two), of(two, one))[0]).toEqual({
    what: "Order of steps",
    here: "1. one for [First name], 2. two for [First name]",
    there: "1. two for [First name], 2. one for [First name]",
  });
});

test("rules are compared in words, whatever the order in which they are stored", () => {
  const { window, exits } = emptyDefinition;
  expect(
    versionDifferences(of(one), {
      ...of(one),
      trigger: { kind: "inactivity", days: 30 },
      reEntry: { kind: "after", days: 90 },
      window: { ...window, weekdays: [2, 3], to: "16:00" },
      exits: exits.toReversed(),
      exitStages: ["won"],
    }),
  ).toEqual([
    { what: "Enroll on", here: "By hand", there: "No activity for 30 days" },
    { what: "Enroll again", here: "Never", there: "After 90 days" },
    { what: "Send window", here: "Mon, Tue, Wed, Thu, Fri, 09:00 to 17:00", there: "Tue, Wed, 09:00 to 16:00" },
    { what: "Stages that end it", here: "Call booked, Proposal, Won, Lost", there: "Won" },
  ]);
});
