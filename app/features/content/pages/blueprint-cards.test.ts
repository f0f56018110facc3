import { expect, test } from "vitest";
import { automationStory } from "../automations/automation-stories.ts";
import { BlueprintCard } from "./blueprint-card-schema.ts";
import { blueprintCards } from "./blueprint-cards.ts";

test("every record satisfies the schema", () => {
  for (const card of blueprintCards) expect(BlueprintCard.parse(card)).toEqual(card);
});

test("the six cards have the specified titles in the specified order, and unique ids", () => {
  expect(blueprintCards.map(({ title }) => title)).toEqual([
    "AI-Powered GTM Engine",
    "Never Lose a Lead funnel",
    "AI Proposal Generator",
    "AI-Powered Deal Summary",
    "Proactive Churn Prediction",
    "Meeting Prep One-Pager",
  ]);
  expect(new Set(blueprintCards.map(({ id }) => id)).size).toBe(6);
});

test.each(blueprintCards)(
  "$title: each step belongs to an automation that it names, and each automation has a step",
  (card) => {
    for (const { from, tool, action } of card.workflow)
      expect(automationStory(from).workflow).toContainEqual(expect.objectContaining({ tool, action }));
    expect(new Set(card.workflow.map(({ from }) => from))).toEqual(new Set(card.automations));
  },
);

test.each(blueprintCards)("$title: its figures are those of its automations", (card) => {
  const stated = card.automations.flatMap((id) => automationStory(id).businessImpact);
  for (const { measure, meaning } of card.outcomes) {
    const same = stated.find((impact) => impact.measure === measure && impact.meaning.startsWith(meaning));
    expect(same, `${measure} ${meaning}`).toBeDefined();
  }
});
