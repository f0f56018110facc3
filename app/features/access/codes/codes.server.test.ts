import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { user } from "#app/features/accounts/tables.server.ts";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { event } from "#app/features/events/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { firmDates } from "#app/lib/dates/firm-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { requestAccess } from "../access.server.ts";
import { AccessRequest } from "../access.ts";
import { accessDecided, accessGranted } from "../events.ts";
import { revokeGrant } from "../grants/grants.server.ts";
import { moveRequests } from "../requests/deciding.server.ts";
import { resendCode } from "../requests/decisions.server.ts";
import { accessCode, accessRequest, wizardGrant } from "../tables.server.ts";
import { makeCode } from "./code.ts";
import { issueCode, listCodes, redeemCode, revokeCode } from "./codes.server.ts";

const { db, ctx, pool } = useDatabase();
const address = "203.0.113.7";

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32) });
});

const issue = async (email = "dana@northfield.example") => {
  const issued = await issueCode(ctx, { email });
  if (!issued.ok) throw new Error(issued.reason.kind);
  return issued.value;
};
const refused = (reason: object) => ({ ok: false, reason });
const unknown = refused({ kind: "unknown_code" });

test("an issued code is valid for 30 days, bound to its address, and stored only as a keyed hash", async () => {
  const { code, expiresAt, email } = await issue(" Dana@Northfield.example");
  expect(email).toBe("dana@northfield.example");
  expect(expiresAt.getTime() - ctx.now.getTime()).toBe(30 * dayMs);
  const rows = await db.select().from(accessCode);
  expect(rows[0]).toMatchObject({ email: "dana@northfield.example", usedAt: null, revokedAt: null, requestId: null });
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
  expect(await db.select().from(message)).toEqual([]);
});

test("with another SECRET the stored hash matches no code", async () => {
  const { code } = await issue();
  useSettings({ SECRET: "b".repeat(32) });
  const dana = await as(ctx, "dana@northfield.example");
  expect(await redeemCode(dana, { code, address })).toEqual(unknown);
});

test("an issued code is mailed on request", async () => {
  const issued = await issueCode(ctx, { email: "dana@northfield.example", mail: true });
  const [mail] = await db.select().from(message).orderBy(desc(message.id));
  expect(mail).toMatchObject({ kind: "access-code", toAddress: "dana@northfield.example", secret: true });
  expect(mail!.text).toContain(issued.ok && issued.value.code);
  expect(mail!.text).toContain("/verify-access");
  expect(mail!.subject).not.toContain(issued.ok && issued.value.code);
});

test("only admins and the command line can issue, list and revoke", async () => {
  const { id } = await issue();
  for (const who of [
    asAnonymous(ctx),
    await as(ctx, "dana@northfield.example"),
    await asAdmin(ctx, "x@gtmarc.example", "aal1"),
  ]) {
    expect(await issueCode(who, { email: "x@y.example" })).toEqual({ ok: false, reason: { kind: "not_admin" } });
    expect(await listCodes(who)).toEqual({ ok: false, reason: { kind: "not_admin" } });
    expect(await revokeCode(who, { id })).toEqual({ ok: false, reason: { kind: "not_admin" } });
  }
  expect(await issueCode(await asAdmin(ctx), { email: "x@y.example" })).toMatchObject({ ok: true });
});

test("an invalid email address gets no code", async () => {
  for (const email of ["", "dana", "a@b@c.example", "dana@northfield.example\r\nbcc: x@y.example"])
    expect(await issueCode(ctx, { email })).toEqual({ ok: false, reason: { kind: "invalid_email" } });
  expect(await db.select().from(accessCode)).toEqual([]);
});

