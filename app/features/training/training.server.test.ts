import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { trainingRegistered } from "./events.ts";
import { TrainingRegistration, trainingConsent } from "./registration.ts";
import { trainingRegistration } from "./tables.server.ts";
import { registerForTraining } from "./training.server.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), CONTACT_EMAIL: "desk@gtmarc.example" });
});

const program = "GTM Strategy & RevOps Workshop";
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
const registrations = () => db.select().from(trainingRegistration).orderBy(trainingRegistration.registeredAt);
const mails = () => db.select().from(message).orderBy(message.id);
const sent = async () => (await mails()).map(({ kind, toAddress }) => `${kind} ${toAddress}`);

test("a registration stores every field, confirms by mail and notifies the firm", async () => {
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
      typedWebsite: "HTTPS://www.northfield.co.uk/about/",
      role: "Head of Revenue",
      industry: "SaaS",
      trainingProgram: program,
      isConsumerDomain: false,
      registeredAt: testNow,
      consentedAt: testNow,
      consentText: trainingConsent,
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

test("a website in any format is accepted; one without a public host name has no domain", async () => {
  await register({ companyWebsite: "we have none" });
  expect(await registrations()).toMatchObject([{ companyWebsite: null, typedWebsite: "we have none" }]);
  await register({ companyWebsite: "https://northfield.example/en" });
  expect(await registrations()).toMatchObject([
    { companyWebsite: "northfield.example", typedWebsite: "https://northfield.example/en" },
  ]);
});

test("form input appears as text in the firm's notice, never as markup", async () => {
  await register({ companyName: "<img src=x onerror=alert(1)>" });
  const notice = (await mails()).find(({ kind }) => kind === "training-notice")!;
  expect(notice.html).not.toContain("<img src=x");
  expect(notice.html).toContain("&lt;img src=x");
});

test("a repeated registration within a day updates the first one and is mailed once", async () => {
  await register();
  expect(await register({ companyName: "Other" }, later(visitor, { hours: 23 }))).toEqual({
    ok: true,
    value: { stored: false },
  });
  expect(await registrations()).toMatchObject([{ companyName: "Other" }]);
  expect(await mails()).toHaveLength(2);
});

test("another program the same day and the same program two days later are new registrations", async () => {
  await register();
  await register({ trainingProgram: "Intelligent Systems Masterclass" });
  await register({}, later(visitor, { days: 2 }));
  expect((await registrations()).map(({ trainingProgram }) => trainingProgram)).toEqual([
    program,
    "Intelligent Systems Masterclass",
    program,
  ]);
});

test("of ten simultaneous identical registrations one is stored", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => register()));
  expect(answers.filter((answer) => answer.ok && answer.value.stored)).toHaveLength(1);
  expect(await registrations()).toHaveLength(1);
  expect(await mails()).toHaveLength(2);
});

test("a consumer address is accepted and flagged", async () => {
  await register({ email: "dana@gmail.com" });
  expect(await registrations()).toMatchObject([{ isConsumerDomain: true }]);
});

test("a form with the hidden field filled in gets the usual response and stores nothing", async () => {
  expect((await register({ email_confirm: "x" })).ok).toBe(true);
  expect([await registrations(), await mails()]).toEqual([[], []]);
});

test("the confirmation contains nothing else that was typed in the form", async () => {
  await register({ companyName: "You won! visit evil.example", role: "click-me-role" });
  const confirmation = (await mails()).find(({ kind }) => kind === "training-registered")!;
  expect(confirmation.html + confirmation.text + confirmation.subject).not.toMatch(/evil|click-me/);
});

test("a registration is published once, and a failing listener rolls it back with its mails", async () => {
  const heard: unknown[] = [];
  onEvent(trainingRegistered, async (_, payload) => void heard.push(payload));
  await register();
  await register();
  expect(heard).toEqual([
    {
      registrationId: (await registrations())[0]!.id,
      email: "dana@northfield.example",
      companyName: "Northfield",
      program,
    },
  ]);
  onEvent(trainingRegistered, async () => {
    throw new Error("no room");
  });
  await expect(register({ email: "lee@northfield.example" })).rejects.toThrow("no room");
  expect([(await registrations()).length, (await mails()).length]).toEqual([1, 2]);
});
