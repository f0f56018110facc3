import { expect, test, vi } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { codeNow, dana, password, tokenIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { session, user } from "../tables.server.ts";
import { findLinkAddress } from "./sign-in-link.server.ts";

const { site, db, pool } = useAccountSite();
const admin = "admin@gtmarc.example";

type Visitor = ReturnType<typeof site.visit>;
const ask = (email = dana, at: Visitor = site.visit(), next?: string) =>
  at.post("/api/auth/sign-in/link", { email, ...(next ? { next } : {}) });
const linkOf = async (to = dana) =>
  /\/auth\/link\?[\w=&;%-]+/.exec(await site.mailText("sign-in-link", to))?.[0]?.replaceAll("&amp;", "&") ?? "";
const tokenOf = async (to = dana) => new URL(await linkOf(to), "http://x").searchParams.get("token") ?? "";
const press = (token: string, at: Visitor = site.visit(), next = "") => at.form("/auth/link", { token, next });

test("the button behind a mailed link signs in once and revokes the account's other links", async () => {
  await site.member();
  await ask();
  const first = await tokenOf();
  await ask();
  const second = await tokenOf();
  expect(first).not.toBe(second);
  const visitor = site.visit();
  const pressed = await press(second, visitor);
  expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/auth"]);
  expect((await visitor.get("/api/auth/get-session")).body).toMatchObject({ user: { email: dana } });
  for (const used of [first, second, "x"]) expect((await press(used)).headers.get("location")).toBe("/auth/link");
  expect(await db.select().from(session)).toHaveLength(1);
});

test("a link expires after 15 minutes", async () => {
  await site.member();
  await ask();
  const token = await tokenOf();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * minuteMs + 1000 });
  expect((await press(token)).headers.get("location")).toBe("/auth/link");
  expect(await db.select().from(session)).toEqual([]);
});

test("the response is the same for known, unknown, disabled and unverified addresses", async () => {
  await site.member();
  await site.signUp("new@northfield.example");
  const answers = [await ask(), await ask("unknown@northfield.example"), await ask("new@northfield.example")];
  await db.update(user).set({ disabledAt: new Date() });
  answers.push(await ask());
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  const mails = await site.mails();
  expect(mails.filter((mail) => mail.startsWith("sign-in-link"))).toEqual([
    `sign-in-link ${dana}`,
    "sign-in-link new@northfield.example",
  ]);
});

test("a link to an unverified account verifies the address, and a stranger's password stays unusable", async () => {
  await site.signUp();
  const verification = tokenIn(await site.mailText("verify-email"), "/auth/verify");
  await ask();
  const owner = site.visit();
  expect((await press(await tokenOf(), owner)).headers.get("location")).toBe("/auth");
  expect((await owner.get("/api/auth/get-session")).body).toMatchObject({ user: { email: dana } });
  expect(await db.select().from(user)).toMatchObject([{ emailVerified: true }]);
  await site.visit().form("/auth/verify", { token: verification });
  expect((await site.signIn()).status).toBe(401);
});

test("a link to a verified account keeps its password", async () => {
  await site.member();
  await ask();
  await press(await tokenOf());
  expect((await site.signIn()).status).toBe(200);
});

test("a link to an account with a second factor leads to the code form", async () => {
  await site.admin();
  await ask(admin);
  const visitor = site.visit();
  const pressed = await press(await tokenOf(admin), visitor, "/admin/users");
  expect(pressed.headers.get("location")).toBe("/auth?step=code&next=%2Fadmin%2Fusers");
  expect(await db.select().from(session)).toEqual([]);
  expect((await site.sendCode(await codeNow(), visitor)).status).toBe(200);
});

test("a safe `next` path is kept through the mail, and another site's URL is dropped", async () => {
  await site.member();
  await ask(dana, site.visit(), "/account?tab=email");
  expect(await linkOf()).toContain("next=%2Faccount%3Ftab%3Demail");
  expect((await press(await tokenOf(), site.visit(), "/account?tab=email")).headers.get("location")).toBe(
    "/auth?next=%2Faccount%3Ftab%3Demail",
  );
  await ask(dana, site.visit(), "//evil.example");
  expect(await linkOf()).not.toContain("evil");
});

const later = (minutes: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * minuteMs + 1000 });
const links = async () => (await site.mails()).filter((mail) => mail === `sign-in-link ${dana}`).length;

test("sign-in links are limited per client and address and do not use up the mails of a password reset", async () => {
  await site.member();
  for (let time = 0; time < 5; time += 1) expect((await ask()).status).toBe(200);
  const limited = await ask();
  expect([limited.status, limited.headers.has("retry-after")]).toEqual([429, true]);
  expect((await ask("lee@northfield.example")).status).toBe(200);
  expect((await site.visit().post("/api/auth/request-password-reset", { email: dana })).status).toBe(200);
  expect(await site.mails()).toContain(`reset-password ${dana}`);
});

test("a new password revokes earlier sign-in links", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  await ask();
  const token = await tokenOf();
  await dan.post("/api/auth/change-password", { currentPassword: password, newPassword: "meridian twenty seven" });
  expect((await press(token)).headers.get("location")).toBe("/auth/link");
});

test("a client that requests links for another person's address does not lock out its owner", async () => {
  await site.member();
  const stranger = site.visit("198.51.100.1");
  for (let time = 0; time < 6; time += 1) await ask(dana, stranger);
  expect((await ask(dana, stranger)).status).toBe(429);
  expect((await ask(dana, site.visit("203.0.113.50"))).status).toBe(200);
  expect((await press(await tokenOf())).headers.get("location")).toBe("/auth");
  const before = await links();
  expect((await ask(dana, site.visit("203.0.113.50"))).status).toBe(200);
  expect(await links()).toBe(before + 1);
  expect((await press(await tokenOf())).headers.get("location")).toBe("/auth");
});

test("many clients cannot flood a mailbox, and its owner has a link that works at any time", async () => {
  await site.member();
  await pool.query("delete from rate_limit");
  for (let time = 0; time < 12; time += 1) {
    for (let client = 0; client < 3; client += 1)
      expect((await ask(dana, site.visit(`198.51.100.${time * 3 + client}`))).status).toBe(200);
    expect(await findLinkAddress({ db, now: new Date() }, await tokenOf())).toBe(dana);
    later(4.9);
  }
  expect(await links()).toBeGreaterThan(5);
  // Five of the mailbox's six, and one per ten minutes.
  expect(await links()).toBeLessThanOrEqual(5 + 6);
});

test("at the limit of a mailbox an unverified account gets no more mails", async () => {
  await site.signUp();
  for (let time = 0; time < 12; time += 1) {
    later(5);
    await ask(dana, site.visit(`198.51.100.${time}`));
  }
  expect((await site.mails()).length).toBeLessThanOrEqual(6);
});
