import { expect, test } from "vitest";
import { raceFor } from "./slot-race.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("of fifty, one asks and the others learn from it", async () => {
  let asked = 0;
  const all = await Promise.all(
    Array.from({ length: 50 }, () =>
      raceFor(
        "a",
        async () => {
          asked += 1;
          await pause(5);
          return "mine";
        },
        () => "taken",
      ),
    ),
  );
  expect(asked).toBe(1);
  expect(all.filter((answer) => "outcome" in answer)).toEqual([{ outcome: "mine" }]);
  expect(all.filter((answer) => "refusal" in answer)).toHaveLength(49);
});

test("an outcome without a refusal lets the next ask, one at a time; so does one that failed", async () => {
  let running = 0;
  let maxRunning = 0;
  const ask = (fails: boolean) =>
    raceFor(
      "b",
      async () => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await pause(1);
        running -= 1;
        if (fails) throw new Error("lost");
        return 1;
      },
      () => undefined,
    );
  const all = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => ask(index % 2 === 0)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(maxRunning).toBe(1);
});

test("other slots do not wait, and one that is over is forgotten", async () => {
  const slow = raceFor(
    "c",
    () => pause(50),
    () => "gone",
  );
  expect(
    await raceFor(
      "d",
      async () => 1,
      () => "gone",
    ),
  ).toEqual({ outcome: 1 });
  await slow;
  expect(
    await raceFor(
      "c",
      async () => 2,
      () => "gone",
    ),
  ).toEqual({ outcome: 2 });
});
