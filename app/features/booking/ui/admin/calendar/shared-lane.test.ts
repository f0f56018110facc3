import { expect, test } from "vitest";
import { allBusy, packed } from "./shared-lane.ts";

const span = (start: number, end: number) => ({ start, end });

test("spans that overlap share the width, and those before and after them have all of it", () => {
  expect(packed([span(0, 10), span(20, 40), span(20, 30), span(30, 40), span(35, 50), span(50, 60)])).toEqual([
    { column: 0, columns: 1 },
    { column: 0, columns: 3 },
    { column: 1, columns: 3 },
    { column: 1, columns: 3 },
    { column: 2, columns: 3 },
    { column: 0, columns: 1 },
  ]);
  expect(packed([span(5, 10), span(0, 10)])).toEqual([
    { column: 1, columns: 2 },
    { column: 0, columns: 2 },
  ]);
  expect(packed([])).toEqual([]);
});

test("a time counts as busy only if every host who takes calls then is busy", () => {
  const lanes = [
    { open: [span(9, 17)], busy: [span(10, 12), span(16, 18)] },
    { open: [span(9, 12)], busy: [span(11, 12)] },
  ];
  expect(allBusy(lanes)).toEqual([span(11, 12), span(16, 17)]);
  expect(allBusy([])).toEqual([]);
});
