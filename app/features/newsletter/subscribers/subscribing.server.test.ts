import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { newsletterSubscribed } from "../events.ts";
import { subscribeNewsletter } from "../newsletter.server.ts";
import { newsletterSubscriber } from "../tables.server.ts";
import { NewsletterSignup, newsletterConsent } from "./subscription.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), CONTACT_EMAIL: "desk@gtmarc.example", NEWSLETTER_CONFIRMATION: false });
});

const subscribe = (changes: Partial<NewsletterSignup> = {}, at = visitor) =>
  subscribeNewsletter(at, NewsletterSignup.parse({ email: "dana@northfield.example", source: "popup", ...changes }));
const subscribers = () => db.select().from(newsletterSubscriber);
const mails = () => db.select().from(message).orderBy(message.id);
const sent = async () => (await mails()).map(({ kind, toAddress }) => `${kind} ${toAddress}`);

test("a subscription stores consent and source, and sends a welcome mail", async () => {
  const metadata = { userAgent: "Browser/1", sessionId: "s-1", utm_source: "search", utm_campaign: "spring" };
  expect(await subscribe({ email: " Dana@Northfield.example ", metadata })).toEqual({
    ok: true,
    value: { outcome: "subscribed" },
  });
  expect(await subscribers()).toMatchObject([
    {
      email: "dana@northfield.example",
      source: "popup",
      isConsumerDomain: false,
      consentedAt: testNow,
      consentText: newsletterConsent,
      sessionId: "s-1",
      utmSource: "search",
      utmMedium: null,
      utmCampaign: "spring",
    },
  ]);
  expect(await sent()).toEqual(["newsletter-welcome dana@northfield.example"]);
});

test("an existing subscriber gets the specified message and is neither stored nor welcomed again", async () => {
  await subscribe();
  expect(await subscribe({ email: "DANA@northfield.example", source: "faq" }, later(visitor, { days: 40 }))).toEqual({
    ok: true,
    value: { outcome: "already" },
  });
  expect(await subscribers()).toMatchObject([{ source: "popup", consentedAt: testNow }]);
  expect(await mails()).toHaveLength(1);
});

test("ten simultaneous signups of one address create one row and one mail", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => subscribe()));
  expect(answers.filter((answer) => answer.ok && answer.value.outcome === "subscribed")).toHaveLength(1);
  expect(await subscribers()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test("a consumer address is accepted and flagged", async () => {
  await subscribe({ email: "dana@gmail.com" });
  expect(await subscribers()).toMatchObject([{ isConsumerDomain: true }]);
});

test("a form with the hidden field filled in gets the usual response and stores nothing", async () => {
  expect(await subscribe({ email_confirm: "dana@northfield.example" })).toEqual({
    ok: true,
    value: { outcome: "subscribed" },
  });
  expect([await subscribers(), await mails()]).toEqual([[], []]);
});

test("the welcome mail contains nothing else that was typed in the form", async () => {
  await subscribe({ source: "click-me-source" });
  const [{ html, text, subject } = { html: "", text: "", subject: "" }] = await mails();
  expect(text).not.toBe("");
  expect(html + text + subject).not.toMatch(/click-me/);
});

test("a new subscription is published once, and a failing listener rolls it back with its mail", async () => {
  const heard: unknown[] = [];
  onEvent(newsletterSubscribed, async (_, payload) => void heard.push(payload));
  await subscribe();
  await subscribe();
  expect(heard).toEqual([
    { subscriberId: (await subscribers())[0]!.id, email: "dana@northfield.example", source: "popup" },
  ]);
  onEvent(newsletterSubscribed, async () => {
    throw new Error("no room");
  });
  await expect(subscribe({ email: "lee@northfield.example" })).rejects.toThrow("no room");
  expect([(await subscribers()).length, (await mails()).length]).toEqual([1, 1]);
});
