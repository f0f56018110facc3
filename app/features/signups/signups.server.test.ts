import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asNobody, later } from "#tests/fixtures/actors.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { newsletterSubscribed, trainingRegistered } from "./events.ts";
import { registerForTraining, subscribeNewsletter } from "./signups.server.ts";
import { consentWords, NewsletterSignup, TrainingRegistration } from "./signups.ts";
import { newsletterSubscriber, trainingRegistration } from "./tables.server.ts";

const { db, ctx } = useDatabase();
const visitor = asNobody(ctx);

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), CONTACT_EMAIL: "desk@gtmarc.example" });
});

const program = "GTM Strategy & RevOps Workshop";
const subscribe = (changes: Partial<NewsletterSignup> = {}, at = visitor) =>
  subscribeNewsletter(at, NewsletterSignup.parse({ email: "dana@northfield.example", source: "popup", ...changes }));
const register = (changes: Partial<TrainingRegistration> = {}, at = visitor) =>
  registerForTraining(
    at,
    TrainingRegistration.parse({
      email: "dana@northfield.example",
      companyName: "Northfield",
      trainingProgram: program,
      ...changes,
    }),
  );
const subscribers = () => db.select().from(newsletterSubscriber);
const registrations = () => db.select().from(trainingRegistration).orderBy(trainingRegistration.registeredAt);
const mails = () => db.select().from(message).orderBy(message.id);
const sent = async () => (await mails()).map(({ kind, toAddress }) => `${kind} ${toAddress}`);

test("a subscriber is stored with what they agreed to and where they came from, and welcomed", async () => {
  const metadata = { userAgent: "Browser/1", sessionId: "s-1", utm_source: "search", utm_campaign: "spring" };
  expect(await subscribe({ email: " Dana@Northfield.example ", metadata })).toEqual({
    ok: true,
    value: { isNew: true },
  });
  expect(await subscribers()).toMatchObject([
    {
      email: "dana@northfield.example",
      source: "popup",
      isConsumerDomain: false,
      consentedAt: testNow,
      consentText: consentWords.newsletter,
      sessionId: "s-1",
      utmSource: "search",
      utmMedium: null,
      utmCampaign: "spring",
    },
  ]);
  expect(await sent()).toEqual(["newsletter-welcome dana@northfield.example"]);
});

test("a known address is told so and neither stored nor welcomed again", async () => {
  await subscribe();
  expect(await subscribe({ email: "DANA@northfield.example", source: "faq" }, later(visitor, { days: 40 }))).toEqual({
    ok: true,
    value: { isNew: false },
  });
  expect(await subscribers()).toMatchObject([{ source: "popup", consentedAt: testNow }]);
  expect(await mails()).toHaveLength(1);
});

