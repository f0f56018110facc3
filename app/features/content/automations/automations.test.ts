import { expect, test } from "vitest";
import { Automation } from "./automation-schema.ts";
import { gridCategories, kitTemplates, toolCategories } from "./automation-terms.ts";
import { automations, findAutomation } from "./automations.ts";

test("every record satisfies the schema", () => {
  for (const automation of automations) expect(Automation.parse(automation)).toEqual(automation);
});

test("eighteen automations have permanent, gapless ids in three of the four categories", () => {
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}-0${index + 1}`);
  expect(automations.map((automation) => automation.id)).toEqual([
    ...numbered("S", 8),
    ...numbered("M", 6),
    ...numbered("CS", 4),
  ]);
  const count = (category: string) => automations.filter((automation) => automation.category === category).length;
  expect(gridCategories.map(count)).toEqual([6, 8, 4, 0]);
});

test("a category other than the area's is refused", () => {
  const misplaced = { ...automations[0], category: "Customer Lifecycle" };
  expect(Automation.safeParse(misplaced).success).toBe(false);
});

test("each kit template belongs to exactly one automation", () => {
  const owners = kitTemplates.map((template) => [
    template,
    automations.filter((automation) => automation.kitTemplate === template).map((automation) => automation.id),
  ]);
  expect(Object.fromEntries(owners)).toEqual({
    "Lead to CRM Sync": ["S-01"],
    "Email Campaign Trigger": ["M-01"],
    "Opportunity Notification": ["S-06"],
    "Customer Onboarding": ["CS-01"],
    "Support Ticket Routing": ["CS-02"],
  });
});

test("titles and descriptions are each used once, and a description is one sentence", () => {
  expect(new Set(automations.map((automation) => automation.title)).size).toBe(18);
  expect(new Set(automations.map((automation) => automation.shortDescription)).size).toBe(18);
  for (const { shortDescription } of automations) expect(shortDescription.match(/[.!?](?=\s|$)/g)).toEqual(["."]);
});

test("every known tool category is needed by some automation", () => {
  const needed = new Set(automations.flatMap((automation) => automation.needs));
  expect([...needed].sort()).toEqual([...toolCategories].sort());
});

test("an automation is found only by its id", () => {
  expect(findAutomation("CS-03")?.title).toBe("Proactive Churn Prediction");
  expect(findAutomation("cs-03")).toBeUndefined();
  expect(findAutomation("__proto__")).toBeUndefined();
});
