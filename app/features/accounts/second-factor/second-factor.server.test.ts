import { expect, test, vi } from "vitest";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";
import { codeNow, password, totpSecret, useAccountSite } from "#tests/fixtures/account-site.ts";
import { session, twoFactor, user, verification } from "../tables.server.ts";
import { createAdmin, revokeAdmin } from "../users/administrators.server.ts";
import { acceptCode, answerChallenge, isChallengeOpen, openChallenge } from "./codes.server.ts";

const { site, db, ctx } = useAccountSite();
const email = "admin@gtmarc.example";

const wrong = { error: { code: "wrong_code", message: "Invalid verification code. Please try again." } };
const sessions = () => db.select().from(session);
const pending = async () => {
  const visitor = site.visit();
  const answer = await site.signIn(email, visitor);
  expect(answer.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
  return visitor;
};

test("the right password of an account with a factor opens a challenge, not a session", async () => {
  await site.admin();
  const visitor = site.visit();
  const answer = await site.signIn(email, visitor);
  expect(answer.status).toBe(200);
  expect(answer.cookies).toHaveLength(1);
  expect(answer.cookies[0]).toMatch(/^gtmarc_challenge=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await sessions()).toEqual([]);
  expect((await visitor.get("/api/auth/get-session")).body).toBeNull();
});

test("a right code opens a session at aal2 and ends the challenge", async () => {
  await site.admin();
  const visitor = await pending();
  const answer = await site.sendCode(await codeNow(), visitor);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ redirect: false, user: { email } });
  expect(answer.headers.get("clear-site-data")).toBe('"prefetchCache", "prerenderCache"');
  expect([...visitor.jar.keys()]).toEqual(["gtmarc_session", "gtmarc_device"]);
  expect(await sessions()).toMatchObject([{ aal: "aal2", userAgent: "test browser" }]);
  expect((await visitor.get("/api/auth/get-session")).body).toMatchObject({ session: { aal: "aal2" } });
  expect(await db.select().from(verification)).toEqual([]);
});

test.each([-1, 0, 1])("a code %i steps away is accepted", async (steps) => {
  await site.admin();
  expect((await site.sendCode(await codeNow(steps), await pending())).status).toBe(200);
});

test.each([-2, 2])("a code %i steps away is rejected", async (steps) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-02T15:00:10Z") });
  await site.admin();
  expect((await site.sendCode(await codeNow(steps), await pending())).body).toEqual(wrong);
});

test("a code is accepted once: a second sign-in with it is rejected, the next code is accepted", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-02T15:00:10Z") });
  await site.admin();
  const code = await codeNow();
  expect((await site.sendCode(code, await pending())).status).toBe(200);
  expect((await site.sendCode(code, await pending())).body).toEqual(wrong);
  expect((await site.sendCode(await codeNow(-1), await pending())).body).toEqual(wrong);
  expect((await site.sendCode(await codeNow(1), await pending())).status).toBe(200);
});

