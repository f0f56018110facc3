import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { codeNow, dana, password, tokenIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { newAuthenticator } from "#tests/fixtures/authenticator.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { account, passkey, session, user } from "../tables.server.ts";

const { site, db, ctx } = useAccountSite();
const otto = "otto@northfield.example";
const admin = "admin@gtmarc.example";

type Visitor = ReturnType<typeof site.visit>;
type Authenticator = ReturnType<typeof newAuthenticator>;

async function signedIn(email = dana): Promise<Visitor> {
  await site.member(email);
  const visitor = site.visit();
  await site.signIn(email, visitor);
  return visitor;
}

const options = (at: Visitor, word: string | null = password) =>
  at.post("/api/auth/passkeys/options", word ? { password: word } : {});

async function add(at: Visitor, device: Authenticator, name = "Laptop") {
  const started = await options(at);
  expect(started.status).toBe(200);
  return at.post("/api/auth/passkeys", { name, response: device.create(started.body as { challenge: string }) });
}

async function signInWith(device: Authenticator, at = site.visit()) {
  const started = await at.post("/api/auth/sign-in/passkey/options");
  return at.post("/api/auth/sign-in/passkey", { response: device.get(started.body as { challenge: string }) });
}

const actions = async () => (await db.select({ act: auditEntry.act }).from(auditEntry)).map(({ act }) => act);
const current = async (at: Visitor) => (await at.get("/api/auth/get-session")).body;

test("a passkey that was added signs in without an address or a password", async () => {
  const dan = await signedIn();
  const device = newAuthenticator();
  const added = await add(dan, device);
  expect(added.status).toBe(200);
  expect(await db.select().from(passkey)).toMatchObject([
    { name: "Laptop", lastUsedAt: null, transports: ["internal"] },
  ]);

  const elsewhere = site.visit();
  const opened = await signInWith(device, elsewhere);
  expect(opened.status).toBe(200);
  expect(opened.body).toMatchObject({ user: { email: dana } });
  expect(await current(elsewhere)).toMatchObject({ session: { aal: "aal1" } });
  expect((await db.select().from(passkey))[0]!.lastUsedAt).toBeInstanceOf(Date);
});

test("adding a passkey is audited and reported by mail; its button removes passkeys, password and sessions", async () => {
  const dan = await signedIn();
  const device = newAuthenticator();
  await add(dan, device);
  expect(await actions()).toContain("passkey.added");
  const token = tokenIn(await site.mailText("passkey-added"), "/auth/not-me");
  expect((await site.visit().form("/auth/not-me", { token })).status).toBe(303);
  expect(await db.select().from(passkey)).toEqual([]);
  expect(await current(dan)).toBeNull();
  expect((await signInWith(device)).body).toMatchObject({ error: { code: "passkey_refused" } });
});

test("adding and removing a passkey need the password", async () => {
  const dan = await signedIn();
  expect((await options(dan, "Wrong-2026")).body).toMatchObject({
    error: { fields: { password: expect.any(String) } },
  });
  expect((await options(dan, null)).status).toBe(422);
  const { id } = (await add(dan, newAuthenticator())).body as { id: string };
  expect((await dan.post(`/api/auth/passkeys/${id}/removal`, { password: "Wrong-2026" })).status).toBe(422);
  expect((await dan.post(`/api/auth/passkeys/${id}/removal`, { password })).status).toBe(200);
  expect(await db.select().from(passkey)).toEqual([]);
  expect(await actions()).toContain("passkey.removed");
});

test("an account without a password can add a passkey only within ten minutes of signing in", async () => {
  const dan = await signedIn();
  await db.update(account).set({ password: null });
  expect((await options(dan, null)).status).toBe(200);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * minuteMs });
  expect((await options(dan, null)).body).toMatchObject({ error: { code: "sign_in_again" } });
});

test("a challenge is used once, expires, and belongs to the user who requested it", async () => {
  const dan = await signedIn();
  const started = (await options(dan)).body as { challenge: string };
  const response = newAuthenticator().create(started);
  const stranger = await signedIn(otto);
  expect((await stranger.post("/api/auth/passkeys", { name: "X", response })).status).toBe(410);

  const again = (await options(dan)).body as { challenge: string };
  const device = newAuthenticator();
  const made = device.create(again);
  expect((await dan.post("/api/auth/passkeys", { name: "X", response: made })).status).toBe(200);
  expect((await dan.post("/api/auth/passkeys", { name: "X", response: made })).status).toBe(410);

  const visitor = site.visit();
  const signIn = (await visitor.post("/api/auth/sign-in/passkey/options")).body as { challenge: string };
  const signed = device.get(signIn);
  expect((await visitor.post("/api/auth/sign-in/passkey", { response: signed })).status).toBe(200);
  expect((await site.visit().post("/api/auth/sign-in/passkey", { response: signed })).status).toBe(410);
  const late = (await visitor.post("/api/auth/sign-in/passkey/options")).body as { challenge: string };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * minuteMs });
  expect((await site.visit().post("/api/auth/sign-in/passkey", { response: device.get(late) })).status).toBe(410);
});

