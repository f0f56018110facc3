import { expect, test } from "vitest";
import { daySeconds } from "#app/lib/durations.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { countUse, isWithinLimit, resetUses, sweepLimits, takeUse } from "./limits.server.ts";

const { ctx, pool } = useDatabase();
const later = (seconds: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + seconds * 1000) });

test("uses are allowed up to the limit, then refused with the time left", async () => {
  for (let use = 0; use < 5; use += 1)
    expect(await countUse(ctx, "access-code-user", "ada")).toEqual({ allowed: true });
  expect(await countUse(later(60), "access-code-user", "ada")).toEqual({ allowed: false, retryAfterSeconds: 840 });
});

test("uses are counted per visitor and per limit", async () => {
  for (let use = 0; use < 6; use += 1) await countUse(ctx, "access-code-user", "ada");
  expect((await countUse(ctx, "access-code-user", "bob")).allowed).toBe(true);
  expect((await countUse(ctx, "access-code-client", "ada")).allowed).toBe(true);
});

test("an expired window starts again", async () => {
  for (let use = 0; use < 6; use += 1) await countUse(ctx, "access-code-user", "ada");
  expect((await countUse(later(15 * 60), "access-code-user", "ada")).allowed).toBe(true);
});

test("checking does not count a use; resetting clears the count", async () => {
  for (let use = 0; use < 5; use += 1) await countUse(ctx, "access-code-user", "ada");
  expect((await isWithinLimit(ctx, "access-code-user", "ada")).allowed).toBe(false);
  await resetUses(ctx, "access-code-user", "ada");
  expect((await isWithinLimit(ctx, "access-code-user", "ada")).allowed).toBe(true);
});

test("simultaneous uses are all counted", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => countUse(ctx, "access-code-user", "ada")));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(5);
});

test("simultaneous uses of many visitors are counted in one statement, each visitor and limit separately", async () => {
  let asked = 0;
  pool.on("acquire", () => {
    asked += 1;
  });
  for (let use = 0; use < 4; use += 1) await countUse(ctx, "access-code-user", "ada");
  asked = 0;
  const [ada, adaAgain, bob, other] = await Promise.all([
    countUse(ctx, "access-code-user", "ada"),
    countUse(later(1), "access-code-user", "ada"),
    countUse(ctx, "access-code-user", "bob"),
    countUse(ctx, "access-code-client", "ada"),
  ]);
  expect(asked).toBe(1);
  expect(ada.allowed).toBe(true);
  expect(adaAgain).toEqual({ allowed: false, retryAfterSeconds: 899 });
  expect(bob.allowed && other.allowed).toBe(true);
});

test("an expired window restarts the same way for batched uses as for a single one", async () => {
  for (let use = 0; use < 6; use += 1) await countUse(ctx, "access-code-user", "ada");
  const fresh = later(15 * 60);
  const answers = await Promise.all(Array.from({ length: 6 }, () => countUse(fresh, "access-code-user", "ada")));
  expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, true, true, true, false]);
});

test("a use that cannot be counted is refused", async () => {
  await pool.query("alter table rate_limit rename to rate_limit_away");
  const answers = await Promise.allSettled([countUse(ctx, "call", "ada"), countUse(ctx, "call", "bob")]);
  await pool.query("alter table rate_limit_away rename to rate_limit");
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("nothing that identifies a person or a client is stored", async () => {
  await countUse(ctx, "sign-in-account", "ada@northfield.example|203.0.113.9");
  const { rows } = await pool.query("select key from rate_limit");
  expect(JSON.stringify(rows)).not.toMatch(/ada|203\.0/);
});

test("counters of expired windows are deleted", async () => {
  await countUse(ctx, "booking", "ada");
  expect(await sweepLimits(ctx)).toBe(0);
  expect(await sweepLimits(later(61))).toBe(1);
  await countUse(days(400), "booking", "ada");
  expect(await sweepLimits(ctx)).toBe(1);
});

const days = (count: number) => later(count * daySeconds);
const useUp = async (at: typeof ctx) => {
  for (let use = 0; use < 6; use += 1) await countUse(at, "access-code-user", "ada");
};

test.each([2, 400])(
  "a window started while the clock was %i days ahead counts as expired once the clock is corrected",
  async (ahead) => {
    await useUp(days(ahead));
    expect(await isWithinLimit(ctx, "access-code-user", "ada")).toEqual({ allowed: true });
    expect(await countUse(ctx, "access-code-user", "ada")).toEqual({ allowed: true });
    await useUp(ctx);
    expect(await countUse(later(1), "access-code-user", "ada")).toEqual({ allowed: false, retryAfterSeconds: 899 });
    expect((await isWithinLimit(later(900), "access-code-user", "ada")).allowed).toBe(true);
  },
);

test.each([2, 400])(
  "setting the clock back by %i days ends the running windows, and so does correcting it",
  async (back) => {
    await useUp(ctx);
    expect((await countUse(days(-back), "access-code-user", "ada")).allowed).toBe(true);
    expect((await countUse(ctx, "access-code-user", "ada")).allowed).toBe(true);
  },
);

test("processes with clocks that differ by seconds share one window, never longer than the limit's", async () => {
  await useUp(later(5));
  expect(await countUse(ctx, "access-code-user", "ada")).toEqual({ allowed: false, retryAfterSeconds: 900 });
  expect((await countUse(later(900), "access-code-user", "ada")).allowed).toBe(true);
});

test("a refused use that is not counted leaves room for others", async () => {
  const take = (max: number) => takeUse(ctx, "stranger-mail", "ada", max);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => inTransaction(ctx, (tx) => takeUse(tx, "stranger-mail", "ada", 5))),
  );
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(5);
  expect((await take(6)).allowed).toBe(true);
  expect((await take(6)).allowed).toBe(false);
});

test("a use in a transaction that is rolled back is not counted", async () => {
  const failed = inTransaction(ctx, async (tx) => {
    for (let use = 0; use < 6; use += 1) await takeUse(tx, "stranger-mail", "ada", 6);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect((await takeUse(ctx, "stranger-mail", "ada", 1)).allowed).toBe(true);
});
