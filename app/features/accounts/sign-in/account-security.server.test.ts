import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { dayMs } from "#app/lib/durations.ts";
import { codeNow, dana, password, tokenIn, totpSecret, useAccountSite } from "#tests/fixtures/account-site.ts";
import { account, emailChange, knownDevice, session, user, verification } from "../tables.server.ts";
import { createAdmin } from "../users/administrators.server.ts";

const { site, db, ctx } = useAccountSite();
const fresh = "meridian twenty seven";

type Visitor = ReturnType<typeof site.visit>;
async function signedIn(email = dana): Promise<Visitor> {
  const [known] = await db.select().from(user).where(eq(user.email, email));
  if (!known) await site.member(email);
  const visitor = site.visit();
  await site.signIn(email, visitor);
  return visitor;
}
const isIn = async (at: Visitor) => (await at.get("/api/auth/get-session")).body !== null;
const change = (at: Visitor, newPassword = fresh, currentPassword = password) =>
  at.post("/api/auth/change-password", { currentPassword, newPassword });
const later = (days: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * dayMs + 1000 });

test("ASVS 7.4.3: a new password ends the other sessions at once and gives this one a new token", async () => {
  const dan = await signedIn();
  const elsewhere = await signedIn();
  const before = dan.jar.get("gtmarc_session");
  const answer = await change(dan);
  expect(answer.body).toMatchObject({ status: true });
  expect(await isIn(dan)).toBe(true);
  expect(await isIn(elsewhere)).toBe(false);
  expect(dan.jar.get("gtmarc_session")).not.toBe(before);
  expect((await site.visit().get("/api/auth/get-session", { cookie: `gtmarc_session=${before}` })).body).toBeNull();
  expect((await site.signIn()).status).toBe(401);
  expect((await site.signIn(dana, undefined, fresh)).status).toBe(200);
  expect(await site.mails()).toContain(`password-changed ${dana}`);
});

test.each([
  [{ currentPassword: "", newPassword: fresh }, "currentPassword", "Current password is required"],
  [{ currentPassword: password, newPassword: "seven77" }, "newPassword", "Password must be at least 8 characters long"],
  [{ currentPassword: "Wrong-2026", newPassword: fresh }, "currentPassword", "Current password is incorrect"],
  [
    { currentPassword: password, newPassword: "password1" },
    "newPassword",
    "This password is too common. Please choose another.",
  ],
])("changing a password with %j shows an error at %s", async (body, field, message) => {
  const dan = await signedIn();
  const answer = await dan.post("/api/auth/change-password", body);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ error: { fields: { [field]: message } } });
  expect((await site.signIn()).status).toBe(200);
});

test("ASVS 6.3.1: wrong current passwords in an open session are limited like failed sign-ins", async () => {
  const dan = await signedIn();
  for (let time = 0; time < 10; time += 1) expect((await change(dan, fresh, "Wrong-2026")).status).toBe(422);
  const limited = await change(dan);
  expect([limited.status, limited.headers.has("retry-after")]).toEqual([429, true]);
});

test("a session at aal1 of an account with a factor must verify a code before it can change the password", async () => {
  const dan = await signedIn();
  await createAdmin(ctx, { email: dana, totpSecret });
  const answer = await change(dan);
  expect([answer.status, answer.body]).toMatchObject([403, { error: { code: "second_factor_required" } }]);
  await site.sendCode(await codeNow(), dan);
  expect((await change(dan)).status).toBe(200);
});

test("ASVS 7.5.2: users can list their sessions and end one or all others", async () => {
  const dan = await signedIn();
  const phone = await signedIn();
  const otherDevice = await signedIn();
  const listed = (await dan.get("/api/auth/list-sessions")).body as { id: string; current: boolean; device: string }[];
  expect(listed).toHaveLength(3);
  expect(listed[0]).toMatchObject({ current: true, device: "An unknown browser" });
  expect(JSON.stringify(listed)).not.toContain("token");
  const [phoneId] = [((await phone.get("/api/auth/get-session")).body as { session: { id: string } }).session.id];
  expect((await dan.post("/api/auth/revoke-session", { id: phoneId })).status).toBe(200);
  expect(await isIn(phone)).toBe(false);
  expect((await dan.post("/api/auth/revoke-session", { id: phoneId })).status).toBe(404);
  expect((await dan.post("/api/auth/revoke-other-sessions")).body).toEqual({ status: true, ended: 1 });
  expect([await isIn(dan), await isIn(otherDevice)]).toEqual([true, false]);
});

test("ASVS 8.2.2: another user's session cannot be seen or ended", async () => {
  const dan = await signedIn();
  const lee = await signedIn("lee@northfield.example");
  const leesId = ((await lee.get("/api/auth/get-session")).body as { session: { id: string } }).session.id;
  expect((await dan.post("/api/auth/revoke-session", { id: leesId })).status).toBe(404);
  expect(await isIn(lee)).toBe(true);
  expect((await dan.get("/api/auth/list-sessions")).body).toHaveLength(1);
});

