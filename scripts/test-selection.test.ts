import { expect, test } from "vitest";
import { needsBuild, selectTests, withoutBuild } from "./test-selection.ts";

test("a name in a path selects whole files, for both tools", () => {
  const { vitest, playwright } = selectTests("Pricing", () => "");
  expect(vitest).toEqual([]);
  expect(playwright).toEqual([["[\\\\/]pricing\\.spec\\.ts$"]]);
  expect(selectTests("slot-race", () => "").vitest).toEqual([["app/features/booking/availability/slot-race.test.ts"]]);
});

test("a name in a title selects the tests that have it, ignoring case, but not mentions in other code", () => {
  const sources: Record<string, string> = {
    "scripts/security-checks.test.ts": 'test("Draws the Gantt chart", () => {});',
    "server/files/encoding.test.ts": "const gantt = chart(); // the gantt chart",
    "tests/e2e/access.spec.ts":
      'test.each([1, 2])(\n  "gantt chart %i",\n);\nfor (const x of y)\n  test(`gantt of x`, () => {});',
  };
  const { vitest, playwright } = selectTests("gantt", (file: string) => sources[file] ?? "");
  const pattern = "[gG][aA][nN][tT][tT]";
  expect(vitest).toEqual([["scripts/security-checks.test.ts", "--testNamePattern", pattern]]);
  expect(playwright).toEqual([["[\\\\/]access\\.spec\\.ts$", "--grep", pattern]]);
});

test("an unknown name selects nothing", () => {
  expect(selectTests("no-such-part", () => "")).toEqual({ vitest: [], playwright: [] });
});

test("only journeys and tests of the built program need a build", () => {
  expect(needsBuild({ vitest: [["app/features/booking/availability/slot-race.test.ts"]], playwright: [] })).toBe(false);
  expect(needsBuild({ vitest: [["tests/lifecycle.test.ts"]], playwright: [] })).toBe(true);
  expect(needsBuild({ vitest: [], playwright: [["[\\\\/]access\\.spec\\.ts$"]] })).toBe(true);
});

test("a fast run leaves out journeys and tests of the built program, and never becomes a run of everything", () => {
  const pattern = ["--testNamePattern", "x"];
  const selection = {
    vitest: [["tests/lifecycle.test.ts"], ["tests/lifecycle.test.ts", ...pattern]],
    playwright: [["a"]],
  };
  expect(withoutBuild(selection)).toEqual({ vitest: [], playwright: [] });
  const slots = "app/features/booking/availability/slot-race.test.ts";
  expect(withoutBuild({ vitest: [["tests/lifecycle.test.ts", slots, ...pattern]], playwright: [] })).toEqual({
    vitest: [[slots, ...pattern]],
    playwright: [],
  });
});
