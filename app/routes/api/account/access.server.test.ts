import { beforeEach, expect, test } from "vitest";
import { makeCode } from "#app/features/access/codes/code.ts";
import { issueCode } from "#app/features/access/codes/codes.server.ts";
import { accessCheckLog, accessCode, accessRequest } from "#app/features/access/tables.server.ts";
import { analyticsIdentity } from "#app/features/analytics/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { visitorView } from "#app/shell/visitor-view.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { accessEndpoints } from "./access.server.ts";

const { db, ctx } = useDatabase();
const call = callsOf(accessEndpoints);
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

const request = "/functions/request-access-code";
const validate = "/functions/validate-access-code";
const secure = "/rpc/user_has_wizard_access_secure";
const plain = "/rpc/user_has_wizard_access";
const form = { email: "dana@northfield.example", company_name: "Northfield" };
const check = (userId: string) => ({ p_user_id: userId, p_ip_hash: "f00d", p_user_agent: "Test/1.0" });
const issue = async (email = "dana@northfield.example") => {
  const issued = await issueCode(ctx, { email });
  return issued.ok ? issued.value : Promise.reject(new Error(issued.reason.kind));
};
const error = (code: string, message: string) => ({ error: { code, message } });

test("a request and its repeat get the same response, and it is stored once", async () => {
  const first = await call(visitor, request, form);
  const second = await call(visitor, request, { ...form, company_name: "Other" });
  expect([first.status, first.body]).toEqual([200, { ok: true }]);
  expect([second.status, second.body]).toEqual([200, { ok: true }]);
  expect(await db.select().from(accessRequest)).toHaveLength(1);
});

test("a request identifies its visit, unless the visitor asks not to be tracked", async () => {
  const visited = { ...form, session_id: "s1" };
  await call(visitor, request, visited, { headers: { dnt: "1" } });
  expect(await db.$count(analyticsIdentity)).toBe(0);
  await call(visitor, request, visited);
  expect(await db.select().from(analyticsIdentity)).toMatchObject([{ email: form.email }]);
});

test("a consumer address, a declined one and a new one get the same response", async () => {
  const answers = [
    await call(visitor, request, { ...form, email: "dana@gmail.com" }),
    await call(visitor, request, form),
  ];
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toHaveProperty("size", 1);
});

test("an invalid form returns 422 with field errors", async () => {
  const { status, body } = await call(visitor, request, { email: "dana", company_name: "" });
  expect(status).toBe(422);
  expect(body).toEqual({
    error: {
      code: "invalid_input",
      message: "Valid email address required",
      fields: { email: "Valid email address required", company_name: "Company name required" },
    },
  });
  expect((await call(visitor, request, "{not json")).status).toBe(400);
});

test("the thirty-first form from one client within an hour is rate limited", async () => {
  for (let i = 0; i < 30; i += 1)
    expect((await call(visitor, request, { ...form, email: `p${i}@northfield.example` })).status).toBe(200);
  const refused = await call(visitor, request, { ...form, email: "p31@northfield.example" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3590);
  expect((await call(visitor, request, form, { address: "198.51.100.1" })).status).toBe(200);
});

test("a valid code is redeemed", async () => {
  const { code } = await issue();
  const { status, body } = await call(await as(ctx, "dana@northfield.example"), validate, { code });
  expect([status, body]).toEqual([200, { valid: true, message: "Access granted. Your wizard is open." }]);
});

test("every code refusal has its own status and exact message", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const own = await issue();
  const others = await issue("lee@harbor.example");
  const expired = await issue();
  expect(await call(visitor, validate, { code: own.code })).toMatchObject({
    status: 401,
    body: error("sign_in_required", "Please sign in and try again."),
  });
  expect(await call(dana, validate, { code: makeCode() })).toMatchObject({
    status: 200,
    body: { valid: false, message: "Invalid access code. Please check and try again." },
  });
  expect(await call(dana, validate, { code: others.code })).toMatchObject({
    status: 403,
    body: error(
      "other_email",
      "This access code was sent to a different email. Please sign in with the email that received the code.",
    ),
  });
  expect(await call(later(dana, { days: 31 }), validate, { code: expired.code })).toMatchObject({
    status: 200,
    body: { valid: false, message: "This access code has expired. Please request a new one." },
  });
  await call(dana, validate, { code: own.code });
  expect(await call(dana, validate, { code: own.code })).toMatchObject({
    status: 200,
    body: { valid: false, message: "This access code has already been used." },
  });
  expect(await call(dana, validate, { code: " " })).toMatchObject({
    status: 422,
    body: { error: { fields: { code: "Please enter your access code" } } },
  });
});

test("too many wrong codes return 429 with Retry-After", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  for (let i = 0; i < 5; i += 1) await call(dana, validate, { code: makeCode() });
  const refused = await call(dana, validate, { code: makeCode() });
  expect(refused).toMatchObject({
    status: 429,
    body: error("too_many", "Too many attempts. Please try again later."),
  });
  expect(refused.headers.get("retry-after")).toBe("900");
});

test("without a session, nothing is revealed and the body is not validated", async () => {
  for (const path of [validate, secure, plain])
    expect(await call(visitor, path, { wrong: true })).toMatchObject({
      status: 401,
      body: error("sign_in_required", "Please sign in and try again."),
    });
});

test("the access check responds, logs, and blocks the sixth device", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const { userId } = dana.actor;
  expect(await call(dana, secure, check(userId))).toMatchObject({
    status: 200,
    body: { hasAccess: false, blocked: false, reason: "no_grant" },
  });
  expect(await visitorView(dana)).toMatchObject({ hasWizardAccess: false });
  await call(dana, validate, { code: (await issue()).code });
  for (const device of ["f00d", "2", "3", "4", "5"])
    expect(await call(dana, secure, { ...check(userId), p_ip_hash: device })).toMatchObject({
      body: { hasAccess: true, blocked: false, reason: null },
    });
  expect(await call(dana, plain, { p_user_id: userId })).toMatchObject({ status: 200, body: true });
  expect(await call(dana, secure, { ...check(userId), p_ip_hash: "6" })).toMatchObject({
    status: 200,
    body: { hasAccess: false, blocked: true, reason: "too_many_devices" },
  });
  expect(await call(dana, plain, { p_user_id: userId })).toMatchObject({ status: 200, body: false });
  expect(await visitorView(dana)).toMatchObject({ hasWizardAccess: false, suspension: "too_many_devices" });
  expect(await db.select().from(accessCheckLog)).toHaveLength(7);
});

test("no user can pass another user's id", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  for (const who of [await as(ctx, "lee@harbor.example"), await asAdmin(ctx)])
    for (const path of [secure, plain]) expect((await call(who, path, check(dana.actor.userId))).status).toBe(403);
  expect((await call(dana, secure, check("not-an-id"))).status).toBe(403);
  expect(await db.select().from(accessCheckLog)).toEqual([]);
});

test("an admin has access without a grant", async () => {
  const admin = await asAdmin(ctx);
  expect(await call(admin, plain, { p_user_id: admin.actor.userId })).toMatchObject({ status: 200, body: true });
});

test("a code is redeemed for the signed-in user, not for an id in the body", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const lee = await as(ctx, "lee@harbor.example");
  await call(dana, validate, { code: (await issue()).code, p_user_id: lee.actor.userId });
  expect(await db.select().from(accessCode)).toMatchObject([{ usedBy: dana.actor.userId }]);
});
