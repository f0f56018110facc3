import { expect, test } from "vitest";
import { GateCrowded, narrowGate } from "./narrow-gate.ts";

/** Work that ends on demand. */
function held() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end };
}

test("no more than `width` run at a time, and they start in the order they came", async () => {
  const gate = narrowGate({ width: 2, maxQueue: 10, refusal: "Full." });
  const started: number[] = [];
  const pieces = [held(), held(), held(), held()];
  const all = pieces.map(({ work }, number) =>
    gate(async () => {
      started.push(number);
      await work();
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  pieces[1]!.end();
  await all[1];
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual([0, 1, 2]);
  for (const { end } of pieces) end();
  await Promise.all(all);
  expect(started).toEqual([0, 1, 2, 3]);
});

test("a full queue refuses at once, and failed work releases its place", async () => {
  const gate = narrowGate({ width: 1, maxQueue: 1, refusal: "Full." });
  const first = held();
  const running = gate(first.work);
  const waits = gate(() => Promise.reject(new Error("broken")));
  await expect(gate(() => Promise.resolve())).rejects.toThrow(GateCrowded);
  first.end();
  await running;
  await expect(waits).rejects.toThrow("broken");
  expect(await gate(() => Promise.resolve("again"))).toBe("again");
});
