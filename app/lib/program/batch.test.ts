import { expect, test } from "vitest";
import { Batch } from "./batch.ts";

test("keys of one turn are loaded together, in their order, and nothing is kept", async () => {
  const loads: string[][] = [];
  const batch = new Batch(async (keys: readonly string[]) => {
    loads.push([...keys]);
    return keys.map((key) => key.toUpperCase());
  });
  expect(await Promise.all(["a", "b", "a"].map((key) => batch.get(key)))).toEqual(["A", "B", "A"]);
  expect(await batch.get("a")).toBe("A");
  expect(loads).toEqual([["a", "b", "a"], ["a"]]);
});

test("a batch has a largest size", async () => {
  const sizes: number[] = [];
  const batch = new Batch(async (keys: readonly number[]) => {
    sizes.push(keys.length);
    return keys;
  }, 2);
  expect(await Promise.all([1, 2, 3, 4, 5].map((key) => batch.get(key)))).toEqual([1, 2, 3, 4, 5]);
  expect(sizes).toEqual([2, 2, 1]);
});

test("a failure reaches everything in its batch, and only that batch", async () => {
  let isBroken = true;
  const batch = new Batch(async (keys: readonly number[]) => {
    if (isBroken) throw new Error("lost");
    return keys;
  });
  expect((await Promise.allSettled([batch.get(1), batch.get(2)])).map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
  ]);
  isBroken = false;
  expect(await batch.get(3)).toBe(3);
});
