import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { issueCode, redeemCode } from "../codes/codes.server.ts";
import { accessCheckLog } from "../tables.server.ts";
import { checkAccess, hasWizardAccess, readAccess, revokeGrant, sweepCheckLog } from "./grants.server.ts";

const { db, ctx } = useDatabase();
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

const holder = async (email = "dana@northfield.example") => {
  const person = await as(ctx, email);
  const issued = await issueCode(ctx, { email });
  await redeemCode(person, { code: issued.ok ? issued.value.code : "", address: "203.0.113.7" });
  return person;
};
type Person = Awaited<ReturnType<typeof holder>>;
const check = (person: Person, device: string | number, at: Ctx = person) =>
  checkAccess(
    { ...person, now: at.now },
    { userId: person.actor.userId, fingerprint: `device-${device}`, userAgent: "Test/1.0" },
  );
const granted = { ok: true, value: { hasAccess: true, blocked: false, reason: null } };
const blocked = { ok: true, value: { hasAccess: false, blocked: true, reason: "too_many_devices" } };
const denied = { ok: true, value: { hasAccess: false, blocked: false, reason: "no_grant" } };
const log = () => db.select().from(accessCheckLog).orderBy(accessCheckLog.id);

test("a user with a grant has access, and the check is logged without the fingerprint", async () => {
  const dana = await holder();
  expect(await check(dana, 1)).toEqual(granted);
  expect(await log()).toMatchObject([
    { userId: dana.actor.userId, userAgent: "Test/1.0", outcome: "granted", reason: null, at: ctx.now },
  ]);
  expect(JSON.stringify(await log())).not.toContain("device-1");
  expect(await hasWizardAccess(dana, dana.actor.userId)).toBe(true);
});

test("a user without a grant is denied, and that is logged", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  expect(await check(dana, 1)).toEqual(denied);
  expect(await log()).toMatchObject([{ outcome: "denied", reason: "no_grant" }]);
  expect(await hasWizardAccess(dana, dana.actor.userId)).toBe(false);
});

test("the sixth device within 24 hours blocks the account everywhere, the fifth does not", async () => {
  const dana = await holder();
  for (const device of [1, 2, 3, 4, 5]) expect(await check(dana, device)).toEqual(granted);
  expect(await check(dana, 3)).toEqual(granted);
  expect(await hasWizardAccess(dana, dana.actor.userId)).toBe(true);
  expect(await check(dana, 6)).toEqual(blocked);
  expect(await check(dana, 1)).toEqual(blocked);
  expect(await hasWizardAccess(dana, dana.actor.userId)).toBe(false);
  expect(await readAccess(dana, dana.actor.userId)).toEqual(blocked.value);
  expect((await log()).map(({ outcome }) => outcome).slice(-2)).toEqual(["blocked", "blocked"]);
});

test("a block ends a day after the extra devices stop", async () => {
  const dana = await holder();
  for (const device of [1, 2, 3, 4, 5, 6]) await check(dana, device);
  expect(await check(dana, 1, later(ctx, { hours: 23 }))).toEqual(blocked);
  const next = later(ctx, { hours: 24 });
  expect(await hasWizardAccess({ ...dana, now: next.now }, dana.actor.userId)).toBe(true);
  expect(await check(dana, 1, next)).toEqual(granted);
});

test("one user's devices do not block other users", async () => {
  const dana = await holder();
  const lee = await holder("lee@harbor.example");
  for (const device of [1, 2, 3, 4, 5, 6]) await check(dana, device);
  expect(await check(lee, 1)).toEqual(granted);
  const [first, , , , , , last] = await log();
  expect(first!.fingerprintHash).not.toBe(last!.fingerprintHash);
});

test("an admin needs no grant and is never blocked", async () => {
  const admin = await asAdmin(ctx);
  for (let device = 0; device < 8; device += 1) expect(await check(admin, device)).toEqual(granted);
  expect(await hasWizardAccess(admin, admin.actor.userId)).toBe(true);
  expect(await log()).toHaveLength(8);
});

test("an admin's access does not apply to checks of other users", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, "dana@northfield.example");
  expect(await hasWizardAccess(admin, dana.actor.userId)).toBe(false);
});

test("a check needs a session and works only for the user's own access", async () => {
  const dana = await holder();
  const lee = await as(ctx, "lee@harbor.example");
  const input = { userId: dana.actor.userId, fingerprint: "x", userAgent: "x" };
  expect(await checkAccess(lee, input)).toEqual({ ok: false, reason: { kind: "other_user" } });
  expect(await checkAccess(asAnonymous(ctx), input)).toEqual({ ok: false, reason: { kind: "sign_in_first" } });
  expect(await log()).toEqual([]);
});

test("a revoked grant denies access immediately and permanently", async () => {
  const dana = await holder();
  const { userId } = dana.actor;
  expect(await revokeGrant(await asAdmin(ctx), { userId })).toEqual({ ok: true, value: undefined });
  expect(await hasWizardAccess(dana, userId)).toBe(false);
  expect(await check(dana, 1)).toEqual(denied);
  expect(await revokeGrant(ctx, { userId })).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await revokeGrant(ctx, { userId: "x" })).toEqual({ ok: false, reason: { kind: "not_found" } });
});

test("only an admin with a second factor can revoke a grant", async () => {
  const dana = await holder();
  const { userId } = dana.actor;
  for (const who of [asAnonymous(ctx), dana, await asAdmin(ctx, "half@gtmarc.example", "aal1")])
    expect(await revokeGrant(who, { userId })).toEqual({ ok: false, reason: { kind: "not_admin" } });
  expect(await hasWizardAccess(dana, userId)).toBe(true);
});

test("a very long user agent is truncated, not rejected", async () => {
  const dana = await holder();
  await checkAccess(dana, { userId: dana.actor.userId, fingerprint: "f", userAgent: "u".repeat(4000) });
  expect((await log())[0]!.userAgent).toHaveLength(500);
});

test("checks older than 90 days are deleted", async () => {
  const dana = await holder();
  await check(dana, 1);
  await check(dana, 2, later(ctx, { days: 10 }));
  expect(await sweepCheckLog(later(ctx, { days: 95 }))).toBe(1);
  expect(await log()).toHaveLength(1);
});