test("of ten simultaneous requests with one code exactly one signs in", async () => {
  await site.admin();
  const visitors = await Promise.all(Array.from({ length: 10 }, pending));
  const code = await codeNow();
  const answers = await Promise.all(visitors.map((visitor) => site.sendCode(code, visitor)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  expect(await sessions()).toHaveLength(1);
});

test("ten simultaneous requests of one challenge: at most one signs in, and only five are checked", async () => {
  const userId = await site.admin();
  const at = { db, now: new Date() };
  const token = await openChallenge(at, userId);
  const code = await codeNow();
  const answers = await Promise.all(Array.from({ length: 10 }, () => answerChallenge(at, { token, code })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test("five wrong codes end the challenge, even for a right code after them", async () => {
  await site.admin();
  const visitor = await pending();
  for (let answer = 0; answer < 5; answer += 1) expect((await site.sendCode("000000", visitor)).body).toEqual(wrong);
  const sixth = await site.sendCode(await codeNow(), visitor);
  expect(sixth.status).toBe(401);
  expect(sixth.body).toMatchObject({ error: { code: "challenge_over" } });
  expect(visitor.jar.has("gtmarc_challenge")).toBe(false);
  expect(await sessions()).toEqual([]);
  expect((await site.sendCode(await codeNow(), await pending())).status, "the account itself is not locked").toBe(200);
});

test("twenty simultaneous wrong codes share the five attempts", async () => {
  const userId = await site.admin();
  const at = { db, now: new Date() };
  const token = await openChallenge(at, userId);
  const answers = await Promise.all(Array.from({ length: 20 }, () => answerChallenge(at, { token, code: "000000" })));
  const reasons = answers.map((answer) => (answer.ok ? "ok" : answer.reason.kind));
  expect(reasons.filter((reason) => reason === "wrong_code")).toHaveLength(5);
  expect(reasons.filter((reason) => reason === "challenge_over")).toHaveLength(15);
});

test("a challenge expires in ten minutes, is stored as a hash, and cannot be forged", async () => {
  await site.admin();
  const visitor = await pending();
  const token = visitor.jar.get("gtmarc_challenge")!;
  expect(JSON.stringify(await db.select().from(verification))).not.toContain(token);
  expect(await isChallengeOpen({ db, now: new Date() }, token)).toBe(true);
  expect(await isChallengeOpen({ db, now: new Date(Date.now() + 601_000) }, token)).toBe(false);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  expect((await site.sendCode(await codeNow(), visitor)).body).toMatchObject({ error: { code: "challenge_over" } });
  const stranger = site.visit();
  stranger.jar.set("gtmarc_challenge", "made-up");
  expect((await site.sendCode(await codeNow(), stranger)).body).toMatchObject({ error: { code: "challenge_over" } });
  expect((await site.sendCode(await codeNow())).status).toBe(401);
});

test.each(["12345", "1234567", "12345a", "", "１２３４５", "123,456"])(
  "%j is not six digits and does not count as an answer",
  async (code) => {
    await site.admin();
    const visitor = await pending();
    const answer = await site.sendCode(code, visitor);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: { fields: { code: expect.any(String) } } });
    expect(await db.select().from(verification)).toMatchObject([{ attempts: 0 }]);
  },
);

test("a code is accepted in groups, with dashes and with full-width digits", async () => {
  await site.admin();
  const shapes = [
    (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`,
    (code: string) => `${code.slice(0, 3)}\u2011${code.slice(3)}\u00a0`,
    (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  ];
  for (const [step, shaped] of shapes.entries()) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + step * minuteMs });
    expect((await site.sendCode(shaped(await codeNow()), await pending())).status).toBe(200);
  }
});

test("a recovery code is accepted without its dash, with another one and with spaces", async () => {
  const made = await createAdmin(ctx, { email, password, totpSecret });
  const codes = made.ok ? (made.value.recoveryCodes ?? []) : [];
  for (const [index, between] of ["", " ", "\u2013"].entries()) {
    const code = codes[index]!.replace("-", between);
    const answer = await (await pending()).post("/api/auth/two-factor/verify-recovery-code", { code });
    expect(answer.status).toBe(200);
  }
});

test("a code raises an open session to aal2 under a new token", async () => {
  await site.member(email);
  const visitor = site.visit();
  await site.signIn(email, visitor);
  const before = visitor.jar.get("gtmarc_session");
  await createAdmin(ctx, { email, totpSecret });
  expect((await visitor.get("/api/auth/get-session")).body).toMatchObject({ session: { aal: "aal1" } });

  expect((await site.sendCode("000000", visitor)).body).toEqual(wrong);
  expect((await site.sendCode(await codeNow(), visitor)).status).toBe(200);
  expect(visitor.jar.get("gtmarc_session")).not.toBe(before);
  expect((await visitor.get("/api/auth/get-session")).body).toMatchObject({ session: { aal: "aal2" } });
  expect((await site.visit().get("/api/auth/get-session", { cookie: `gtmarc_session=${before}` })).body).toBeNull();
});

test("a recent code gives the open session a new token but does not extend its maximum lifetime", async () => {
  await site.admin();
  const visitor = await pending();
  await site.sendCode(await codeNow(-1), visitor);
  const createdAt = new Date(Date.now() - 29 * dayMs);
  const [first] = await db.update(session).set({ createdAt, factorVerifiedAt: createdAt }).returning();
  const before = visitor.jar.get("gtmarc_session");

  const answer = await site.sendCode(await codeNow(), visitor);
  expect([answer.status, answer.body]).toMatchObject([200, { redirect: false, user: { email } }]);
  expect(visitor.jar.get("gtmarc_session")).not.toBe(before);
  const [renewed, ...more] = await sessions();
  expect(renewed).toMatchObject({ id: first!.id, createdAt, aal: "aal2" });
  expect(Date.now() - renewed!.factorVerifiedAt!.getTime()).toBeLessThan(60_000);
  expect(more).toEqual([]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * dayMs });
  await visitor.get("/api/auth/get-session");
  expect((await visitor.get("/api/auth/get-session")).body).toBeNull();
});

test("wrong codes of one kind do not block a client's other kinds", async () => {
  const made = await createAdmin(ctx, { email, password, totpSecret });
  const { recoveryCodes } = made.ok ? made.value : { recoveryCodes: [] };
  const reset = site.visit();
  const statuses = [];
  for (let time = 0; time < 7; time += 1) {
    await reset.post("/api/auth/request-password-reset", { email: `person-${time}@northfield.example` });
    for (let guess = 0; guess < 5; guess += 1)
      statuses.push((await reset.post("/api/auth/verify-reset-code", { code: "000000" })).status);
  }
  expect(statuses).toEqual([...Array(30).fill(422), ...Array(5).fill(429)]);
  expect((await site.sendCode(await codeNow(), await pending())).status).toBe(200);
  const now = { db, now: new Date() };
  for (let use = 0; use < 30; use += 1) await countUse(now, "second-factor", "203.0.113.7");
  expect((await site.sendCode(await codeNow(1), await pending())).status).toBe(429);
  const recovering = await pending();
  const answer = await recovering.post("/api/auth/two-factor/verify-recovery-code", { code: recoveryCodes![0]! });
  expect(answer.status).toBe(200);
});

test("codes without a pending sign-in are neither checked nor counted", async () => {
  await site.admin();
  for (let time = 0; time < 31; time += 1) expect((await site.sendCode("000000")).status).toBe(401);
  expect((await site.sendCode(await codeNow(), await pending())).status).toBe(200);
});

test("a user without a factor cannot raise the session", async () => {
  await site.member(email);
  const visitor = site.visit();
  await site.signIn(email, visitor);
  expect((await site.sendCode(await codeNow(), visitor)).body).toEqual(wrong);
});

test("a factor is still required after the admin right was revoked", async () => {
  await site.admin();
  await revokeAdmin(ctx, { email });
  const visitor = await pending();
  expect((await site.sendCode(await codeNow(), visitor)).status).toBe(200);
  expect((await visitor.post("/api/rpc/is_admin")).body).toBe(false);
});

test("an account disabled between password and code cannot sign in", async () => {
  await site.admin();
  const visitor = await pending();
  await db.update(user).set({ disabledAt: new Date() });
  expect((await site.sendCode(await codeNow(), visitor)).status).toBe(401);
  expect(await sessions()).toEqual([]);
});

const other = "lee@gtmarc.example";
const guess = async (challenges: number, whose: string, client = "203.0.113.7") => {
  const statuses: number[] = [];
  for (let challenge = 0; challenge < challenges; challenge += 1) {
    const visitor = site.visit(client);
    await site.signIn(whose, visitor);
    for (let answer = 0; answer < 5; answer += 1) statuses.push((await site.sendCode("000000", visitor)).status);
  }
  return statuses;
};

test("after thirty wrong codes over many challenges a client has to wait; others do not", async () => {
  await site.admin();
  await site.admin(other);
  await guess(3, email);
  await guess(3, other);
  const limited = await site.sendCode(await codeNow(), await pending());
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  const elsewhere = site.visit("198.51.100.9");
  await site.signIn(email, elsewhere);
  expect((await site.sendCode(await codeNow(), elsewhere)).status).toBe(200);
});

test("an account is limited to twenty wrong codes an hour over all clients; its recovery codes still work", async () => {
  const made = await createAdmin(ctx, { email, password, totpSecret });
  await site.admin(other);
  const statuses: number[] = [];
  for (let client = 1; client <= 5; client += 1) statuses.push(...(await guess(1, email, `198.51.100.${client}`)));
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);

  const visitor = site.visit("198.51.100.20");
  await site.signIn(email, visitor);
  const limited = await site.sendCode(await codeNow(), visitor);
  expect([limited.status, limited.headers.has("retry-after")]).toEqual([429, true]);
  expect(limited.body).toMatchObject({ error: { message: expect.stringContaining("Use a recovery code") } });
  const [code = ""] = (made.ok && made.value.recoveryCodes) || [];
  expect((await visitor.post("/api/auth/two-factor/verify-recovery-code", { code })).status).toBe(200);

  const lee = site.visit("198.51.100.21");
  await site.signIn(other, lee);
  expect((await site.sendCode(await codeNow(), lee)).status).toBe(200);
});

test("simultaneous guesses at one account share its limit, and right codes are not counted", async () => {
  const userId = await site.admin();
  const at = { db, now: new Date() };
  for (let time = 0; time < 3; time += 1) await acceptCode(at, { userId, code: await codeNow(time - 1) });
  const guesses = Array.from({ length: 40 }, () => acceptCode(at, { userId, code: "000000" }));
  const outcomes = await Promise.allSettled(guesses);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  const late = { db, now: new Date(at.now.getTime() + hourMs) };
  expect(await acceptCode(late, { userId, code: await codeNow(0, late.now) })).toBe(true);
});

test("the secret is stored encrypted", async () => {
  await site.admin();
  const [factor] = await db.select().from(twoFactor);
  expect(factor!.status).toBe("verified");
  expect(factor!.secret).not.toContain(totpSecret);
  expect(factor!.secret.length).toBeGreaterThan(totpSecret.length);
});

test("a wrong password reveals nothing about the factor", async () => {
  await site.admin();
  const answer = await site.signIn(email, undefined, `${password}x`);
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ error: { code: "invalid_credentials" } });
  expect(answer.cookies).toEqual([]);
});