test("redeeming uses up the code, grants access and notifies later features", async () => {
  const heard: unknown[] = [];
  onEvent(accessGranted, async (_, payload) => void heard.push(payload));
  const { code, id } = await issue();
  const dana = await as(ctx, "dana@northfield.example");
  const typed = ` ${code.toLowerCase().replaceAll("-", " ")}\t`;
  expect(await redeemCode(dana, { code: typed, address })).toEqual({ ok: true, value: { grantedAt: ctx.now } });
  expect(await db.select().from(accessCode)).toMatchObject([{ usedAt: ctx.now, usedBy: dana.actor.userId }]);
  expect(await db.select().from(wizardGrant)).toMatchObject([
    { userId: dana.actor.userId, codeId: id, grantedAt: ctx.now, revokedAt: null },
  ]);
  expect(heard).toEqual([{ userId: dana.actor.userId, email: "dana@northfield.example" }]);
});

test("an anonymous redemption is refused before any other check", async () => {
  const { code } = await issue();
  expect(await redeemCode(asAnonymous(ctx), { code, address })).toEqual(refused({ kind: "sign_in_first" }));
  expect(await redeemCode(ctx, { code, address })).toEqual(refused({ kind: "sign_in_first" }));
});

test("each refusal has its own code", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const others = await issue("lee@harbor.example");
  const own = await issue();
  const revoked = await issue();
  await revokeCode(ctx, { id: revoked.id });
  expect(await redeemCode(dana, { code: makeCode(), address })).toEqual(unknown);
  expect(await redeemCode(dana, { code: "nonsense", address })).toEqual(unknown);
  expect(await redeemCode(dana, { code: revoked.code, address })).toEqual(unknown);
  expect(await redeemCode(dana, { code: others.code, address })).toEqual(refused({ kind: "other_email" }));
  const lastMoment = { ...dana, now: new Date(own.expiresAt.getTime() - 1) };
  expect(await redeemCode({ ...dana, now: own.expiresAt }, { code: own.code, address })).toEqual(
    refused({ kind: "expired" }),
  );
  expect(await redeemCode(lastMoment, { code: own.code, address })).toMatchObject({ ok: true });
  expect(await redeemCode(lastMoment, { code: own.code, address })).toEqual(refused({ kind: "already_used" }));
  expect(await db.select().from(wizardGrant)).toHaveLength(1);
});

test("the address is checked before expiry and use, expiry before use", async () => {
  const { code, expiresAt } = await issue();
  const dana = await as(ctx, "dana@northfield.example");
  const lee = await as(ctx, "lee@harbor.example");
  await redeemCode(dana, { code, address });
  expect(await redeemCode(lee, { code, address })).toEqual(refused({ kind: "other_email" }));
  expect(await redeemCode({ ...lee, now: expiresAt }, { code, address })).toEqual(refused({ kind: "other_email" }));
  expect(await redeemCode({ ...dana, now: expiresAt }, { code, address })).toEqual(refused({ kind: "expired" }));
});

test("after five wrong codes even the right one is refused until the limit resets, and the response says how long to wait", async () => {
  const { code } = await issue();
  const dana = await as(ctx, "dana@northfield.example");
  for (let i = 0; i < 5; i += 1) expect(await redeemCode(dana, { code: makeCode(), address })).toEqual(unknown);
  const soon = later(dana, { seconds: 60 });
  expect(await redeemCode(soon, { code, address: "198.51.100.1" })).toEqual(
    refused({ kind: "too_many", retryAfterSeconds: 14 * 60 }),
  );
  expect(await redeemCode(later(dana, { seconds: 15 * 60 }), { code, address })).toMatchObject({ ok: true });
});

test("the limit is per account: another account at the same address is not affected", async () => {
  const { code } = await issue("lee@harbor.example");
  const dana = await as(ctx, "dana@northfield.example");
  for (let i = 0; i < 6; i += 1) await redeemCode(dana, { code: makeCode(), address });
  expect(await redeemCode(await as(ctx, "lee@harbor.example"), { code, address })).toMatchObject({ ok: true });
});

