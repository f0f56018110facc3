import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { codeMessages } from "#app/features/access/access.ts";
import { issueCode } from "#app/features/access/codes/codes.server.ts";
import { hasWizardAccess } from "#app/features/access/grants/grants.server.ts";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { getProfile } from "#app/features/accounts/profile/profile.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { rateLimit } from "#app/features/security/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { formsOf } from "#tests/fixtures/refused-forms.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import { accessForms } from "./access-forms.server.ts";

const { db, ctx } = useDatabase();
const send = formsOf(accessForms);
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

const form = { email: "dana@northfield.example", company_name: "Northfield", role: "", email_confirm: "" };

test("without scripts a request is stored and confirmed on the page", async () => {
  expect(await send(visitor, "/request-access", form)).toEqual({ status: 303, location: "/request-access?said=sent" });
  expect(await db.select().from(accessRequest)).toMatchObject([{ email: form.email, companyName: "Northfield" }]);
  expect((await db.select().from(message)).some(({ toAddress }) => toAddress === form.email)).toBe(true);
  expect(await send(visitor, "/request-access", { ...form, email: "dana@gmail.com" })).toEqual({
    status: 303,
    location: "/request-access?said=review",
  });
});

test("a website that is no web address is accepted, passed on as typed, and the page says so", async () => {
  const typed = "we have none <yet>";
  const answer = await send(visitor, "/request-access", { ...form, company_website: typed });
  expect(answer).toEqual({ status: 303, location: "/request-access?said=sent&website=typed" });
  expect(await db.select().from(accessRequest)).toMatchObject([{ companyWebsite: null }]);
  const notices = await db.select().from(message).where(eq(message.kind, "access-notice"));
  expect(notices[0]!.text).toContain(`${typed} (not a web address)`);
  const note = "The website that you entered is not a web address.";
  expect(await pageText(visitor, String(answer["location"]))).toContain(note);
  expect(await pageText(visitor, "/request-access?said=sent")).not.toContain(note);
});

test("a website that cannot be stored is an error at its field, and nothing that was typed is lost", async () => {
  for (const [company_website, error] of [
    [`northfield.example/${"x".repeat(500)}`, "Use at most 500 characters."],
    ["northfield\0.example", "Please remove the characters that cannot be read."],
  ] as const) {
    const filled = { ...form, company_website, role: "COO", industry: "SaaS" };
    expect(await send(visitor, "/request-access", filled)).toMatchObject({
      ...{ status: 422, values: filled, fields: { company_website: error } },
    });
  }
  expect(await db.$count(accessRequest)).toBe(0);
});

test("a refused request is shown again with its values; a bot and a client over the limit store nothing", async () => {
  expect(await send(visitor, "/request-access", { ...form, email: "dana", company_name: "N" })).toMatchObject({
    status: 422,
    values: { email: "dana", company_name: "N" },
    fields: { email: "Valid email address required", company_name: expect.any(String) },
  });
  expect(await send(visitor, "/request-access", { ...form, email_confirm: "x" })).toMatchObject({ status: 303 });
  await db.update(rateLimit).set({ points: 10_000 });
  expect(await send(visitor, "/request-access", form)).toMatchObject({
    status: 429,
    values: { email: form.email },
    message: expect.stringContaining("Too many attempts"),
    retryAfterSeconds: expect.any(Number),
  });
  expect(await db.$count(accessRequest)).toBe(0);
});

test("without scripts a code opens the wizard; a wrong, another user's and an empty one are shown again", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const admin = await asAdmin(ctx);
  const issued = await issueCode(admin, { email: "dana@northfield.example" });
  if (!issued.ok) throw new Error(issued.reason.kind);
  const { code } = issued.value;
  const enter = (who: typeof visitor, entered: string) => send(who, "/verify-access", { code: entered });
  expect(await enter(visitor, code)).toMatchObject({ status: 401, message: codeMessages.signInFirst });
  expect(await enter(dana, "")).toMatchObject({ status: 422, message: "Please enter your access code" });
  expect(await enter(dana, "AAAA-BBBB-CCCC")).toMatchObject({
    status: 422,
    values: { code: "AAAA-BBBB-CCCC" },
    message: codeMessages.unknown,
  });
  expect(await enter(await as(ctx, "eve@elsewhere.example"), code)).toMatchObject({
    status: 403,
    message: codeMessages.otherEmail,
  });
  expect(await enter(dana, code)).toEqual({ status: 303, location: "/blueprint/wizard" });
  expect(await hasWizardAccess(ctx, dana.actor.userId)).toBe(true);
  expect(await enter(dana, code)).toMatchObject({ status: 422, message: codeMessages.alreadyUsed });
});

test("a signed-in person's request fills the empty fields of the own profile; another address or one without a session does not", async () => {
  const dana = await as(ctx, form.email);
  const full = { ...form, role: "COO", industry: "SaaS" };
  await send(visitor, "/request-access", full);
  expect((await getProfile(dana)).companyName).toBeNull();
  await send(dana, "/request-access", { ...full, email: "lee@corvid.example" });
  expect((await getProfile(dana)).companyName).toBeNull();
  const next = later(dana, { days: 20 });
  await db.delete(accessRequest);
  await send(next, "/request-access", { ...full, company_name: "Company", industry: "" });
  expect(await getProfile(dana)).toMatchObject({ companyName: null, title: "COO", industry: null });
  await db.delete(accessRequest);
  await send(next, "/request-access", { ...full, role: "Founder" });
  expect(await getProfile(dana)).toMatchObject({ companyName: "Northfield", title: "COO", industry: "SaaS" });
  await db.delete(accessRequest);
  await send(next, "/request-access", { ...full, company_name: "Corvid", industry: "Finance" });
  expect(await getProfile(dana)).toMatchObject({ companyName: "Northfield", title: "COO", industry: "SaaS" });
});

test("a profile that cannot be filled leaves the request, and the page says so", async () => {
  const dana = await as(ctx, form.email);
  await db.execute(sql`alter table profile add constraint refuses check (title <> 'COO')`);
  const answer = await send(dana, "/request-access", { ...form, role: "COO" });
  await db.execute(sql`alter table profile drop constraint refuses`);
  expect(answer).toEqual({ status: 303, location: "/request-access?said=sent&profile=failed" });
  expect(await db.$count(accessRequest)).toBe(1);
  const page = await pageText(dana, "/request-access?said=sent&profile=failed");
  expect(page).toMatch(/Sync Error\s+Failed to sync profile data\./);
});
