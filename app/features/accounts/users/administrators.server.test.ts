import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { codeNow, dana, password, totpSecret, useAccountSite } from "#tests/fixtures/account-site.ts";
import { as, asAdmin } from "#tests/fixtures/actors.ts";
import { accountVerified } from "../events.ts";
import { listAdmins } from "../profile/people.server.ts";
import { codeOf, stepAt } from "../second-factor/totp.server.ts";
import { session, twoFactor, user } from "../tables.server.ts";
import { createAdmin, prepareAdmin, revokeAdmin } from "./administrators.server.ts";

const database = useAccountSite();
const { site, db } = database;
const ctx = { ...database.ctx, now: new Date() };
const email = "admin@gtmarc.example";

beforeEach(() => {
  forgetListeners();
});

const person = async (address = email) => (await db.select().from(user).where(eq(user.email, address)))[0];
const refused = (kind: string) => ({ ok: false, reason: { kind } });

test("preparing an admin returns a secret and its URI and writes nothing", async () => {
  const prepared = await prepareAdmin(ctx, { email: " Admin@GTMarc.example ", password });
  expect(prepared).toEqual({
    ok: true,
    value: {
      email,
      exists: false,
      isNamed: false,
      enrollment: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.any(String) },
    },
  });
  expect(await db.select().from(user)).toEqual([]);
  expect(await db.select().from(twoFactor)).toEqual([]);
});

test("a code of the prepared secret creates a verified, protected admin account and is used up", async () => {
  const prepared = await prepareAdmin(ctx, { email, password });
  const { secret, uri } = prepared.ok ? prepared.value.enrollment! : { secret: "", uri: "" };
  expect(await createAdmin(ctx, { email, password, totpSecret: secret, code: "000000" })).toEqual(
    refused("wrong_code"),
  );
  expect(await person()).toBeUndefined();

  const step = stepAt(ctx.now);
  const made = await createAdmin(ctx, { email, password, totpSecret: secret, code: await codeOf(secret, step) });
  const recoveryCodes = Array(10).fill(expect.stringMatching(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/));
  expect(made).toEqual({
    ok: true,
    value: { userId: expect.any(String), created: true, clientName: "GTMarc", otpauthUri: uri, recoveryCodes },
  });
  expect(await person()).toMatchObject({ isAdmin: true, emailVerified: true });
  expect(await db.select().from(twoFactor)).toMatchObject([{ status: "verified", lastStep: step }]);
});

test("unattended, a secret without a code creates an admin, and its current code signs in", async () => {
  const made = await createAdmin(ctx, { email, password, totpSecret: "gezd gnbv gy3t qojq gezd gnbv gy3t qojq" });
  expect(made).toMatchObject({
    ok: true,
    value: { created: true, otpauthUri: expect.stringContaining(`secret=${totpSecret}`) },
  });
  const visitor = site.visit();
  await site.signIn(email, visitor);
  expect((await site.sendCode(await codeNow(), visitor)).status).toBe(200);
});

test("an existing account is promoted and keeps its password and its sessions", async () => {
  await site.member();
  const visitor = site.visit();
  await site.signIn(dana, visitor);
  expect(await createAdmin(ctx, { email: dana, totpSecret })).toMatchObject({ ok: true, value: { created: false } });
  expect(await person(dana)).toMatchObject({ isAdmin: true });
  expect((await visitor.post("/api/rpc/is_admin")).body).toBe(true);
  expect((await site.signIn(dana)).body).toMatchObject({ twoFactorRedirect: true });
});

test("promoting an unverified account verifies its address", async () => {
  const verified: string[] = [];
  onEvent(accountVerified, async (_, event) => void verified.push(event.email));
  await site.signUp();
  await createAdmin(ctx, { email: dana, totpSecret });
  expect(await person(dana)).toMatchObject({ emailVerified: true });
  expect(verified).toEqual([dana]);
});

test("a password given for an existing account replaces the old one and ends its sessions", async () => {
  await site.member();
  await site.signIn();
  await createAdmin(ctx, { email: dana, password: "Replaced-2026", totpSecret });
  expect(await db.select().from(session)).toEqual([]);
  expect((await site.signIn(dana)).status).toBe(401);
  expect((await site.signIn(dana, undefined, "Replaced-2026")).body).toMatchObject({ twoFactorRedirect: true });
});

