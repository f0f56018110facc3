import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { user } from "#app/features/accounts/tables.server.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { as } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { visitorFact } from "./visitor-fact.server.ts";

const { ctx } = useDatabase();

const emailOf = visitorFact<string>(
  "email",
  (userId) => sql`(select ${user.email} from ${user} where ${user.id} = ${userId})`,
);

test("a fact that the request has read is not queried again; for another user or in a transaction it is", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const omar = await as(ctx, "omar@northfield.example");
  const { userId } = dana.actor;
  expect(await emailOf.of(dana, userId)).toBe("dana@northfield.example");

  const known = { ...dana, facts: { userId, values: { email: "known" } } };
  expect(await emailOf.of(known, userId)).toBe("known");
  expect(await emailOf.of(known, omar.actor.userId)).toBe("omar@northfield.example");
  expect(await inTransaction(known, (tx) => emailOf.of(tx, userId))).toBe("dana@northfield.example");
});

test("a known fact may be null or false", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const { userId } = dana.actor;
  expect(await emailOf.of({ ...dana, facts: { userId, values: { email: null } } }, userId)).toBeNull();
});
