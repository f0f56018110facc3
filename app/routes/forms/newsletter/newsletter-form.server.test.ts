import { beforeEach, expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { newsletterMessages } from "#app/features/newsletter/subscribers/subscription.ts";
import { newsletterSubscriber } from "#app/features/newsletter/tables.server.ts";
import { rateLimit } from "#app/features/security/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { formsOf } from "#tests/fixtures/refused-forms.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { newsletterForm } from "./newsletter-form.server.ts";

const { db, ctx } = useDatabase();
const post = formsOf(newsletterForm);
const send = (fields: Record<string, string>) => post(asAnonymous(ctx), "/newsletter", fields);
const leadsTo = (said: string) => ({ status: 303, location: `/newsletter?said=${said}` });
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), NEWSLETTER_CONFIRMATION: false }));

test("without scripts the form subscribes once, with one welcome mail, and redirects to its page", async () => {
  expect(await send({ email: " DANA@northfield.example", email_confirm: "" })).toEqual(leadsTo("subscribed"));
  expect(await send({ email: "dana@northfield.example" })).toEqual(leadsTo("already"));
  const [subscriber, ...others] = await db.select().from(newsletterSubscriber);
  expect(others).toEqual([]);
  expect(subscriber).toMatchObject({ email: "dana@northfield.example", source: "page", consentPage: "/newsletter" });
  expect((await db.select().from(message)).map(({ kind }) => kind)).toEqual(["newsletter-welcome"]);
});

test("a refused address is shown again with an error, and nothing is stored or mailed", async () => {
  expect(await send({ email: "dana@" })).toMatchObject({
    status: 422,
    values: { email: "dana@" },
    fields: { email: newsletterMessages.invalid },
  });
  expect(await send({ email: "" })).toMatchObject({ status: 422, fields: { email: "Email is required" } });
  await db.update(rateLimit).set({ points: 10_000 });
  expect(await send({ email: "dana@northfield.example" })).toMatchObject({
    status: 429,
    values: { email: "dana@northfield.example" },
    message: expect.stringContaining("Too many attempts"),
    retryAfterSeconds: expect.any(Number),
  });
  expect(await db.select().from(newsletterSubscriber)).toEqual([]);
  expect(await db.select().from(message)).toEqual([]);
});

test("a bot gets the usual response, and nothing is stored", async () => {
  expect(await send({ email: "dana@northfield.example", email_confirm: "x" })).toEqual(leadsTo("subscribed"));
  expect(await db.select().from(newsletterSubscriber)).toEqual([]);
});

test("a signup from the footer is stored as such", async () => {
  expect(await send({ email: "dana@northfield.example", source: "footer" })).toEqual(leadsTo("subscribed"));
  expect(await db.select().from(newsletterSubscriber)).toMatchObject([{ source: "footer" }]);
});
