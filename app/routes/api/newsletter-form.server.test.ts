import { beforeEach, expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { newsletterSubscriber } from "#app/features/newsletter/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asNobody } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { newsletterForm } from "./newsletter-form.server.ts";

const { db, ctx } = useDatabase();
const call = callsOf(newsletterForm);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

const headers = { "content-type": "application/x-www-form-urlencoded" };
const send = async (fields: Record<string, string>) => {
  const body = new URLSearchParams(fields).toString();
  const answer = await call(asNobody(ctx), "/newsletter", body, { headers });
  return [answer.status, answer.headers.get("location")];
};

test("the form without scripts subscribes once, with one welcome mail, and leads back to its page", async () => {
  expect(await send({ email: " DANA@northfield.example", email_confirm: "" })).toEqual([
    303,
    "/newsletter?said=subscribed",
  ]);
  expect(await send({ email: "dana@northfield.example" })).toEqual([303, "/newsletter?said=already"]);
  const [subscriber, ...others] = await db.select().from(newsletterSubscriber);
  expect(others).toEqual([]);
  expect(subscriber).toMatchObject({ email: "dana@northfield.example", source: "page", consentPage: "/newsletter" });
  expect((await db.select().from(message)).map(({ kind }) => kind)).toEqual(["newsletter-welcome"]);
});

test("an address that is none leads back with what is wrong, and nothing is stored or mailed", async () => {
  for (const fields of [{ email: "dana" }, { email: "" }])
    expect(await send(fields)).toEqual([303, "/newsletter?said=invalid"]);
  expect(await db.select().from(newsletterSubscriber)).toEqual([]);
  expect(await db.select().from(message)).toEqual([]);
});

test("a bot gets the usual answer, and nothing is stored", async () => {
  expect(await send({ email: "dana@northfield.example", email_confirm: "x" })).toEqual([
    303,
    "/newsletter?said=subscribed",
  ]);
  expect(await db.select().from(newsletterSubscriber)).toEqual([]);
});

test("a signup from the footer is stored as such", async () => {
  expect(await send({ email: "dana@northfield.example", source: "footer" })).toEqual([
    303,
    "/newsletter?said=subscribed",
  ]);
  expect(await db.select().from(newsletterSubscriber)).toMatchObject([{ source: "footer" }]);
});
