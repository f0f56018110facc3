import { expect, test } from "vitest";
import { comparedQuestions, ownFirstYearUsd, waysCompared } from "./ways-compared.ts";

test("our first year is the top of the typical project and twelve months of retainer and platform", () => {
  expect(ownFirstYearUsd).toBe(25_000 + 12 * (2000 + 100));
});

test("every way answers every question", () => {
  for (const { answers } of waysCompared) expect(Object.keys(answers)).toEqual([...comparedQuestions]);
});

test("the figures of the model are printed in percent and link to their assumption", () => {
  const printed = waysCompared.flatMap(({ answers }) => Object.values(answers).flat());
  const links = printed.flatMap((part) => (typeof part === "object" && "href" in part ? [[part.href, part.text]] : []));
  const textOf = (key: string) => links.find(([href]) => href === `/assumptions#p-${key}`)?.[1];
  expect(textOf("decay.perMonth")).toContain("1% ");
  expect(textOf("overrun")).toContain("95% to 130% ");
  expect(textOf("platformUsd")).toContain("$100 ");
});
