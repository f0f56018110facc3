import { expect, test } from "vitest";
import { beforeFigures } from "#app/lib/people/name-direction.ts";
import { allocationSentence } from "./opportunity-labels.ts";

test("figures after a right-to-left name of a process stay behind it", () => {
  const share = (name: string, hours: number) => ({ name, hours });
  const [hebrew, arabic] = ["חברת שלום", "شركة القاهرة"];
  expect(
    allocationSentence({ allocations: [share(hebrew, 14.4), share("Lead routing", 2), share(arabic, 3.6)] } as never),
  ).toBe(
    `Covers 14.4 h of ${beforeFigures(hebrew)}, 3.6 h of ${beforeFigures(arabic)} and 2.0 h of Lead routing a week.`,
  );
  expect(beforeFigures(hebrew)).toBe(`\u200e${hebrew}\u200e`);
});