test("a sign-in from an unknown browser sends a mail; the first sign-in and known browsers do not", async () => {
  const dan = await signedIn();
  expect(await site.mails()).toEqual([`verify-email ${dana}`]);
  await dan.post("/api/auth/sign-out");
  await site.signIn(dana, dan);
  expect(await site.mails()).toHaveLength(1);
  await signedIn();
  expect(await site.mails()).toContain(`new-device ${dana}`);
  expect(await db.select().from(knownDevice)).toHaveLength(2);
});

test("one account's known browser is unknown to another account", async () => {
  const shared = await signedIn();
  await site.member("lee@northfield.example");
  await signedIn("lee@northfield.example");
  await site.signIn("lee@northfield.example", shared);
  expect(await site.mails()).toContain("new-device lee@northfield.example");
});

test("This wasn't me: opening the link changes nothing; its button ends every session and removes the password", async () => {
  const dan = await signedIn();
  const intruder = await signedIn();
  const token = tokenIn(await site.mailText("new-device"), "/auth/not-me");
  await site.visit().get(`/auth/not-me?token=${token}`);
  expect([await isIn(dan), await isIn(intruder)]).toEqual([true, true]);

  const pressed = await site.visit().form("/auth/not-me", { token });
  expect(pressed.status).toBe(303);
  const onward = pressed.headers.get("location") ?? "";
  expect(onward).toMatch(/^\/reset-password\?token=[\w-]{43}&notice=shut$/);
  expect([await isIn(dan), await isIn(intruder)]).toEqual([false, false]);
  expect((await site.signIn()).status).toBe(401);
  expect(await db.select().from(account)).toMatchObject([{ password: null }]);
  expect((await site.visit().form("/auth/not-me", { token })).headers.get("location")).toBe("/auth/not-me");

  const reset = new URL(onward, "http://x").searchParams.get("token");
  await site.visit().post("/api/auth/reset-password", { token: reset, newPassword: "Meridian-2027" });
  expect((await site.signIn(dana, undefined, "Meridian-2027")).status).toBe(200);
});

test("the button of a security notice is valid for seven days", async () => {
  await signedIn();
  await signedIn();
  const token = tokenIn(await site.mailText("new-device"), "/auth/not-me");
  later(7);
  expect((await site.visit().form("/auth/not-me", { token })).headers.get("location")).toBe("/auth/not-me");
});

test("an account without a password costs the same work and gets the same response as a wrong password", async () => {
  await site.member();
  await db.update(account).set({ password: null });
  const answer = await site.signIn();
  expect([answer.status, answer.body]).toMatchObject([401, { error: { code: "invalid_credentials" } }]);
});

test("ASVS 14.2.1: stored proofs, devices and sessions cannot be used to sign in", async () => {
  const dan = await signedIn();
  const intruder = await signedIn();
  const device = dan.jar.get("gtmarc_device") ?? "";
  expect(JSON.stringify(await db.select().from(knownDevice))).not.toContain(device);
  expect(JSON.stringify(await db.select().from(verification))).not.toContain(
    tokenIn(await site.mailText("new-device"), "/auth/not-me"),
  );
  const [row] = await db.select().from(session);
  const bare = await site.visit().get("/api/auth/get-session", { cookie: `gtmarc_session=${row?.token}` });
  expect(bare.body).toBeNull();
  expect(await isIn(intruder)).toBe(true);
});

test("every endpoint that needs a session returns 401 without one and changes nothing", async () => {
  await signedIn();
  const stranger = site.visit();
  for (const path of [
    "change-password",
    "change-email",
    "cancel-email-change",
    "revoke-session",
    "revoke-other-sessions",
    "two-factor/enable",
    "two-factor/verify-enrollment",
    "two-factor/disable",
    "two-factor/generate-recovery-codes",
  ])
    expect([path, (await stranger.post(`/api/auth/${path}`, { email: dana })).status]).toEqual([path, 401]);
  expect((await stranger.get("/api/auth/list-sessions")).status).toBe(401);
  for (const [method, path] of [
    ["POST", "/api/account/deletion"],
    ["DELETE", "/api/account/deletion"],
    ["POST", "/api/account/export"],
    ["PUT", "/api/profile"],
  ] as const)
    expect([path, (await stranger.send(path, { method, json: {} })).status]).toEqual([path, 401]);
  expect(await db.select().from(session)).toHaveLength(1);
  expect(await db.select().from(emailChange)).toEqual([]);
});

test("/.well-known/change-password redirects password managers", async () => {
  const answer = await site.visit().get("/.well-known/change-password");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/account?tab=security"]);
});