test("after twenty wrong codes from one client address every account there is limited", async () => {
  for (let person = 0; person < 4; person += 1) {
    const guesser = await as(ctx, `guesser-${person}@harbor.example`);
    for (let i = 0; i < 5; i += 1) expect(await redeemCode(guesser, { code: makeCode(), address })).toEqual(unknown);
  }
  const { code } = await issue();
  const dana = await as(ctx, "dana@northfield.example");
  expect(await redeemCode(dana, { code, address })).toMatchObject(refused({ kind: "too_many" }));
  expect(await redeemCode(dana, { code, address: "198.51.100.1" })).toMatchObject({ ok: true });
});

test("IPv6 addresses of one network share a limit", async () => {
  const guessers = await Promise.all(Array.from({ length: 4 }, (_, i) => as(ctx, `guesser-${i}@harbor.example`)));
  for (const [i, guesser] of guessers.entries())
    for (let n = 0; n < 5; n += 1) await redeemCode(guesser, { code: makeCode(), address: `2001:db8:1:2::${i}${n}` });
  const dana = await as(ctx, "dana@northfield.example");
  const { code } = await issue();
  expect(await redeemCode(dana, { code, address: "2001:db8:1:2:ffff::1" })).toMatchObject(
    refused({ kind: "too_many" }),
  );
  expect(await redeemCode(dana, { code, address: "2001:db8:1:3::1" })).toMatchObject({ ok: true });
});

test("another user's code counts as wrong; the user's own expired or used code does not", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const used = await issue();
  await redeemCode(dana, { code: used.code, address });
  for (let i = 0; i < 8; i += 1)
    expect(await redeemCode(dana, { code: used.code, address })).toEqual(refused({ kind: "already_used" }));
  const others = await issue("lee@harbor.example");
  for (let i = 0; i < 5; i += 1)
    expect(await redeemCode(dana, { code: others.code, address })).toEqual(refused({ kind: "other_email" }));
  expect(await redeemCode(dana, { code: others.code, address })).toMatchObject(refused({ kind: "too_many" }));
});

test("of twenty simultaneous redemptions exactly one succeeds", async () => {
  const { code } = await issue();
  const dana = await as(ctx, "dana@northfield.example");
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeemCode(dana, { code, address })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.reason.kind === "already_used")).toHaveLength(19);
  expect(await db.select().from(wizardGrant)).toHaveLength(1);
});

test("of forty simultaneous guesses five are checked and the others are rate-limited", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const answers = await Promise.all(Array.from({ length: 40 }, () => redeemCode(dana, { code: makeCode(), address })));
  const kinds = answers.map((answer) => (answer.ok ? "granted" : answer.reason.kind));
  expect(kinds.filter((kind) => kind === "unknown_code")).toHaveLength(5);
  expect(kinds.filter((kind) => kind === "too_many")).toHaveLength(35);
});

test("a request is approved automatically when its person redeems a code, or sends it signed in without a delay", async () => {
  const deciders = async () => ({
    rows: (await db.select().from(accessRequest)).map(({ status, decidedBy }) => [status, decidedBy]),
    events: (await db.select().from(event).orderBy(event.id))
      .filter(({ name }) => name === accessDecided.name)
      .map(({ payload }) => accessDecided.sentence(accessDecided.payload.parse(payload), firmDates("UTC"))),
  });
  const dana = await as(ctx, "dana@northfield.example");
  const { code } = await issue();
  const input = AccessRequest.parse({ email: dana.actor.email, company_name: "Northfield" });
  await requestAccess(asAnonymous(ctx), input, 4);
  await redeemCode(dana, { code, address });
  expect(await deciders()).toEqual({ rows: [["approved", null]], events: ["Access approved automatically."] });

  expect(await requestAccess(later(dana, { days: 2 }), input, 0)).toEqual({ ok: true, value: { stored: true } });
  expect(await deciders()).toEqual({
    rows: Array(2).fill(["approved", null]),
    events: Array(2).fill("Access approved automatically."),
  });
});

