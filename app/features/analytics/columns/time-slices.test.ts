import { expect, test } from "vitest";
import { timeSlice } from "./time-slices.ts";

function compute(ms: number) {
  for (const began = performance.now(); performance.now() - began < ms; );
}

test("concurrent computations let other work run every few milliseconds", async () => {
  const order: string[] = [];
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      await new Promise<void>((resume) => setImmediate(resume));
      order.push("other");
    }
  })();
  await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      for (let part = 0; part < 4; part++) {
        await timeSlice();
        order.push(name);
        compute(6);
      }
    }),
  );
  isDone = true;
  await others;
  const runs = order.join(" ").split(/(?:other ?)+/);
  expect(Math.max(...runs.map((run) => run.split(" ").filter(Boolean).length))).toBe(1);
  expect(order.filter((name) => name === "c")).toHaveLength(4);
});
