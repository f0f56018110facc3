import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { codeNow, dana, digitsIn, password, tokenIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { session, user, verification } from "../tables.server.ts";

const { site, db } = useAccountSite();
const admin = "admin@gtmarc.example";
const fresh = "Meridian-2027";

type Visitor = ReturnType<typeof site.visit>;
const ask = (email = dana, at: Visitor = site.visit()) => at.post("/api/auth/request-password-reset", { email });
const mailed = async (to = dana) => tokenIn(await site.mailText("reset-password", to), "/reset-password");
const set = (token: string, newPassword = fresh) =>
  site.visit().post("/api/auth/reset-password", { token, newPassword });
const later = (minutes: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * minuteMs + 1000 });
const over = { error: { code: "link_not_valid", message: "This link no longer works. Ask for a new one." } };

test("the mailed link sets a new password, ends every session, and sends a notice", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  await ask();
  expect((await set(await mailed())).body).toEqual({
    status: true,
    message: "Your new password is saved. You can sign in now.",
  });
  expect((await dan.get("/api/auth/get-session")).body).toBeNull();
  expect((await site.signIn()).status).toBe(401);
  expect((await site.signIn(dana, undefined, fresh)).status).toBe(200);
  expect(await site.mails()).toContain(`password-changed ${dana}`);
});

test("ASVS 6.3.8: known, unknown and disabled addresses get the same response: text, status and cookie", async () => {
  await site.member();
  await site.member("gone@northfield.example");
  await db.update(user).set({ disabledAt: new Date() }).where(eq(user.email, "gone@northfield.example"));
  const answers = [];
  for (const email of [dana, "unknown@northfield.example", "gone@northfield.example"]) answers.push(await ask(email));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(answers[0]?.body);
    expect(answer.cookies).toEqual([expect.stringMatching(/^gtmarc_reset=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly/)]);
    expect([...answer.headers.keys()].sort()).toEqual([...(answers[0]?.headers.keys() ?? [])].sort());
  }
  expect((await site.mails()).filter((mail) => mail.startsWith("reset-password"))).toEqual([`reset-password ${dana}`]);
});

test("ASVS 6.3.8: wrong codes get the same response, regardless of their number and age", async () => {
  await site.member();
  const known = site.visit();
  const unknown = site.visit();
  await ask(dana, known);
  await ask("unknown@northfield.example", unknown);
  const right = digitsIn(await site.mailText("reset-password"));
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
  const tryAt = async (at: Visitor) => (await at.post("/api/auth/verify-reset-code", { code: wrong })).body;
  for (let round = 0; round < 7; round += 1) expect(await tryAt(unknown)).toEqual(await tryAt(known));
  const [one, other] = [site.visit(), site.visit()];
  await ask(dana, one);
  await ask("unknown@northfield.example", other);
  later(10);
  expect(await tryAt(other)).toEqual(await tryAt(one));
});

test("ASVS 6.4.3: a link can be used once, expires in one hour, and is stored as a hash", async () => {
  await site.member();
  await ask();
  const token = await mailed();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await db.select().from(verification))).not.toContain(token);
  expect((await set(token)).status).toBe(200);
  expect((await set(token, "Another-2028")).body).toEqual(over);
  await ask();
  const second = await mailed();
  later(60);
  expect((await set(second, "Another-2028")).body).toEqual(over);
  expect((await site.signIn(dana, undefined, fresh)).status).toBe(200);
});

test("of ten simultaneous uses of one link exactly one sets a password", async () => {
  await site.member();
  await ask();
  const token = await mailed();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => set(token, `Meridian-20${n}0`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
});

test("ASVS 6.4.3: a reset does not bypass the second factor, and ends pending sign-ins", async () => {
  await site.admin();
  const waiting = site.visit();
  await site.signIn(admin, waiting);
  await ask(admin);
  expect((await set(await mailed(admin))).cookies).toEqual([]);
  expect(await db.select().from(session)).toEqual([]);
  expect((await site.sendCode(await codeNow(), waiting)).body).toMatchObject({ error: { code: "challenge_over" } });
  expect((await site.signIn(admin, site.visit(), fresh)).body).toMatchObject({ twoFactorRedirect: true });
});

test("the code sets a password only in the browser that requested it", async () => {
  await site.member();
  const dan = site.visit();
  await ask(dana, dan);
  const code = digitsIn(await site.mailText("reset-password"));
  expect((await site.visit().post("/api/auth/verify-reset-code", { code })).status).toBe(422);
  const answer = await dan.post("/api/auth/verify-reset-code", { code });
  expect(answer.status).toBe(200);
  expect((await dan.post("/api/auth/verify-reset-code", { code })).status).toBe(422);
  expect((await set((answer.body as { token: string }).token)).status).toBe(200);
});

test("an account that someone else created belongs to the address's owner after a reset", async () => {
  await site.signUp(dana);
  await ask();
  expect((await set(await mailed())).status).toBe(200);
  expect(await db.select().from(user)).toMatchObject([{ email: dana, emailVerified: true }]);
  expect((await site.signIn()).status).toBe(401);
  expect((await site.signIn(dana, undefined, fresh)).status).toBe(200);
});

test.each([
  ["Short1", "Password must be at least 8 characters"],
  ["lowercase1", "Password must contain at least one uppercase letter"],
  ["Password123", "This password is too common. Please choose another."],
])("a reset rejects the password %s and keeps the link valid", async (word, message) => {
  await site.member();
  await ask();
  const token = await mailed();
  expect((await set(token, word)).body).toMatchObject({ error: { fields: { newPassword: message } } });
  expect((await set(token)).status).toBe(200);
});

test("ASVS 6.3.1: resets are limited to five an hour per address and thirty per client, known or not; others are not affected", async () => {
  await site.member();
  for (const email of [dana, "unknown@northfield.example"]) {
    for (let time = 0; time < 5; time += 1) expect((await ask(email)).status).toBe(200);
    const limited = await ask(email);
    expect([limited.status, Number(limited.headers.get("retry-after")) > 3000]).toEqual([429, true]);
  }
  for (let time = 0; time < 18; time += 1) await ask(`someone-${time}@northfield.example`);
  expect((await ask("last@northfield.example")).status).toBe(429);
  expect((await ask("last@northfield.example", site.visit("198.51.100.4"))).status).toBe(200);
});

test("ASVS 4.1.3: rotating the left part of X-Forwarded-For does not give a client more resets", async () => {
  for (let time = 0; time < 30; time += 1)
    await ask(`a-${time}@northfield.example`, site.visit(`10.0.0.${time}, 203.0.113.7`));
  expect((await ask("b@northfield.example", site.visit("10.9.9.9, 203.0.113.7"))).status).toBe(429);
});

test("the link is built from SITE_URL, for every request host", async () => {
  await site.member();
  await site.visit().send("/api/auth/request-password-reset", {
    json: { email: dana },
    headers: { host: "evil.example", origin: "http://evil.example", "x-forwarded-host": "evil.example" },
  });
  const text = await site.mailText("reset-password");
  expect(text).toContain("http://localhost:3000/reset-password?token=");
  expect(text).not.toContain("evil.example");
});

test("after a reset the old password is rejected", async () => {
  await site.member();
  await ask();
  await set(await mailed());
  expect((await site.signIn(dana, undefined, password)).status).toBe(401);
});
