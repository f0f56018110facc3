import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { startOpenIdServer } from "#tests/fakes/openid-server.ts";
import { codeNow, dana, password, tokenIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { account, session, user } from "../tables.server.ts";
import { listProviders } from "./provider-sign-in.server.ts";

const { site, db } = useAccountSite();
const admin = "admin@gtmarc.example";
const tenant = "11111111-2222-4333-8444-555555555555";
let server: Awaited<ReturnType<typeof startOpenIdServer>>;

beforeAll(async () => {
  server = await startOpenIdServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  useSettings({
    OPENID_TEST_ISSUER: server.origin,
    GOOGLE_CLIENT_ID: "google-client",
    GOOGLE_CLIENT_SECRET: "google-words",
    MICROSOFT_CLIENT_ID: "microsoft-client",
    MICROSOFT_CLIENT_SECRET: "microsoft-words",
  });
});

type Visitor = ReturnType<typeof site.visit>;
type Provider = "google" | "microsoft";

async function start(at: Visitor, provider: Provider = "google", next?: string) {
  const started = await at.post("/api/auth/sign-in/provider", { provider, ...(next ? { next } : {}) });
  expect(started.status).toBe(200);
  const answer = await fetch((started.body as { url: string }).url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  return back.pathname + back.search;
}
async function signInAt(at: Visitor = site.visit(), provider: Provider = "google", next?: string) {
  const finished = await at.get(await start(at, provider, next));
  return finished.headers.get("location");
}
const current = async (at: Visitor) => (await at.get("/api/auth/get-session")).body;
const google = (email = dana, sub = "g-1") => ({ sub, email, email_verified: true, hd: "northfield.example" });

test("only providers with keys in the settings are offered", () => {
  expect(listProviders()).toEqual(["google", "microsoft"]);
  useSettings({ GOOGLE_CLIENT_ID: undefined });
  expect(listProviders()).toEqual(["microsoft"]);
});

test("someone without an account gets one with a verified address and no password", async () => {
  server.logInAs(google());
  const visitor = site.visit();
  expect(await signInAt(visitor, "google", "/account")).toBe("/auth?next=%2Faccount");
  expect(await current(visitor)).toMatchObject({ user: { email: dana } });
  expect(await db.select().from(account)).toMatchObject([{ providerId: "google", accountId: "g-1", password: null }]);
  expect((await site.signIn()).status).toBe(401);
  // The same identity with another address at the provider signs in to the same account.
  server.logInAs(google("dana@elsewhere.example"));
  await signInAt();
  expect(await db.select().from(user)).toMatchObject([{ email: dana, emailVerified: true }]);
});

test("a verified account with the address is connected, audited and notified by mail; the mail's button disconnects", async () => {
  await site.member();
  server.logInAs(google());
  await signInAt();
  expect(await db.$count(account)).toBe(2);
  const [{ id: userId } = { id: "" }] = await db.select().from(user);
  expect(await db.select().from(auditEntry).where(eq(auditEntry.act, "identity.linked"))).toMatchObject([
    { actorKind: "user", actorUserId: userId, subject: userId },
  ]);
  expect((await site.signIn()).status).toBe(200);
  const token = tokenIn(await site.mailText("provider-connected"), "/auth/not-me");
  await site.visit().form("/auth/not-me", { token });
  expect(await db.select().from(account)).toMatchObject([{ providerId: "credential", password: null }]);
});

test("an address that the provider did not verify neither connects nor creates an account", async () => {
  await site.member();
  server.logInAs({ ...google(), email_verified: false });
  expect(await signInAt()).toBe("/auth?notice=provider-not-verified");
  server.logInAs({ ...google(), hd: undefined });
  expect(await signInAt()).toBe("/auth?notice=provider-not-verified");
  server.logInAs({ sub: "m-1", email: dana, tid: tenant });
  expect(await signInAt(site.visit(), "microsoft")).toBe("/auth?notice=provider-not-verified");
  expect(await db.$count(account)).toBe(1);
  expect(await db.select().from(session)).toEqual([]);
});

test("a Microsoft address counts with xms_edov and for personal accounts", async () => {
  server.logInAs({ sub: "m-1", email: dana.toUpperCase(), tid: tenant, xms_edov: true });
  expect(await signInAt(site.visit(), "microsoft")).toBe("/auth");
  server.logInAs({ sub: "m-2", email: "otto@hotmail.example", tid: "9188040d-6c67-4c5b-b112-36a304b66dad" });
  expect(await signInAt(site.visit(), "microsoft")).toBe("/auth");
  expect((await db.select().from(user)).map(({ email }) => email).sort()).toEqual([dana, "otto@hotmail.example"]);
});

test("a Google address counts for Workspace and for Google's own mailboxes", async () => {
  server.logInAs({ ...google("otto@gmail.com"), hd: undefined });
  expect(await signInAt()).toBe("/auth");
  server.logInAs(google(dana, "g-2"));
  expect(await signInAt()).toBe("/auth");
  server.logInAs({ ...google("otto@notgmail.com", "g-3"), hd: undefined });
  expect(await signInAt()).toBe("/auth?notice=provider-not-verified");
  expect((await db.select().from(user)).map(({ email }) => email).sort()).toEqual([dana, "otto@gmail.com"]);
});

test("connecting an unverified account removes a password that someone else may have set", async () => {
  await site.signUp();
  server.logInAs(google());
  await signInAt();
  expect(await db.select().from(user)).toMatchObject([{ emailVerified: true }]);
  expect((await site.signIn()).status).toBe(401);
  expect(await db.$count(account, eq(account.providerId, "credential"))).toBe(0);
});

test("the callback works once, and only in the browser that started the sign-in", async () => {
  server.logInAs(google());
  const victim = site.visit();
  const attacker = site.visit();
  const callback = await start(attacker);
  expect((await victim.get(callback)).headers.get("location")).toBe("/auth?notice=provider-over");
  expect((await attacker.get(callback)).headers.get("location")).toBe("/auth");
  expect((await attacker.get(callback)).headers.get("location")).toBe("/auth?notice=provider-over");
  expect(await current(victim)).toBeNull();
});

test("sign-ins in several tabs of one browser do not end each other, in whatever order they return", async () => {
  server.logInAs(google());
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const browser = site.visit();
    const tabs = [await start(browser, "google", "/account"), await start(browser, "google", "/blueprint")];
    const back = [];
    for (const tab of order) back.push((await browser.get(tabs[tab]!)).headers.get("location"));
    expect(back.sort()).toEqual(["/auth?next=%2Faccount", "/auth?next=%2Fblueprint"]);
    expect(await current(browser)).toMatchObject({ user: { email: dana } });
  }
});

test("first sign-ins of two tabs that end at the same moment create one account and sign both in", async () => {
  server.logInAs(google());
  const tabs = [site.visit(), site.visit(), site.visit()];
  const callbacks = await Promise.all(tabs.map((tab) => start(tab)));
  const back = await Promise.all(tabs.map((tab, at) => tab.get(callbacks[at]!)));
  expect(back.map(({ headers }) => headers.get("location"))).toEqual(["/auth", "/auth", "/auth"]);
  for (const tab of tabs) expect(await current(tab)).toMatchObject({ user: { email: dana } });
  expect(await db.select().from(account)).toMatchObject([{ providerId: "google", accountId: "g-1" }]);
  expect(await db.$count(user)).toBe(1);
  expect(await db.$count(auditEntry, eq(auditEntry.act, "identity.linked"))).toBe(1);
});

test("two providers at the same moment create one account with both", async () => {
  const tabs = [site.visit(), site.visit()] as const;
  server.logInAs(google());
  const first = await start(tabs[0]);
  server.logInAs({ sub: "m-1", email: dana, tid: tenant, xms_edov: true });
  const second = await start(tabs[1], "microsoft");
  const back = await Promise.all([tabs[0].get(first), tabs[1].get(second)]);
  expect(back.map(({ headers }) => headers.get("location"))).toEqual(["/auth", "/auth"]);
  expect((await db.select().from(account)).map(({ providerId }) => providerId).sort()).toEqual(["google", "microsoft"]);
  expect(await db.$count(user)).toBe(1);
});

test("an identity that two tabs connect at the same moment is audited and mailed once", async () => {
  await site.member();
  server.logInAs(google());
  const tabs = [site.visit(), site.visit()];
  const callbacks = await Promise.all(tabs.map((tab) => start(tab)));
  const back = await Promise.all(tabs.map((tab, at) => tab.get(callbacks[at]!)));
  expect(back.map(({ headers }) => headers.get("location"))).toEqual(["/auth", "/auth"]);
  expect(await db.$count(account)).toBe(2);
  expect(await db.$count(auditEntry, eq(auditEntry.act, "identity.linked"))).toBe(1);
  expect(await db.$count(message, eq(message.kind, "provider-connected"))).toBe(1);
});

test("a callback that fails or is canceled leaves the sign-in of the other tab alone", async () => {
  server.logInAs(google());
  const browser = site.visit();
  const [broken, canceled, good] = [
    await start(browser),
    await start(browser),
    await start(browser, "google", "/account"),
  ];
  const state = (callback: string) => new URL(callback, "http://site.example").searchParams.get("state");
  expect((await browser.get(`/auth/callback/google?state=unknown&code=x`)).headers.get("location")).toBe(
    "/auth?notice=provider-over",
  );
  const cancel = `/auth/callback/google?error=access_denied&state=${state(canceled)}`;
  expect((await browser.get(cancel)).headers.get("location")).toBe("/auth?notice=provider-over");
  server.logInAs(google(), { nonce: "other" });
  expect((await browser.get(broken)).headers.get("location")).toBe("/auth?notice=provider-unavailable");
  server.logInAs(google());
  const swapped = good.replace("/google", "/microsoft");
  expect((await site.visit().get(swapped)).headers.get("location")).toBe("/auth?notice=provider-over");
  expect((await browser.get(good)).headers.get("location")).toBe("/auth?next=%2Faccount");
});

test("each of two providers has its own sign-in", async () => {
  const browser = site.visit();
  server.logInAs(google());
  const first = await start(browser, "google");
  server.logInAs({ sub: "m-1", email: dana, tid: tenant, xms_edov: true });
  const second = await start(browser, "microsoft");
  expect((await browser.get(second)).headers.get("location")).toBe("/auth");
  server.logInAs(google());
  expect((await browser.get(first)).headers.get("location")).toBe("/auth");
  expect((await db.select().from(account)).map(({ providerId }) => providerId).sort()).toEqual(["google", "microsoft"]);
});

test("a browser keeps at most five sign-ins, the newest", async () => {
  server.logInAs(google());
  const browser = site.visit();
  const tabs = [];
  for (let tab = 0; tab < 7; tab += 1) tabs.push(await start(browser));
  const back = [];
  for (const tab of tabs) back.push((await browser.get(tab)).headers.get("location"));
  expect(back).toEqual([...Array(2).fill("/auth?notice=provider-over"), ...Array(5).fill("/auth")]);
});

test("an ID token is accepted with a clock difference of up to a minute, and not more", async () => {
  const now = Math.floor(Date.now() / 1000);
  for (const [claims, isAccepted] of [
    [{ exp: now - 45 }, true],
    [{ iat: now + 45, nbf: now + 45, exp: now + 600 }, true],
    [{ exp: now - 75 }, false],
    [{ nbf: now + 75, exp: now + 600 }, false],
  ] as const) {
    server.logInAs(google(), claims);
    expect(await signInAt()).toBe(isAccepted ? "/auth" : "/auth?notice=provider-unavailable");
  }
});

test("an internationalized address of a provider is the account of its ASCII form", async () => {
  server.logInAs(google("Dana@BÜCHER.example"));
  await signInAt();
  expect(await db.select().from(user)).toMatchObject([{ email: "dana@xn--bcher-kva.example" }]);
});

test("a tampered token, a token for another site and one with another nonce are refused", async () => {
  for (const tampered of [{ nonce: "other" }, { aud: "someone-else" }, { iss: "https://evil.example" }, { exp: 1 }]) {
    server.logInAs(google(), tampered);
    expect(await signInAt()).toBe("/auth?notice=provider-unavailable");
  }
  expect(await db.select().from(user)).toEqual([]);
});

test("an answer of a provider of more than 256 kB is refused", async () => {
  server.logInAs(google(), { padding: "x".repeat(200_000) });
  expect(await signInAt()).toBe("/auth?notice=provider-unavailable");
  expect(await db.select().from(user)).toEqual([]);
  server.logInAs(google(), { padding: "x".repeat(150_000) });
  expect(await signInAt()).not.toContain("notice=");
});

test("an account with a second factor still needs its code, and a disabled one is refused", async () => {
  await site.admin();
  server.logInAs(google(admin));
  const visitor = site.visit();
  expect(await signInAt(visitor)).toBe("/auth?step=code");
  expect(await db.select().from(session)).toEqual([]);
  expect((await site.sendCode(await codeNow(), visitor)).status).toBe(200);
  await db.update(user).set({ disabledAt: new Date() });
  expect(await signInAt()).toBe("/auth?notice=account-disabled");
});

test("a user can disconnect their own provider with the password, and not another user's", async () => {
  await site.member();
  server.logInAs(google());
  const dan = site.visit();
  await signInAt(dan);
  const removal = (at: Visitor, word: string) => at.post("/api/auth/providers/google/removal", { password: word });
  await site.member("otto@northfield.example");
  const otto = site.visit();
  await site.signIn("otto@northfield.example", otto);
  expect((await removal(otto, password)).status).toBe(404);
  expect((await removal(site.visit(), password)).status).toBe(401);
  expect((await removal(dan, "Wrong-2026")).status).toBe(422);
  expect((await removal(dan, password)).status).toBe(200);
  expect(await db.$count(account, and(eq(account.providerId, "google")))).toBe(0);
});
