import { like } from "drizzle-orm";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { session } from "#app/features/accounts/tables.server.ts";
import { limitRules } from "#app/features/security/requests/limits.server.ts";
import { rateLimit, securityEvent } from "#app/features/security/tables.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { authForms } from "#app/routes/forms/auth-forms.server.ts";
import { methodNotAllowed } from "#server/requests/request-checks.ts";
import type { AppEnv } from "#server/requests/request-env.ts";
import { dana, digitsIn, password, useAccountSite } from "#tests/fixtures/account-site.ts";
import { visitorsOf } from "#tests/fixtures/visitor.ts";

const { site, db } = useAccountSite();
/** The forms of /auth and /reset-password behind the request chain; instead of a page they get what it would show. */
const pages = new Hono<AppEnv>().route("/", authForms).all("*", (c) => {
  const shown = c.get("refusedForm");
  return shown ? new Response(JSON.stringify(shown), { status: shown.status }) : methodNotAllowed(c, ["GET", "HEAD"]);
});
const visit = visitorsOf({ db, settings: site.settings, api: newEndpoints(), pages });
const wrong = { intent: "sign-in", email: dana, password: "Wrong-2026" };
const counted = async () =>
  (await db.select().from(securityEvent)).map(({ kind, rule, path }) => `${kind} ${rule} ${path}`);

test("failed attempts by forms without scripts are counted as attempts to sign in", async () => {
  await site.member();
  await site.admin();
  const guest = visit();
  expect((await guest.form("/auth", wrong)).status).toBe(401);
  await expect.poll(counted).toEqual(["sign_in invalid_credentials /auth"]);
  const over = await guest.form("/auth?step=code", { intent: "code", code: "000000" });
  expect(over.headers.get("location")).toBe("/auth?notice=challenge-over");
  await expect.poll(counted).toContain("sign_in challenge_over /auth");
});

test("a form without scripts counts toward the client's limit of calls", async () => {
  await visit().form("/auth", { intent: "sign-up" });
  await db.update(rateLimit).set({ points: limitRules.call.points }).where(like(rateLimit.key, "call:%"));
  const limited = await visit().form("/auth", { intent: "sign-up" });
  expect([limited.status, (limited.body as { retryAfterSeconds?: number }).retryAfterSeconds]).toEqual([429, 60]);
  expect((await visit("198.51.100.4").form("/auth", { intent: "sign-up" })).status).toBe(422);
});

test.each<Record<string, string>>([
  { origin: "null" },
  { origin: "https://evil.example" },
  { origin: "null", "sec-fetch-site": "same-origin" },
])("a form that %j sends signs no one in", async (headers) => {
  await site.member();
  const form = { intent: "sign-in", email: dana, password };
  expect((await visit().send("/auth", { form, headers })).status).toBe(403);
  expect(await db.$count(session)).toBe(0);
});

test("the token of a reset by code is in no address and header, and its cookie is dropped", async () => {
  await site.member();
  const guest = visit();
  await guest.form("/reset-password", { intent: "ask", email: dana });
  const code = digitsIn(await site.mailText("reset-password"));
  const path = "/reset-password?step=code";
  const answer = await guest.form(path, { intent: "code", code });
  const { token = "" } = (answer.body as { values: Record<string, string> }).values;
  expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(answer.cookies).toEqual([expect.stringMatching(/^gtmarc_reset=; Max-Age=0/)]);
  expect((await guest.form(path, { intent: "code", code })).status).toBe(422);
  const set = (newPassword: string) =>
    guest.form(path, { intent: "set", token, newPassword, confirmPassword: newPassword });
  expect((await set("short")).body).toMatchObject({ status: 422, values: { token } });
  expect(JSON.stringify(await set("Password123"))).not.toContain("Password123");
  expect((await set("Meadow-Lines-2027")).headers.get("location")).toBe("/auth?notice=password-reset");
  expect((await set("Meadow-Lines-2028")).status).toBe(422);
});

test("other intents, methods and bodies sign no one in, and a form continues at this site only", async () => {
  await site.member();
  const guest = visit();
  const right = { intent: "sign-in", email: dana, password };
  for (const intent of ["", "constructor", "__proto__", "ask", "set", "SIGN-IN"])
    expect((await guest.form("/auth", { ...right, intent })).status, intent).toBe(405);
  for (const method of ["PUT", "PATCH", "DELETE"])
    expect((await guest.send("/auth", { method, form: right })).status, method).toBe(405);
  expect((await guest.post("/auth", right)).status).toBe(405);
  const headers = { "content-type": "text/plain" };
  expect((await guest.send("/auth", { form: right, headers })).status).toBe(405);
  const boundless = { "content-type": "multipart/form-data" };
  expect((await guest.send("/auth", { form: right, headers: boundless })).status).toBe(405);
  expect((await guest.form("/auth", { ...right, email: `${dana}\0` })).status).toBe(400);
  expect((await guest.form("/auth", { ...right, note: "x".repeat(65_536) })).status).toBe(413);
  expect(await db.$count(session)).toBe(0);
  for (const next of ["//evil.example", "/\\evil.example", "https://evil.example", "/%2f%2fevil.example"]) {
    const at = await guest.form(`/auth?next=${encodeURIComponent(next)}`, right);
    expect(at.headers.get("location"), next).toBe("/auth");
  }
});
