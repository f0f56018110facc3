import { execFileSync } from "node:child_process";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { codeNow, dana, password, tokenIn, totpSecret, useAccountSite } from "#tests/fixtures/account-site.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { recoveryCode, session, twoFactor, user } from "../tables.server.ts";
import { createAdmin } from "../users/administrators.server.ts";
import { finishEnrollment, startEnrollment } from "./factor-enrollment.server.ts";
import { replaceRecoveryCodes } from "./recovery-codes.server.ts";
import { codeOf, stepAt } from "./totp.server.ts";

const database = useAccountSite();
const { site, db, ctx } = database;
const admin = "admin@gtmarc.example";

type Visitor = ReturnType<typeof site.visit>;
type Enrollment = { factorId: string; secret: string; totpURI: string; qr: string[] };
const code = (secret: string, steps = 0) => codeOf(secret, stepAt(new Date()) + steps);
const passing = (minutes: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * minuteMs });

/** A user who was promoted during an open session: an admin without a factor, at aal1. */
async function promoted(): Promise<Visitor> {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  await db.update(user).set({ isAdmin: true }).where(eq(user.email, dana));
  return dan;
}
async function proven(): Promise<Visitor> {
  await site.admin();
  const visitor = site.visit();
  await site.signIn(admin, visitor);
  await site.sendCode(await codeNow(), visitor);
  return visitor;
}
const start = async (at: Visitor) => (await at.post("/api/auth/two-factor/enable", { password })).body as Enrollment;
const finish = (at: Visitor, factorId: string, digits: string) =>
  at.post("/api/auth/two-factor/verify-enrollment", { factorId, code: digits });
async function enrolled(at: Visitor) {
  const { factorId, secret } = await start(at);
  const answer = await finish(at, factorId, await code(secret));
  return { secret, codes: (answer.body as { recoveryCodes: string[] }).recoveryCodes };
}

test("enrollment: password, secret and QR code, first code, ten recovery codes, aal2 under a new token", async () => {
  const dan = await promoted();
  const elsewhere = site.visit();
  await site.signIn(dana, elsewhere);
  await db.update(user).set({ isAdmin: true });
  const { factorId, secret, totpURI, qr } = await start(dan);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpURI).toContain(`secret=${secret}`);
  expect(qr.length).toBeGreaterThan(24);
  expect(qr.every((row) => row.length === qr.length && /^[01]+$/.test(row))).toBe(true);
  expect(await db.select().from(twoFactor)).toMatchObject([{ status: "pending" }]);
  expect((await site.signIn(dana)).body).toMatchObject({ error: { code: "second_factor_missing" } });

  const before = dan.jar.get("gtmarc_session");
  const answer = await finish(dan, factorId, await code(secret));
  const { recoveryCodes } = answer.body as { recoveryCodes: string[] };
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const one of recoveryCodes) expect(one).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
  expect(dan.jar.get("gtmarc_session")).not.toBe(before);
  expect((await dan.get("/api/auth/get-session")).body).toMatchObject({ session: { aal: "aal2" } });
  const old = await site.visit().get("/api/auth/get-session", { cookie: `gtmarc_session=${before}` });
  expect(old.body).toBeNull();
  expect(await db.select().from(session)).toHaveLength(1);
  expect(await site.mails()).toContain(`factor-added ${dana}`);
  expect((await site.signIn(dana)).body).toMatchObject({ twoFactorRedirect: true });
});

