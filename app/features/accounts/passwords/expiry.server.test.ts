import { expect, test } from "vitest";
import { accountSite, dana } from "#tests/fixtures/account-site.ts";
import { later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { session, verification } from "../tables.server.ts";
import { sweepExpired } from "./expiry.server.ts";

const database = useDatabase();
const { db } = database;

test("expired sessions and proofs are deleted, valid ones are kept", async () => {
  const ctx = { ...database.ctx, now: new Date() };
  const site = accountSite(database);
  await site.member();
  await site.signIn();
  await site.signUp("lee@northfield.example");
  expect(await sweepExpired(ctx)).toEqual({ sessions: 0, proofs: 0 });
  expect(await sweepExpired(later(ctx, { hours: 25 }))).toEqual({ sessions: 0, proofs: 2 });
  expect(await db.select().from(verification)).toEqual([]);
  expect((await site.signIn(dana)).status).toBe(200);
  expect(await sweepExpired(later(ctx, { days: 8 }))).toEqual({ sessions: 2, proofs: 1 });
  expect(await db.select().from(session)).toEqual([]);
});