test("responses of another site, with an unknown key or a decreased counter get the same refusal", async () => {
  const dan = await signedIn();
  const device = newAuthenticator();
  await add(dan, device);
  expect((await signInWith(newAuthenticator())).status).toBe(401);
  expect((await add(dan, newAuthenticator({ origin: "https://evil.example" }))).status).toBe(422);
  device.rewind();
  const refused = await signInWith(device);
  expect([refused.status, refused.body]).toMatchObject([401, { error: { code: "passkey_refused" } }]);
  expect((await site.visit().post("/api/auth/sign-in/passkey", { response: { id: "a" } })).status).toBe(422);
});

test("a stranger can neither see, rename nor remove a passkey", async () => {
  const dan = await signedIn();
  const { id } = (await add(dan, newAuthenticator())).body as { id: string };
  const stranger = await signedIn(otto);
  expect((await stranger.put(`/api/auth/passkeys/${id}`, { name: "Mine", from: "Laptop" })).status).toBe(404);
  expect((await stranger.post(`/api/auth/passkeys/${id}/removal`, { password })).status).toBe(404);
  const visitor = site.visit();
  expect((await visitor.put(`/api/auth/passkeys/${id}`, { name: "Mine", from: "Laptop" })).status).toBe(401);
  expect((await options(visitor)).status).toBe(401);
  expect((await dan.put(`/api/auth/passkeys/${id}`, { name: "Desk", from: "Laptop" })).status).toBe(200);
  expect((await dan.put(`/api/auth/passkeys/${id}`, { name: " ", from: "Desk" })).status).toBe(422);
  expect(await db.select().from(passkey)).toMatchObject([{ name: "Desk" }]);
});

test("a tab that opened the name before it was changed elsewhere does not replace it", async () => {
  const dan = await signedIn();
  const { id } = (await add(dan, newAuthenticator())).body as { id: string };
  const rename = (from: string, name: string) => dan.put(`/api/auth/passkeys/${id}`, { from, name });
  expect((await rename("Laptop", "Desk")).status).toBe(200);
  expect((await rename("Laptop", "Desk")).status).toBe(200);
  expect(await rename("Laptop", "Phone")).toMatchObject({
    status: 409,
    body: { error: { code: "stale", fields: { name: 'Changed elsewhere to "Desk". Save again to replace it.' } } },
  });
  expect(await db.select().from(passkey)).toMatchObject([{ name: "Desk" }]);
  expect((await rename("Desk", "Phone")).status).toBe(200);
});

async function adminWithPasskey(device: Authenticator) {
  await site.admin();
  const visitor = site.visit();
  await site.signIn(admin, visitor);
  await site.sendCode(await codeNow(), visitor);
  expect((await add(visitor, device)).status).toBe(200);
  return visitor;
}

test("an admin's passkey with user verification opens a session at aal2, without a code", async () => {
  const device = newAuthenticator();
  await adminWithPasskey(device);
  const visitor = site.visit();
  expect((await signInWith(device, visitor)).body).toMatchObject({ user: { email: admin } });
  expect(await current(visitor)).toMatchObject({ session: { aal: "aal2" }, user: { isAdmin: true } });
});

test("an admin's passkey without user verification is one factor, and the code is still required", async () => {
  const device = newAuthenticator();
  await adminWithPasskey(device);
  device.verify(false);
  await db.delete(session);
  const visitor = site.visit();
  expect((await signInWith(device, visitor)).body).toMatchObject({ twoFactorRedirect: true });
  expect(await db.select().from(session)).toEqual([]);
  expect((await site.sendCode(await codeNow(1), visitor)).status).toBe(200);
  expect(await current(visitor)).toMatchObject({ session: { aal: "aal2" } });
});

test("an admin without an authenticator app and a disabled account cannot sign in with a passkey", async () => {
  const dan = await signedIn();
  const device = newAuthenticator();
  await add(dan, device);
  await db.update(user).set({ isAdmin: true });
  expect((await signInWith(device)).body).toMatchObject({ error: { code: "second_factor_missing" } });
  await db.update(user).set({ isAdmin: false, disabledAt: new Date() });
  expect((await signInWith(device)).body).toMatchObject({ error: { code: "account_disabled" } });
});