test("a code from oathtool enrolls and signs in", async () => {
  const oathtool = (secret: string, at: Date) =>
    execFileSync("oathtool", ["--totp", "-b", secret, "--now", at.toISOString().replace(/\.\d+Z/, "Z")], {
      encoding: "utf8",
    }).trim();
  // Recorded with oathtool 2.6.11, for machines without it.
  expect(await codeOf("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", stepAt(new Date("2026-03-02T15:00:00Z")))).toBe("190029");
  const dan = await promoted();
  const { factorId, secret } = await start(dan);
  let made: string;
  try {
    made = oathtool(secret, new Date());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  expect((await finish(dan, factorId, made)).status).toBe(200);
  passing(1);
  const again = site.visit();
  await site.signIn(dana, again);
  expect((await site.sendCode(oathtool(secret, new Date()), again)).status).toBe(200);
});

test("ASVS 7.5.1: every change of the factor requires the password, and a wrong one counts as a failed sign-in", async () => {
  const dan = await proven();
  const calls: [string, object][] = [
    ["enable", {}],
    ["disable", { code: "123456" }],
    ["generate-recovery-codes", {}],
  ];
  for (const [path, more] of calls) {
    const answer = await dan.post(`/api/auth/two-factor/${path}`, { password: "Wrong-2026", ...more });
    expect([path, answer.status, answer.body]).toEqual([
      path,
      422,
      {
        error: {
          code: "wrong_password",
          message: "Current password is incorrect",
          fields: { password: "Current password is incorrect" },
        },
      },
    ]);
  }
  for (let time = 0; time < 7; time += 1) await dan.post("/api/auth/two-factor/enable", { password: "Wrong-2026" });
  const limited = await dan.post("/api/auth/two-factor/enable", { password });
  expect([limited.status, limited.headers.has("retry-after")]).toEqual([429, true]);
});

test("a wrong first code does not activate the factor; a new start replaces the pending one, which expires after 15 minutes", async () => {
  const dan = await promoted();
  const first = await start(dan);
  expect((await finish(dan, first.factorId, "000000")).body).toMatchObject({
    error: { code: "wrong_code", message: "Invalid verification code. Please try again." },
  });
  const second = await start(dan);
  const lost = {
    error: {
      code: "factor_not_found",
      message: "Factor ID not found. Please restart the enrollment process.",
    },
  };
  expect((await finish(dan, first.factorId, await code(first.secret))).body).toEqual(lost);
  passing(16);
  expect((await finish(dan, second.factorId, await code(second.secret))).body).toEqual(lost);
  expect(await db.select().from(recoveryCode)).toEqual([]);
});

test("a user cannot finish another user's enrollment", async () => {
  const dan = await promoted();
  const { factorId, secret } = await start(dan);
  const other = await proven();
  expect((await finish(other, factorId, await code(secret))).body).toMatchObject({
    error: { code: "factor_not_found" },
  });
});

test("switching apps keeps the old one active until the new one's first code", async () => {
  const visitor = await proven();
  const { factorId, secret } = await start(visitor);
  const waiting = site.visit();
  await site.signIn(admin, waiting);
  expect((await site.sendCode(await codeNow(1), waiting)).status).toBe(200);
  const { factorId: latest, secret: used } = { factorId, secret };
  expect((await finish(visitor, latest, await code(used))).status).toBe(200);
  passing(2);
  const again = site.visit();
  await site.signIn(admin, again);
  expect((await site.sendCode(await codeNow(), again)).status).toBe(401);
  expect((await site.sendCode(await code(used), again)).status).toBe(200);
});

test("a secret that replaces a verified one is activated only with a recent code", async () => {
  const visitor = await proven();
  const { factorId, secret } = await start(visitor);
  passing(12);
  const late = await finish(visitor, factorId, await code(secret));
  expect([late.status, late.body]).toMatchObject([403, { error: { code: "fresh_code_required" } }]);
  expect((await site.sendCode(await codeNow(), visitor)).status).toBe(200);
  expect((await finish(visitor, factorId, await code(secret))).status).toBe(200);
});

test("a session at aal1 of an account with a factor cannot activate a new secret", async () => {
  const dan = await promoted();
  const { factorId, secret } = await start(dan);
  await createAdmin(ctx, { email: dana, totpSecret });
  const answer = await finish(dan, factorId, await code(secret));
  expect([answer.status, answer.body]).toMatchObject([403, { error: { code: "second_factor_required" } }]);
  expect((await site.sendCode(await codeNow(), dan)).status).toBe(200);
});

test("a first enrollment needs no recent code and can take 15 minutes", async () => {
  const dan = await promoted();
  const { factorId, secret } = await start(dan);
  passing(14);
  expect((await finish(dan, factorId, await code(secret))).status).toBe(200);
});

test("disabling requires the password and a code; the session falls back to aal1 under a new token", async () => {
  const visitor = await proven();
  const disable = (digits: string) => visitor.post("/api/auth/two-factor/disable", { password, code: digits });
  expect((await disable("000000")).body).toMatchObject({ error: { code: "wrong_code" } });
  expect((await disable(await codeNow())).body).toMatchObject({ error: { code: "wrong_code" } });
  const before = visitor.jar.get("gtmarc_session");
  expect((await disable(await codeNow(1))).body).toEqual({ status: true });
  expect(visitor.jar.get("gtmarc_session")).not.toBe(before);
  expect((await visitor.get("/api/auth/get-session")).body).toMatchObject({ session: { aal: "aal1" } });
  expect(await db.select().from(twoFactor)).toEqual([]);
  expect(await db.select().from(recoveryCode)).toEqual([]);
  expect(await site.mails()).toContain(`factor-removed ${admin}`);
  expect((await site.signIn(admin)).body).toMatchObject({ error: { code: "second_factor_missing" } });
});

test("a session that has not verified a code cannot change an existing factor", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  await createAdmin(ctx, { email: dana, totpSecret });
  for (const [path, more] of [
    ["enable", {}],
    ["disable", { code: await codeNow() }],
    ["generate-recovery-codes", {}],
  ] as const) {
    const answer = await dan.post(`/api/auth/two-factor/${path}`, { password, ...more });
    expect([path, answer.status, answer.body]).toMatchObject([
      path,
      403,
      { error: { code: "second_factor_required" } },
    ]);
  }
});

