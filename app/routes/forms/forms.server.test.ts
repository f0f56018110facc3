import { Hono } from "hono";
import { createElement } from "react";
import { beforeEach, expect, test } from "vitest";
import { trainingTitles } from "#app/features/content/training-terms.ts";
import { countDownloads } from "#app/features/kit/kit.server.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { linkAddress } from "#app/features/mail/clicks/link-token.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { mailHit } from "#app/features/mail/tables.server.ts";
import { rateLimit } from "#app/features/security/tables.server.ts";
import { trainingRegistration } from "#app/features/training/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { formsOf } from "#tests/fixtures/refused-forms.ts";
import { pageHtml } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import type { EndpointEnv } from "../api/endpoint.server.ts";
import { kitForm, mailLinkEndpoints, trainingForm } from "./forms.server.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);

beforeEach(() => {
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", MAIL_FROM: "hello@gtmarc.example" });
});

test("without scripts the button of the page counts the download and leads to the file", async () => {
  const press = formsOf(kitForm);
  const button = /<form[^>]*data-download[^>]*>/.exec(await pageHtml(visitor, "/downloads"))?.[0];
  expect(button).toContain('action="/downloads" method="post"');
  expect(await press(visitor, "/downloads", {})).toEqual({ status: 303, location: starterKit.path });
  expect(await countDownloads(ctx, "public_lite")).toBe(1);
  await db.update(rateLimit).set({ points: 10_000 });
  expect(await press(visitor, "/downloads", {})).toEqual({ status: 303, location: starterKit.path });
  expect(await countDownloads(ctx, "public_lite")).toBe(1);
});

const register = formsOf(trainingForm);
const registration = {
  email: "dana@northfield.example",
  companyName: "Northfield",
  trainingProgram: trainingTitles()[1]!,
};
const registrationPage = "/training/register";

test("without scripts a registration is stored, and a bot's is not", async () => {
  expect(await register(visitor, registrationPage, { ...registration, email_confirm: "x" })).toEqual({
    status: 303,
    location: "/training/register?said=registered",
  });
  expect(await db.$count(trainingRegistration)).toBe(0);
  expect(await register(visitor, registrationPage, registration)).toEqual({
    status: 303,
    location: "/training/register?said=registered",
  });
  expect(await db.select().from(trainingRegistration)).toMatchObject([
    { email: registration.email, companyName: "Northfield", trainingProgram: trainingTitles()[1]! },
  ]);
});

test("a refused registration is shown again with its values", async () => {
  expect(
    await register(visitor, registrationPage, {
      ...registration,
      email: "dana",
      companyName: "",
      trainingProgram: "x",
    }),
  ).toMatchObject({
    status: 422,
    values: { email: "dana" },
    fields: {
      email: "Invalid email address",
      companyName: "Company name is required",
      trainingProgram: "Choose one of the programs.",
    },
  });
  expect(await db.$count(trainingRegistration)).toBe(0);
});

async function request(path: string, init: RequestInit = {}) {
  const app = new Hono<EndpointEnv>();
  app.use(async (c, next) => {
    c.set("ctx", visitor);
    c.set("address", "203.0.113.7");
    await next();
  });
  app.route("/", mailLinkEndpoints);
  return app.request(path, init);
}

async function linkPath(): Promise<string> {
  const { id } = await queueMail(ctx, {
    kind: "outreach-step",
    to: "dana@northfield.example",
    subject: "A question",
    list: "outreach",
    headers: { "List-Unsubscribe": "<mailto:hello@gtmarc.example>" },
    trackClicks: true,
    body: createElement("a", { href: "https://other.example/ü?a=1" }, "Other"),
  });
  return new URL(linkAddress(id, 0)).pathname;
}

test("a link redirects to its stored URL, whatever the request contains", async () => {
  const path = await linkPath();
  for (const method of ["GET", "HEAD"]) {
    const response = await request(`${path}?url=https://evil.example&to=//evil.example`, {
      method,
      headers: { "x-forwarded-host": "evil.example", referer: "https://evil.example/" },
    });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("https://other.example/%C3%BC?a=1");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  }
  expect((await db.select().from(mailHit)).map(({ method }) => method)).toEqual(["GET", "HEAD"]);
});

test.each(["sec-gpc", "dnt"])("with %s a link works and is not logged", async (header) => {
  expect((await request(await linkPath(), { headers: { [header]: "1" } })).status).toBe(302);
  expect(await db.select().from(mailHit)).toEqual([]);
});

test("unknown tokens are not redirected", async () => {
  const path = await linkPath();
  for (const other of [`${path}x`, "/l/x", `/l/${"A".repeat(34)}`, "/l/https:%2F%2Fevil.example"])
    expect((await request(other)).status).toBe(404);
});