test("of ten signups of one address at the same instant one is new, with one row and one mail", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => subscribe()));
  expect(answers.filter((answer) => answer.ok && answer.value.isNew)).toHaveLength(1);
  expect(await subscribers()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test("a consumer address is welcome and marked", async () => {
  await subscribe({ email: "dana@gmail.com" });
  await register({ email: "dana@gmail.com" });
  expect(await subscribers()).toMatchObject([{ isConsumerDomain: true }]);
  expect(await registrations()).toMatchObject([{ isConsumerDomain: true }]);
});

test("whatever fills in the hidden field is answered like a person and leaves nothing behind", async () => {
  expect(await subscribe({ email_confirm: "dana@northfield.example" })).toEqual({ ok: true, value: { isNew: true } });
  expect((await register({ email_confirm: "x" })).ok).toBe(true);
  expect([await subscribers(), await registrations(), await mails()]).toEqual([[], [], []]);
});

test("a registration is stored whole, confirmed to the address and told to the firm", async () => {
  expect(
    await register({
      companyWebsite: "HTTPS://www.northfield.co.uk/about/",
      role: "Head of Revenue",
      industry: "SaaS",
      sessionId: "s-2",
      utm_medium: "mail",
    }),
  ).toEqual({ ok: true, value: { stored: true } });
  expect(await registrations()).toMatchObject([
    {
      email: "dana@northfield.example",
      companyName: "Northfield",
      companyWebsite: "northfield.co.uk",
      role: "Head of Revenue",
      industry: "SaaS",
      trainingProgram: program,
      isConsumerDomain: false,
      registeredAt: testNow,
      consentedAt: testNow,
      consentText: consentWords.training,
      sessionId: "s-2",
      utmSource: null,
      utmMedium: "mail",
    },
  ]);
  expect(await sent()).toEqual(["training-registered dana@northfield.example", "training-notice desk@gtmarc.example"]);
  const [confirmation, notice] = await mails();
  expect(confirmation).toMatchObject({ subject: `Your registration: ${program}`, replyTo: "desk@gtmarc.example" });
  expect(notice).toMatchObject({ replyTo: "dana@northfield.example" });
  expect(notice!.text).toContain("northfield.co.uk");
});

test("a website in any format is accepted; one that names no public host is not kept", async () => {
  await register({ companyWebsite: "we have none" });
  expect(await registrations()).toMatchObject([{ companyWebsite: null }]);
});

test("mails to a typed address repeat nothing that was typed beside it", async () => {
  await subscribe({ source: "click-me-source" });
  await register({ companyName: "You won! visit evil.example", role: "click-me-role" });
  const toVisitor = (await mails()).filter(({ toAddress }) => toAddress === "dana@northfield.example");
  expect(toVisitor).toHaveLength(2);
  for (const { html, text, subject } of toVisitor) expect(html + text + subject).not.toMatch(/evil|click-me/);
});

test("what was typed is text in the firm's notice, never markup", async () => {
  await register({ companyName: "<img src=x onerror=alert(1)>" });
  const notice = (await mails()).find(({ kind }) => kind === "training-notice")!;
  expect(notice.html).not.toContain("<img src=x");
  expect(notice.html).toContain("&lt;img src=x");
});

test("the same registration within a day is answered ok, stored once and mailed once", async () => {
  await register();
  expect(await register({ companyName: "Somebody else" }, later(visitor, { hours: 23 }))).toEqual({
    ok: true,
    value: { stored: false },
  });
  expect(await registrations()).toMatchObject([{ companyName: "Northfield" }]);
  expect(await mails()).toHaveLength(2);
});

test("another program the same day, and the same one two days later, are registrations of their own", async () => {
  await register();
  await register({ trainingProgram: "Intelligent Systems Masterclass" });
  await register({}, later(visitor, { days: 2 }));
  expect((await registrations()).map(({ trainingProgram }) => trainingProgram)).toEqual([
    program,
    "Intelligent Systems Masterclass",
    program,
  ]);
});

test("of ten equal registrations at the same instant one is stored", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => register()));
  expect(answers.filter((answer) => answer.ok && answer.value.stored)).toHaveLength(1);
  expect(await registrations()).toHaveLength(1);
  expect(await mails()).toHaveLength(2);
});

test("later rooms hear of what was stored, once, inside its transaction", async () => {
  const heard: unknown[] = [];
  onEvent(newsletterSubscribed, async (_, payload) => void heard.push(payload));
  onEvent(trainingRegistered, async (_, payload) => void heard.push(payload));
  await subscribe();
  await subscribe();
  await register();
  await register();
  expect(heard).toEqual([
    { subscriberId: (await subscribers())[0]!.id, email: "dana@northfield.example", source: "popup" },
    {
      registrationId: (await registrations())[0]!.id,
      email: "dana@northfield.example",
      companyName: "Northfield",
      program,
    },
  ]);
});

test("a listener that fails undoes the signup and its mails", async () => {
  const fail = async () => {
    throw new Error("no room");
  };
  onEvent(newsletterSubscribed, fail);
  onEvent(trainingRegistered, fail);
  await expect(subscribe()).rejects.toThrow("no room");
  await expect(register()).rejects.toThrow("no room");
  expect([await subscribers(), await registrations(), await mails()]).toEqual([[], [], []]);
});
