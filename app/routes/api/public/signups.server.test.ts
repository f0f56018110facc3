import { beforeEach, expect, test } from "vitest";
import { analyticsIdentity } from "#app/features/analytics/tables.server.ts";
import { newsletterSubscriber } from "#app/features/newsletter/tables.server.ts";
import { trainingRegistration } from "#app/features/training/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { signupsEndpoints } from "./signups.server.ts";

const { db, ctx } = useDatabase();
const call = callsOf(signupsEndpoints);
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), NEWSLETTER_CONFIRMATION: false }));

const newsletter = "/functions/newsletter-signup";
const training = "/functions/submit-training-registration";
const signup = {
  email: "dana@northfield.example",
  source: "popup",
  metadata: { timestamp: "2026-03-02T15:00:00.000Z", userAgent: "Browser/1" },
};
const registration = {
  email: "dana@northfield.example",
  companyName: "Northfield",
  companyWebsite: "",
  role: "",
  industry: "",
  trainingProgram: "GTM Strategy & RevOps Workshop",
  sessionId: "1772463600000-abc",
};

test("a new address is welcomed, a known one is reported as already subscribed", async () => {
  const first = await call(visitor, newsletter, signup);
  const second = await call(visitor, newsletter, { ...signup, email: " DANA@northfield.example" });
  expect([first.status, first.body]).toEqual([200, { message: "You've successfully joined our newsletter!" }]);
  expect([second.status, second.body]).toEqual([200, { message: "This email address is already subscribed." }]);
  expect(await db.select().from(newsletterSubscriber)).toHaveLength(1);
});

test("invalid input returns 422 with field errors", async () => {
  expect(await call(visitor, newsletter, { ...signup, email: "dana" })).toMatchObject({
    status: 422,
    body: {
      error: {
        code: "invalid_input",
        message: "Please enter a valid email address",
        fields: { email: "Please enter a valid email address" },
      },
    },
  });
  expect(await call(visitor, newsletter, { ...signup, email: " " })).toMatchObject({
    status: 422,
    body: { error: { message: "Email is required" } },
  });
  expect(await call(visitor, training, { ...registration, email: "dana", companyName: "" })).toMatchObject({
    status: 422,
    body: { error: { fields: { email: "Invalid email address", companyName: "Company name is required" } } },
  });
  expect((await call(visitor, training, "{not json")).status).toBe(400);
});

test("a registration and its repeat get the same response, and it is stored once, with the later answers", async () => {
  for (const attempt of [registration, { ...registration, companyName: "Other" }])
    expect(await call(visitor, training, attempt)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await db.select().from(trainingRegistration)).toMatchObject([{ companyName: "Other", role: null }]);
});

test("a filled honeypot field gets the response of any signup", async () => {
  expect(await call(visitor, newsletter, { ...signup, email_confirm: "x" })).toMatchObject({
    status: 200,
    body: { message: "You've successfully joined our newsletter!" },
  });
  expect(await call(visitor, training, { ...registration, email_confirm: "x" })).toMatchObject({ body: { ok: true } });
  expect(await db.select().from(newsletterSubscriber)).toEqual([]);
  expect(await db.select().from(trainingRegistration)).toEqual([]);
});

test("both forms share thirty uses an hour for each client", async () => {
  for (let i = 0; i < 15; i += 1) {
    expect((await call(visitor, newsletter, { ...signup, email: `p${i}@northfield.example` })).status).toBe(200);
    expect((await call(visitor, training, { ...registration, email: `p${i}@northfield.example` })).status).toBe(200);
  }
  for (const [path, body] of [
    [newsletter, signup],
    [training, registration],
  ] as const) {
    const refused = await call(visitor, path, body);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "too_many" } } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3590);
  }
  expect((await call(visitor, newsletter, signup, { address: "198.51.100.1" })).status).toBe(200);
});

test("a form identifies its visit, unless the visitor asks not to be tracked or is a bot", async () => {
  const visited = { ...signup, metadata: { ...signup.metadata, sessionId: "s1" } };
  await call(visitor, newsletter, visited, { headers: { "sec-gpc": "1" } });
  await call(visitor, training, { ...registration, email_confirm: "x" });
  expect(await db.$count(analyticsIdentity)).toBe(0);
  await call(visitor, newsletter, visited);
  await call(visitor, training, registration);
  expect(await db.select({ email: analyticsIdentity.email }).from(analyticsIdentity)).toEqual([
    { email: signup.email },
    { email: registration.email },
  ]);
});
