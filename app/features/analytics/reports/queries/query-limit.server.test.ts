import { expect, test } from "vitest";
import { limited } from "./query-limit.server.ts";

test("at most six queries run at once, in order, and a failed one frees its slot", async () => {
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const finish: (() => void)[] = [];
  const results = Array.from({ length: 20 }, (_, index) =>
    limited(async () => {
      started.push(index);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((done) => finish.push(done));
      running -= 1;
      if (index % 3 === 0) throw new Error(`query ${index}`);
      return index;
    }),
  );
  const settled = Promise.allSettled(results);
  for (let done = 0; done < 20; done += 1) {
    await expect.poll(() => finish.length).toBeGreaterThan(0);
    finish.shift()!();
  }
  expect((await settled).map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? "rejected" : "fulfilled")),
  );
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(most).toBe(6);
});