test("a user with a verified factor needs no new one to become an admin", async () => {
  await site.admin();
  await revokeAdmin(ctx, { email });
  expect(await prepareAdmin(ctx, { email })).toEqual({
    ok: true,
    value: { email, exists: true, isNamed: false, enrollment: null },
  });
  expect(await createAdmin(ctx, { email })).toMatchObject({ ok: true, value: { created: false, otpauthUri: null } });
  expect(await person()).toMatchObject({ isAdmin: true });
});

test("a user without a verified factor cannot become an admin", async () => {
  await site.member();
  expect(await createAdmin(ctx, { email: dana })).toEqual(refused("factor_needed"));
  expect(await createAdmin(ctx, { email, password })).toEqual(refused("factor_needed"));
  expect(await person()).toBeUndefined();
  expect(await person(dana)).toMatchObject({ isAdmin: false });
});

test.each([
  ["bad_email", { email: "admin@", password }],
  ["password_needed", { email }],
  ["weak_password", { email, password: "weak" }],
  ["bad_secret", { email, password, totpSecret: "not base32!" }],
  ["bad_secret", { email, password, totpSecret: "" }],
])("%s is rejected and writes nothing", async (kind, input) => {
  expect(await createAdmin(ctx, input)).toEqual(refused(kind));
  expect(await person()).toBeUndefined();
});

test("a disabled account is not promoted", async () => {
  await site.member();
  await db.update(user).set({ disabledAt: ctx.now });
  expect(await createAdmin(ctx, { email: dana, totpSecret })).toEqual(refused("account_disabled"));
});

test("only the operator can create and revoke admins", async () => {
  const admin = await asAdmin(ctx);
  for (const actor of [admin, await as(ctx, dana)]) {
    expect(await createAdmin(actor, { email, password, totpSecret })).toEqual(refused("not_allowed"));
    expect(await prepareAdmin(actor, { email, password })).toEqual(refused("not_allowed"));
    expect(await revokeAdmin(actor, { email: admin.actor.email })).toEqual(refused("not_allowed"));
  }
});

test("revoking removes the admin right at once, ends the sessions, informs by mail and keeps account and factor", async () => {
  await site.admin();
  const visitor = site.visit();
  await site.signIn(email, visitor);
  await site.sendCode(await codeNow(), visitor);
  expect((await visitor.post("/api/rpc/is_admin")).body).toBe(true);
  expect(await revokeAdmin(ctx, { email })).toMatchObject({ ok: true });
  expect((await visitor.post("/api/rpc/is_admin")).body).toBe(false);
  expect(await db.select().from(session)).toEqual([]);
  expect(await site.mails()).toContain(`admin-removed ${email}`);
  expect(await db.select().from(twoFactor)).toHaveLength(1);
  expect(await revokeAdmin(ctx, { email })).toEqual(refused("not_an_admin"));
  expect(await revokeAdmin(ctx, { email: dana })).toEqual(refused("no_such_account"));
});

test("the name of a new admin is stored in the profile, from which mails to clients take it", async () => {
  const made = await createAdmin(ctx, { email, password, totpSecret, firstName: " Mara  ", lastName: "Voss" });
  expect(made.ok).toBe(true);
  expect(await listAdmins(ctx)).toMatchObject([{ email, name: "Mara Voss" }]);
  expect(await prepareAdmin(ctx, { email })).toMatchObject({ ok: true, value: { isNamed: true } });
  await createAdmin(ctx, { email, totpSecret });
  expect(await listAdmins(ctx)).toMatchObject([{ name: "Mara Voss", clientName: "Mara Voss" }]);
});

test("clients see the firm's name, never an email address, if the admin's profile has no name", async () => {
  const made = await createAdmin(ctx, { email, password, totpSecret, firstName: "  " });
  expect(made).toMatchObject({ value: { clientName: "GTMarc" } });
  expect(await listAdmins(ctx)).toMatchObject([{ name: "admin", clientName: "GTMarc" }]);
  expect(await createAdmin(ctx, { email, totpSecret, lastName: "Voss" })).toMatchObject({
    value: { clientName: "Voss" },
  });
});