/** Waits until `count` statements are blocked on a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0].count;
    })
    .toBe(count);

test("a redemption while an admin mails a new code waits for it, and finds its code revoked", async () => {
  const email = "dana@northfield.example";
  const dana = await as(ctx, email);
  await requestAccess(asAnonymous(ctx), AccessRequest.parse({ email, company_name: "Northfield" }));
  const { code } = await issue();
  const [request] = await db.select().from(accessRequest);
  const { resent, redeemed } = await inTransaction(ctx, async (tx) => {
    await takeTurn(tx, "access-request", email);
    const resent = resendCode(ctx, { requestId: request!.id });
    await untilWaiting(1);
    const redeemed = redeemCode(dana, { code, address });
    await untilWaiting(2);
    return { resent, redeemed };
  });
  expect(await resent).toMatchObject({ ok: true });
  expect(await redeemed).toEqual(unknown);
});

test("a redemption while the account moves to another address waits for it, and finds its code moved", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const { userId, email: oldEmail } = dana.actor;
  const newEmail = "dana@harbor.example";
  const { code } = await issue();
  const { redeemed } = await inTransaction(ctx, async (tx) => {
    await tx.db.update(user).set({ email: newEmail }).where(eq(user.id, userId));
    const redeemed = redeemCode(dana, { code, address });
    await untilWaiting(1);
    await moveRequests(tx, { userId, oldEmail, newEmail });
    return { redeemed };
  });
  expect(await redeemed).toEqual(refused({ kind: "other_email" }));
  const moved: typeof dana = { ...dana, actor: { ...dana.actor, email: newEmail } };
  expect(await redeemCode(moved, { code, address })).toMatchObject({ ok: true });
});

test("a user's second code is used up without a second grant; after a revocation it grants access again", async () => {
  const [first, second, third] = [await issue(), await issue(), await issue()];
  const dana = await as(ctx, "dana@northfield.example");
  await redeemCode(dana, { code: first.code, address });
  expect(await redeemCode(dana, { code: second.code, address })).toMatchObject({ ok: true });
  expect(await db.select().from(wizardGrant)).toHaveLength(1);
  await revokeGrant(ctx, { userId: dana.actor.userId });
  expect(await redeemCode(dana, { code: third.code, address })).toMatchObject({ ok: true });
  expect((await db.select().from(wizardGrant)).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
});

test("a revoked code stays revoked, and a used one cannot be revoked", async () => {
  const { id, code } = await issue();
  expect(await revokeCode(ctx, { id })).toEqual({ ok: true, value: undefined });
  expect(await revokeCode(later(ctx, { days: 1 }), { id })).toEqual({ ok: true, value: undefined });
  expect(await db.select().from(accessCode)).toMatchObject([{ revokedAt: ctx.now }]);
  const dana = await as(ctx, "dana@northfield.example");
  expect(await redeemCode(dana, { code, address })).toEqual(unknown);

  const other = await issue();
  await redeemCode(dana, { code: other.code, address });
  expect(await revokeCode(ctx, { id: other.id })).toEqual({ ok: false, reason: { kind: "already_used" } });
  expect(await revokeCode(ctx, { id: "0192f5f0-0000-7000-8000-000000000000" })).toEqual({
    ok: false,
    reason: { kind: "not_found" },
  });
  expect(await revokeCode(ctx, { id: "x" })).toEqual({ ok: false, reason: { kind: "not_found" } });
});

test("the list shows the state of every code, newest first, but not the codes", async () => {
  const used = await issue("used@northfield.example");
  await redeemCode(await as(ctx, "used@northfield.example"), { code: used.code, address });
  const revoked = await issueCode(later(ctx, { seconds: 1 }), { email: "revoked@northfield.example" });
  await revokeCode(ctx, { id: revoked.ok ? revoked.value.id : "" });
  await issueCode(later(ctx, { days: -40 }), { email: "expired@northfield.example" });
  await issueCode(later(ctx, { seconds: 2 }), { email: "unused@northfield.example" });
  const list = await listCodes(ctx);
  expect(list.ok && list.value.map(({ email, status }) => `${email.split("@")[0]} ${status}`)).toEqual([
    "unused unused",
    "revoked revoked",
    "used used",
    "expired expired",
  ]);
  expect(JSON.stringify(list)).not.toContain(used.code);
});
