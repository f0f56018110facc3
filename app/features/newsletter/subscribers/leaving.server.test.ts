import { asc, eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { subscribeNewsletter } from "../newsletter.server.ts";
import { newsletterSubscriber as subscriber } from "../tables.server.ts";
import { moveSubscription, unsubscribeNewsletter } from "./leaving.server.ts";

const { db, ctx } = useDatabase();

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" });
  useSettings({ NEWSLETTER_CONFIRMATION: false });
});

const rounds = Array.from({ length: 12 }, (_, round) => `${round}`);
const at = (name: string, round: string) => `${name}${round}@northfield.example`;

async function add(...emails: string[]) {
  const consent = { source: "popup", isConsumerDomain: false, consentedAt: ctx.now, consentText: "yes" };
  return db
    .insert(subscriber)
    .values(emails.map((email) => ({ id: newId(), email, ...consent })))
    .returning();
}

const among = async (...emails: string[]) => {
  const rows = await db
    .select()
    .from(subscriber)
    .where(inArray(subscriber.email, emails))
    .orderBy(asc(subscriber.email));
  return rows.map(({ email }) => email);
};

test("when two people change to one address at the same moment, one subscription remains there", async () => {
  await add(...rounds.flatMap((round) => [at("ada", round), at("ben", round)]));
  const moves = await Promise.all(
    rounds.flatMap((round) =>
      ["ada", "ben"].map((name) =>
        moveSubscription(ctx, { oldEmail: at(name, round), newEmail: at("new", round), notify: true }),
      ),
    ),
  );
  expect(moves.every((move) => move.ok && move.value.updated)).toBe(true);
  for (const round of rounds)
    expect(await among(at("ada", round), at("ben", round), at("new", round))).toEqual([at("new", round)]);
  expect(await db.$count(message, eq(message.kind, "newsletter-moved"))).toBe(rounds.length);
});

test("an address that subscribes while another changes to it has one subscription, in either order", async () => {
  await add(...rounds.map((round) => at("ada", round)));
  await Promise.all(
    rounds.flatMap((round) => [
      moveSubscription(ctx, { oldEmail: at("ada", round), newEmail: at("new", round) }),
      subscribeNewsletter(ctx, { email: at("new", round), source: "popup" }),
    ]),
  );
  for (const round of rounds) expect(await among(at("ada", round), at("new", round))).toEqual([at("new", round)]);
});

test("when two people swap addresses at the same moment, both requests succeed and one subscription remains", async () => {
  await add(...rounds.flatMap((round) => [at("ada", round), at("ben", round)]));
  await Promise.all(
    rounds.flatMap((round) => [
      moveSubscription(ctx, { oldEmail: at("ada", round), newEmail: at("ben", round) }),
      moveSubscription(ctx, { oldEmail: at("ben", round), newEmail: at("ada", round) }),
    ]),
  );
  for (const round of rounds) expect(await among(at("ada", round), at("ben", round))).toHaveLength(1);
});

test("an existing subscription of the new address is kept, even if unsubscribed", async () => {
  const [, there] = await add("ada@northfield.example", "new@northfield.example");
  await unsubscribeNewsletter(ctx, { token: there!.unsubscribeKey, by: "page" });
  const moved = await moveSubscription(ctx, { oldEmail: "Ada@northfield.example", newEmail: "new@northfield.example" });
  expect(moved).toEqual({ ok: true, value: { updated: false } });
  expect(await db.select().from(subscriber)).toMatchObject([{ id: there!.id, unsubscribedBy: "page" }]);
});

test("an unsubscribed address does not move", async () => {
  const [gone] = await add("ada@northfield.example");
  await unsubscribeNewsletter(ctx, { token: gone!.unsubscribeKey, by: "page" });
  expect(
    await moveSubscription(ctx, {
      oldEmail: "ada@northfield.example",
      newEmail: "new@northfield.example",
      notify: true,
    }),
  ).toEqual({ ok: true, value: { updated: false } });
  expect(await among("ada@northfield.example", "new@northfield.example")).toEqual(["ada@northfield.example"]);
  expect(await db.$count(message)).toBe(0);
});
