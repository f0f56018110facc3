import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { accountSite, dana, useAccountSite } from "#tests/fixtures/account-site.ts";
import { session, user } from "../tables.server.ts";

const database = useAccountSite();
const { site, db } = database;

const error = (code: string, message: string, fields?: object) => ({
  error: { code, message, ...(fields ? { fields } : {}) },
});
const invalid = error("invalid_credentials", "Invalid email or password. Please check your credentials and try again.");
const sessions = () => db.select().from(session);

test("passwords are compared in full: a truncated password and one with another ending are rejected", async () => {
  const long = `Aa1${"x".repeat(97)}`;
  await site.visit().post("/api/auth/sign-up/email", { email: dana, password: long });
  await db.update(user).set({ emailVerified: true });
  expect((await site.signIn(dana, undefined, `${long.slice(0, 99)}y`)).status).toBe(401);
  expect((await site.signIn(dana, undefined, long.slice(0, 72))).status).toBe(401);
  expect((await site.signIn(dana, undefined, long)).status).toBe(200);
});

test("signing in with an unverified address creates no session and mails a new link at most every five minutes", async () => {
  await site.signUp();
  const first = await site.signIn();
  expect(first.status).toBe(403);
  expect(first.body).toMatchObject({ error: { code: "verification_mailed_recently" } });
  expect(first.cookies.filter((line) => /session/.test(line))).toEqual([]);
  expect(await site.mails()).toHaveLength(1);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * minuteMs });
  await Promise.all([site.signIn(), site.signIn(), site.signIn()]);
  expect(await site.mails()).toHaveLength(2);
  expect(await sessions()).toEqual([]);

  expect((await site.signIn(dana, undefined, "Wrong-2026")).body).toEqual(invalid);
});

test("a sign-in sets one HttpOnly, SameSite=Lax cookie for thirty days and stores no IP address", async () => {
  await site.member();
  const browser = site.visit();
  const response = await site.signIn(dana, browser);
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ user: { email: dana, emailVerified: true } });
  const [cookie] = response.cookies.filter((line) => !line.includes("Max-Age=0"));
  expect(cookie).toMatch(/^gtmarc_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(response.headers.get("clear-site-data")).toBe('"prefetchCache", "prerenderCache"');
  expect(response.headers.get("cache-control")).toBe("no-store");
  const [row] = await sessions();
  expect(row).toMatchObject({ aal: "aal1", userAgent: "test browser" });
  expect(row!.token.length).toBeGreaterThanOrEqual(32);
  expect(row!.ipHash).toMatch(/^[\w-]{22}$/);
  expect(JSON.stringify(row)).not.toContain("203.0.113.7");
});

test("with an https SITE_URL the cookie has the __Host- prefix", async () => {
  const site = accountSite(database, { SITE_URL: "https://gtmarc.example" });
  await site.member();
  const response = await site.signIn();
  const [cookie] = response.cookies.filter((line) => line.startsWith("__Host-gtmarc_session="));
  expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(cookie).not.toMatch(/domain/i);
});

test("signing in again creates a new session and ends the browser's previous one", async () => {
  await site.member();
  const browser = site.visit();
  await site.signIn(dana, browser);
  const before = browser.jar.get("gtmarc_session")!;
  await site.signIn(dana, browser);
  const after = browser.jar.get("gtmarc_session")!;
  expect(after).not.toBe(before);
  expect(await sessions()).toHaveLength(1);
  const old = await site.visit().get("/api/auth/get-session", { cookie: `gtmarc_session=${before}` });
  expect(old.body).toBeNull();
});

test("a session cookie planted before the sign-in is replaced", async () => {
  await site.member();
  const browser = site.visit();
  browser.jar.set("gtmarc_session", "planted.AAAA");
  await site.signIn(dana, browser);
  expect(browser.jar.get("gtmarc_session")).not.toContain("planted");
});

test("disabling an account ends its session at once and blocks sign-in", async () => {
  await site.member();
  const browser = site.visit();
  await site.signIn(dana, browser);
  await db.update(user).set({ disabledAt: new Date() }).where(eq(user.email, dana));
  expect((await browser.get("/api/auth/get-session")).body).toBeNull();
  const response = await site.signIn();
  expect([response.status, response.body]).toEqual([
    403,
    error("account_disabled", "This account is disabled. Please contact us if you think that this is a mistake."),
  ]);
  expect(response.cookies).toEqual([]);
});

test("only the right password shows that an account is disabled", async () => {
  await site.member();
  await db.update(user).set({ disabledAt: new Date() }).where(eq(user.email, dana));
  const response = await site.signIn(dana, undefined, "Wrong-2026");
  expect([response.status, response.body]).toEqual([401, invalid]);
});

test("an admin without a verified second factor gets the specified message, no cookie and no session", async () => {
  await site.member();
  await db.update(user).set({ isAdmin: true });
  const response = await site.signIn();
  expect(response.status).toBe(403);
  expect(response.body).toEqual(
    error(
      "second_factor_missing",
      "Admin accounts must enable 2FA before signing in. Please set up Two-Factor Authentication in Account Settings.",
    ),
  );
  expect(response.cookies).toEqual([]);
  expect(await sessions()).toEqual([]);
});
