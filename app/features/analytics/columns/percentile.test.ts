import fc from "fast-check";
import { expect, test } from "vitest";
import { CountedNumbers, NumberList } from "./percentile.ts";

const few = fc.integer({ min: 0, max: 60 });
const any = fc.oneof(few, fc.integer({ min: 60_000, max: 70_000 }), fc.double({ min: 0, max: 80_000, noNaN: true }));

test.each([
  ["a list", few, () => new NumberList()],
  ["counted numbers", few, () => new CountedNumbers()],
  ["large numbers and fractions that are counted", any, () => new CountedNumbers()],
] as const)("returns the values around a position of the sorted list: %s", (_, value, numbers) => {
  fc.assert(
    fc.property(
      fc.array<number>(value, { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0, 0.5, 0.75, 1),
      (values, part) => {
        const list = numbers();
        for (const each of values) list.add(each);
        const sorted = values.toSorted((one, other) => one - other);
        const place = part * (values.length - 1);
        const [below, above] = [Math.floor(place), Math.ceil(place)];
        expect(list.around(part)).toEqual({ lower: sorted[below], upper: sorted[above], part: place - below });
      },
    ),
  );
});

test("an empty list has no percentile", () => {
  expect(new NumberList().around(0.75)).toBeNull();
  expect(new CountedNumbers().around(0.75)).toBeNull();
});
