import { expect, test } from "vitest";
import { comparedQuestions, ownFirstYearUsd, waysCompared } from "./ways-compared.ts";

test("our first year is the top of the typical project and twelve months of retainer and platform", () => {
  expect(ownFirstYearUsd()).toBe(25_000 + 12 * (2000 + 100));
});

test("every way answers every question", () => {
  for (const { answers } of waysCompared) expect(Object.keys(answers)).toEqual([...comparedQuestions]);
});

test("every answer has a text, and the claims among them are marked", () => {
  const parts = waysCompared.flatMap(({ answers }) => Object.values(answers).map((answer) => [answer].flat()));
  for (const answer of parts) expect(answer.length).toBeGreaterThan(0);
  const claims = parts.flat().flatMap((part) => (typeof part === "object" && "claim" in part ? [part.claim] : []));
  expect(claims).toEqual(["architect", "guarantee"]);
});

test("upkeep and platform link to their assumption wherever the firm bears them", () => {
  const linked = (question: "You pay" | "Upkeep", key: string) =>
    waysCompared
      .filter(({ answers }) => JSON.stringify(answers[question]).includes(`/assumptions#p-${key}`))
      .map(({ id }) => id);
  expect(linked("Upkeep", "upkeepHoursPerEffort")).toEqual(["kit", "freelancer", "us"]);
  expect(linked("You pay", "platformUsd")).toEqual(["kit", "freelancer", "us"]);
});

test("the figures of the model are printed in percent and link to their assumption", () => {
  const printed = waysCompared.flatMap(({ answers }) => Object.values(answers).flat());
  const links = printed.flatMap((part) => (typeof part === "object" && "href" in part ? [[part.href, part.text]] : []));
  const textOf = (key: string) => links.find(([href]) => href === `/assumptions#p-${key}`)?.[1];
  expect(textOf("decay.perMonth")).toContain("1% ");
  expect(textOf("overrun")).toContain("95% to 130% ");
  expect(textOf("platformUsd")).toContain("$100 ");
});