async function proveFresh(at: Visitor, device: Authenticator) {
  const started = await at.post("/api/auth/two-factor/passkey/options");
  expect(started.status).toBe(200);
  return at.post("/api/auth/two-factor/verify-passkey", {
    response: device.get(started.body as { challenge: string }),
  });
}
const renew = (at: Visitor) => at.post("/api/auth/two-factor/generate-recovery-codes", { password });
const passMinutes = (minutes: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * minuteMs });

test("an admin's passkey with user verification counts as a recent code, under a new session token", async () => {
  const device = newAuthenticator();
  const visitor = await adminWithPasskey(device);
  passMinutes(11);
  expect((await renew(visitor)).body).toMatchObject({ error: { code: "fresh_code_required" } });
  const before = visitor.jar.get("gtmarc_session");
  expect((await proveFresh(visitor, device)).status).toBe(200);
  expect(visitor.jar.get("gtmarc_session")).not.toBe(before);
  expect((await renew(visitor)).body).toMatchObject({ recoveryCodes: expect.any(Array) });
  passMinutes(11);
  expect((await renew(visitor)).status).toBe(403);
});

test("a passkey without user verification, of another user, with another user's challenge, or used twice does not count as a code", async () => {
  const device = newAuthenticator();
  const visitor = await adminWithPasskey(device);
  passMinutes(11);
  device.verify(false);
  expect((await proveFresh(visitor, device)).body).toMatchObject({ error: { code: "passkey_refused" } });
  device.verify(true);
  const others = newAuthenticator();
  await add(await signedIn(otto), others);
  expect((await proveFresh(visitor, others)).body).toMatchObject({ error: { code: "passkey_refused" } });
  const signIn = (await site.visit().post("/api/auth/sign-in/passkey/options")).body as { challenge: string };
  const verify = (response: object) => visitor.post("/api/auth/two-factor/verify-passkey", { response });
  expect((await verify(device.get(signIn))).status).toBe(410);
  expect((await renew(visitor)).status).toBe(403);
  const started = (await visitor.post("/api/auth/two-factor/passkey/options")).body as { challenge: string };
  const response = device.get(started);
  expect((await verify(response)).status).toBe(200);
  expect((await verify(response)).status).toBe(410);
});

test("users without a second factor or a passkey, and visitors, get no options", async () => {
  const dan = await signedIn();
  await add(dan, newAuthenticator());
  const start = (at: Visitor) => at.post("/api/auth/two-factor/passkey/options");
  expect((await start(dan)).body).toMatchObject({ error: { code: "no_passkey" } });
  await site.admin();
  const visitor = site.visit();
  await site.signIn(admin, visitor);
  await site.sendCode(await codeNow(), visitor);
  expect((await start(visitor)).body).toMatchObject({ error: { code: "no_passkey" } });
  expect((await start(site.visit())).status).toBe(401);
  expect((await site.visit().post("/api/auth/two-factor/verify-passkey", {})).status).toBe(401);
});

test("an admin's stale session cannot add a passkey, which would count as a code", async () => {
  const visitor = await adminWithPasskey(newAuthenticator());
  passMinutes(11);
  expect((await options(visitor)).body).toMatchObject({ error: { code: "fresh_code_required" } });
  expect((await options(visitor, "Wrong-2026")).status).toBe(422);
});

test("the export lists passkeys without their keys, and deleting the account deletes them", async () => {
  const dan = await signedIn();
  await add(dan, newAuthenticator());
  const [{ id: userId } = { id: "" }] = await db.select().from(user).where(eq(user.email, dana));
  const data = await exportPersonalData(ctx, { userId, email: dana });
  expect(data["passkeys"]).toMatchObject([{ name: "Laptop" }]);
  expect(JSON.stringify(data)).not.toMatch(/publicKey|credentialId/);
  await forgetPerson(ctx, { userId, email: dana });
  expect(await db.select().from(passkey)).toEqual([]);
});

test("an account has at most twenty passkeys", async () => {
  const dan = await signedIn();
  const { id } = (await add(dan, newAuthenticator())).body as { id: string };
  const [row] = await db.select().from(passkey).where(eq(passkey.id, id));
  const { id: _, ...copy } = row!;
  await db
    .insert(passkey)
    .values(Array.from({ length: 19 }, (_, index) => ({ ...copy, credentialId: `${copy.credentialId}-${index}` })));
  expect((await options(dan)).body).toMatchObject({ error: { code: "too_many_passkeys" } });
});
