import fc from "fast-check";
import { expect, test } from "vitest";
import { NumberList } from "./percentile.ts";

test("the values around a place are those of the sorted list", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 200 }), (values) => {
      const list = new NumberList();
      for (const value of values) list.add(value);
      const sorted = values.toSorted((one, other) => one - other);
      const place = 0.75 * (values.length - 1);
      const [below, above] = [Math.floor(place), Math.ceil(place)];
      expect(list.around(0.75)).toEqual({ lower: sorted[below], upper: sorted[above], part: place - below });
    }),
  );
});

test("an empty list has no percentile", () => {
  expect(new NumberList().around(0.75)).toBeNull();
});