test("ASVS 6.5.2: a recovery code signs in once, at aal2, and its owner gets a mail with the number left", async () => {
  const dan = await promoted();
  const { codes } = await enrolled(dan);
  const use = async (one: string) => {
    const visitor = site.visit();
    await site.signIn(dana, visitor);
    return { visitor, answer: await visitor.post("/api/auth/two-factor/verify-recovery-code", { code: one }) };
  };
  const { visitor, answer } = await use(` ${codes[0]?.toLowerCase().replace("-", " ")} `);
  expect(answer.status).toBe(200);
  expect((await visitor.get("/api/auth/get-session")).body).toMatchObject({ session: { aal: "aal2" } });
  expect(await site.mailText("recovery-code-used")).toContain("9 of 10");
  expect((await use(codes[0]!)).answer.body).toMatchObject({ error: { code: "wrong_code" } });
  for (const one of codes.slice(1, 7)) expect((await use(one)).answer.status).toBe(200);
  expect(await site.mailText("recovery-codes-low")).toContain("3 of 10");
});

test("ASVS 6.5.2: of ten simultaneous sign-ins with one recovery code exactly one succeeds", async () => {
  const dan = await promoted();
  const { codes } = await enrolled(dan);
  const visitors = Array.from({ length: 10 }, (_, n) => site.visit(`198.51.100.${n + 1}`));
  for (const visitor of visitors) await site.signIn(dana, visitor);
  const answers = await Promise.all(
    visitors.map((visitor) => visitor.post("/api/auth/two-factor/verify-recovery-code", { code: codes[3]! })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
});

test("wrong recovery codes and app codes share the five attempts of a challenge", async () => {
  const dan = await promoted();
  const { codes } = await enrolled(dan);
  const visitor = site.visit();
  await site.signIn(dana, visitor);
  for (let time = 0; time < 3; time += 1)
    await visitor.post("/api/auth/two-factor/verify-recovery-code", { code: "AAAAA-AAAAA" });
  for (let time = 0; time < 2; time += 1) await site.sendCode("000000", visitor);
  const answer = await visitor.post("/api/auth/two-factor/verify-recovery-code", { code: codes[0]! });
  expect(answer.body).toMatchObject({ error: { code: "challenge_over" } });
});

test("ASVS 6.5.3: recovery codes are stored as salted slow hashes", async () => {
  const dan = await promoted();
  const { codes } = await enrolled(dan);
  const kept = JSON.stringify(await db.select().from(recoveryCode));
  for (const one of codes) {
    expect(kept).not.toContain(one);
    expect(kept).not.toContain(one.replace("-", ""));
  }
  expect(new Set((await db.select().from(recoveryCode)).map(({ salt }) => salt)).size).toBe(1);
});

test("ASVS 6.5.2: a new set replaces the old one", async () => {
  const dan = await promoted();
  const { codes } = await enrolled(dan);
  const answer = await dan.post("/api/auth/two-factor/generate-recovery-codes", { password });
  const renewed = (answer.body as { recoveryCodes: string[] }).recoveryCodes;
  expect(renewed).toHaveLength(10);
  const use = async (one: string) => {
    const visitor = site.visit();
    await site.signIn(dana, visitor);
    return (await visitor.post("/api/auth/two-factor/verify-recovery-code", { code: one })).status;
  };
  expect(await use(codes[0]!)).toBe(401);
  expect(await use(renewed[0]!)).toBe(200);
});

test("only admins can manage a factor", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  for (const path of ["enable", "verify-enrollment", "disable", "generate-recovery-codes"]) {
    expect([path, (await site.visit().post(`/api/auth/two-factor/${path}`, {})).status]).toEqual([path, 401]);
    const answer = await dan.post(`/api/auth/two-factor/${path}`, { password, code: "123456", factorId: "x" });
    expect([path, answer.status]).toEqual([path, 403]);
  }
});

test("the mail about a new factor lets the owner recover the account", async () => {
  const dan = await promoted();
  await enrolled(dan);
  expect(tokenIn(await site.mailText("factor-added"), "/auth/not-me")).toMatch(/^[\w-]{43}$/);
});

test("of two simultaneous first codes one activates the factor, and the other does not remove it", async () => {
  const mine = { ...(await asAdmin(ctx, dana)), now: new Date() };
  const begin = async () => {
    const started = await startEnrollment(mine);
    if (!started.ok) throw new Error(started.reason.kind);
    return { factorId: started.value.factorId, code: await code(started.value.secret) };
  };
  await finishEnrollment(mine, await begin());
  const input = await begin();
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  // The second request waits before its transaction until the first one has committed.
  const late = new Proxy(db, {
    get: (target, name) =>
      name === "transaction"
        ? async (work: Parameters<typeof db.transaction>[0]) => {
            arrived.resolve();
            await released.promise;
            return target.transaction(work);
          }
        : Reflect.get(target, name),
  });
  const second = finishEnrollment({ ...mine, db: late }, input);
  await arrived.promise;
  expect(await finishEnrollment(mine, input)).toMatchObject({ ok: true });
  released.resolve();
  expect(await second).toEqual({ ok: false, reason: { kind: "factor_not_found" } });
  expect(await db.select().from(twoFactor)).toMatchObject([{ id: input.factorId, status: "verified" }]);
  expect(await db.select().from(recoveryCode)).toHaveLength(10);
});

test("simultaneous renewals of the recovery codes result in one set", async () => {
  const userId = await site.admin();
  await replaceRecoveryCodes(ctx, userId);
  const blocker = await database.pool.connect();
  await blocker.query("begin");
  await blocker.query("select 1 from recovery_code for update");
  const renewals = Promise.all(Array.from({ length: 4 }, () => replaceRecoveryCodes(ctx, userId)));
  const waiting =
    "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await database.pool.query(waiting)).rows[0].count).toBe(4);
  await blocker.query("rollback");
  blocker.release();
  await renewals;
  expect(await db.select().from(recoveryCode)).toHaveLength(10);
});
