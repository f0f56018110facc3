import { expect, test } from "vitest";
import { useDatabase } from "#tests/setup/test-database.ts";
import { secretFingerprint } from "../tables.server.ts";
import { hasSecretOfSite, recordSecret } from "./secret-fingerprint.server.ts";

const { db, ctx } = useDatabase();
const [first, second] = [{ SECRET: "f".repeat(40) }, { SECRET: "s".repeat(40) }];

test("before the first start every SECRET is accepted, afterwards the recorded one", async () => {
  expect(await hasSecretOfSite({ db }, first)).toBe(true);
  expect(await db.select().from(secretFingerprint)).toEqual([]);
  expect(await recordSecret(ctx, first)).toBe(true);
  expect(await hasSecretOfSite({ db }, first)).toBe(true);
  expect(await hasSecretOfSite({ db }, second)).toBe(false);
  const rows = await db.select().from(secretFingerprint);
  expect(rows).toMatchObject([{ recordedAt: ctx.now }]);
  expect(JSON.stringify(rows)).not.toContain(first.SECRET);
});

test("a start with another SECRET replaces the recorded one and says so once; simultaneous starts record one", async () => {
  expect(await Promise.all([recordSecret(ctx, first), recordSecret(ctx, first)])).toEqual([true, true]);
  expect(await recordSecret(ctx, second)).toBe(false);
  expect(await recordSecret(ctx, second)).toBe(true);
  expect(await hasSecretOfSite({ db }, first)).toBe(false);
  expect(await db.select().from(secretFingerprint)).toHaveLength(1);
});
