import { expect, test } from "vitest";
import { useDatabase } from "../../../tests/setup/test-database.ts";
import { countUse, forgetUses, isWithinLimit, sweepLimits } from "./limits.server.ts";

const { ctx, pool } = useDatabase();
const later = (seconds: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + seconds * 1000) });

test("uses are allowed up to the limit, then refused with the time left", async () => {
  for (let use = 0; use < 5; use += 1)
    expect(await countUse(ctx, "access-code-user", "ada")).toEqual({ allowed: true });
  expect(await countUse(later(60), "access-code-user", "ada")).toEqual({ allowed: false, retryAfterSeconds: 840 });
});

test("one visitor's uses are not another's, and one limit's are not another's", async () => {
  for (let use = 0; use < 6; use += 1) await countUse(ctx, "access-code-user", "ada");
  expect((await countUse(ctx, "access-code-user", "bob")).allowed).toBe(true);
  expect((await countUse(ctx, "access-code-client", "ada")).allowed).toBe(true);
});

test("a finished window begins anew", async () => {
  for (let use = 0; use < 6; use += 1) await countUse(ctx, "access-code-user", "ada");
  expect((await countUse(later(15 * 60), "access-code-user", "ada")).allowed).toBe(true);
});

test("looking does not count; forgetting resets", async () => {
  for (let use = 0; use < 5; use += 1) await countUse(ctx, "access-code-user", "ada");
  expect((await isWithinLimit(ctx, "access-code-user", "ada")).allowed).toBe(false);
  await forgetUses(ctx, "access-code-user", "ada");
  expect((await isWithinLimit(ctx, "access-code-user", "ada")).allowed).toBe(true);
});

test("simultaneous uses are all counted", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => countUse(ctx, "access-code-user", "ada")));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(5);
});

test("nothing that names a person or a client is stored", async () => {
  await countUse(ctx, "sign-in-account", "ada@northfield.example|203.0.113.9");
  const { rows } = await pool.query("select key from rate_limit");
  expect(JSON.stringify(rows)).not.toMatch(/ada|203\.0/);
});

test("counters of finished windows are swept away", async () => {
  await countUse(ctx, "booking", "ada");
  expect(await sweepLimits(ctx)).toBe(0);
  expect(await sweepLimits(later(61))).toBe(1);
});
