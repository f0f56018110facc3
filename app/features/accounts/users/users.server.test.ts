import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { system } from "#app/lib/actor.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { openSessionOf, registerListeners } from "#tests/fixtures/user-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { deleteDueAccounts } from "../deletion.server.ts";
import { accountEvents, accountSignedIn } from "../events.ts";
import { putVerifiedFactor } from "../second-factor/codes.server.ts";
import { replaceRecoveryCodes } from "../second-factor/recovery-codes.server.ts";
import { profile, recoveryCode, session, twoFactor, user } from "../tables.server.ts";
import { changeRole, removeFromTeam } from "./roles.server.ts";
import {
  deleteUser,
  disableUser,
  enableUser,
  endUserSessions,
  exportUser,
  resetFactor,
} from "./user-commands.server.ts";
import { readUser } from "./user-detail.server.ts";
import { findUserIds, listUsers } from "./user-list.server.ts";

const { ctx, db } = useDatabase();
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const refused = (kind: string) => ({ ok: false, reason: { kind } });

const dana = async () => (await as(ctx, "dana@northfield.example")).actor.userId;
const rowOf = async (userId: string) => (await db.select().from(user).where(eq(user.id, userId)))[0];
const kindsOfMail = async () => (await db.select({ kind: message.kind }).from(message)).map(({ kind }) => kind);
const actions = async () => (await db.select({ act: auditEntry.act }).from(auditEntry)).map(({ act }) => act);
const activeAdmins = async () =>
  (
    await db
      .select()
      .from(user)
      .where(and(eq(user.isAdmin, true), isNull(user.disabledAt)))
  ).map(({ email }) => email);

test("disabling ends the sessions, enabling allows sign-in again, and repeats change nothing", async () => {
  const admin = await asAdmin(ctx);
  const userId = await dana();
  await openSessionOf(ctx, userId);
  expect(await disableUser(admin, { userId })).toMatchObject({ ok: true });
  expect(await rowOf(userId)).toMatchObject({ disabledAt: ctx.now });
  expect(await db.select().from(session)).toEqual([]);
  expect(await disableUser(later(admin, { hours: 1 }), { userId })).toMatchObject({ ok: true });
  expect(await enableUser(admin, { userId })).toMatchObject({ ok: true });
  expect(await enableUser(admin, { userId })).toMatchObject({ ok: true });
  expect(await rowOf(userId)).toMatchObject({ disabledAt: null });
  expect(await actions()).toEqual(["user.disabled", "user.enabled"]);
});

test("an admin can end one session or all sessions of a user, and other users' sessions continue", async () => {
  const admin = await asAdmin(ctx);
  const userId = await dana();
  const other = (await as(ctx, "max@northfield.example")).actor.userId;
  const first = await openSessionOf(ctx, userId);
  await openSessionOf(ctx, userId);
  const foreign = await openSessionOf(ctx, other);
  expect(await endUserSessions(admin, { userId, sessionId: foreign })).toEqual(refused("not_found"));
  expect(await endUserSessions(admin, { userId, sessionId: first })).toEqual({ ok: true, value: { ended: 1 } });
  expect(await endUserSessions(admin, { userId, sessionId: first })).toEqual(refused("not_found"));
  expect(await endUserSessions(admin, { userId })).toEqual({ ok: true, value: { ended: 1 } });
  expect(await endUserSessions(admin, { userId })).toEqual({ ok: true, value: { ended: 0 } });
  expect((await db.select().from(session)).map(({ id }) => id)).toEqual([foreign]);
});

test("resetting the factor removes it with its codes, ends the sessions and informs by mail", async () => {
  const admin = await asAdmin(ctx);
  const userId = await dana();
  expect(await resetFactor(admin, { userId })).toEqual(refused("no_factor"));
  await putVerifiedFactor(ctx, { userId, secret, lastStep: 1 });
  await replaceRecoveryCodes(ctx, userId);
  await openSessionOf(ctx, userId);
  expect(await resetFactor(admin, { userId })).toMatchObject({ ok: true });
  for (const table of [twoFactor, recoveryCode, session]) expect(await db.select().from(table)).toEqual([]);
  expect(await kindsOfMail()).toEqual(["factor-reset"]);
});

test("a signed-in user becomes an admin and is notified by email; a repeat changes nothing", async () => {
  const admin = await asAdmin(ctx);
  const userId = await dana();
  expect(await changeRole(admin, { userId, role: "admin" })).toEqual(refused("cannot_enroll"));
  await openSessionOf(ctx, userId);
  expect(await changeRole(admin, { userId, role: "admin" })).toMatchObject({ ok: true });
  expect(await changeRole(admin, { userId, role: "admin" })).toMatchObject({ ok: true });
  expect(await rowOf(userId)).toMatchObject({ isAdmin: true });
  expect(await db.select().from(session)).toHaveLength(1);
  expect(await kindsOfMail()).toEqual(["admin-added"]);
  expect(await actions()).toEqual(["role.changed"]);
});

test("a user with a second factor becomes an admin without an open session", async () => {
  const userId = await dana();
  await putVerifiedFactor(ctx, { userId, secret, lastStep: 1 });
  expect(await changeRole(await asAdmin(ctx), { userId, role: "admin" })).toMatchObject({ ok: true });
});

test("a disabled or unconfirmed user does not become an admin", async () => {
  const admin = await asAdmin(ctx);
  const userId = await dana();
  await openSessionOf(ctx, userId);
  await db.update(user).set({ emailVerified: false }).where(eq(user.id, userId));
  expect(await changeRole(admin, { userId, role: "admin" })).toEqual(refused("not_verified"));
  await db.update(user).set({ emailVerified: true, disabledAt: ctx.now }).where(eq(user.id, userId));
  expect(await changeRole(admin, { userId, role: "admin" })).toEqual(refused("account_disabled"));
  expect(await kindsOfMail()).toEqual([]);
});

test("removing the admin right ends the sessions, keeps the factor and informs by mail", async () => {
  const admin = await asAdmin(ctx);
  const { userId } = (await asAdmin(ctx, "second@gtmarc.example")).actor;
  await putVerifiedFactor(ctx, { userId, secret, lastStep: 1 });
  await openSessionOf(ctx, userId);
  expect(await removeFromTeam(admin, { userId })).toMatchObject({ ok: true });
  expect(await rowOf(userId)).toMatchObject({ isAdmin: false });
  expect(await db.select().from(session)).toEqual([]);
  expect(await db.select().from(twoFactor)).toHaveLength(1);
  expect(await kindsOfMail()).toEqual(["admin-removed"]);
  expect(await removeFromTeam(admin, { userId })).toEqual(refused("not_in_team"));
});

test("no command works on the admin's own account, so the last admin stays", async () => {
  const admin = await asAdmin(ctx);
  const { userId, email } = admin.actor;
  await putVerifiedFactor(ctx, { userId, secret, lastStep: 1 });
  for (const result of [
    await disableUser(admin, { userId }),
    await enableUser(admin, { userId }),
    await endUserSessions(admin, { userId }),
    await resetFactor(admin, { userId }),
    await changeRole(admin, { userId, role: "admin" }),
    await removeFromTeam(admin, { userId }),
    await exportUser(admin, { userId }),
    await deleteUser(admin, { userId, email }),
  ])
    expect(result).toEqual(refused("own_account"));
  expect(await activeAdmins()).toEqual([email]);
  expect(await actions()).toEqual([]);
});

test.each<[string, (who: Ctx, userId: string) => Promise<unknown>]>([
  ["remove", (who, userId) => removeFromTeam(who, { userId })],
  ["disable", (who, userId) => disableUser(who, { userId })],
])("of two admins who simultaneously %s each other exactly one succeeds", async (_what, command) => {
  for (let round = 0; round < 5; round += 1) {
    const first = await asAdmin(ctx, `first-${round}@gtmarc.example`);
    const second = await asAdmin(ctx, `second-${round}@gtmarc.example`);
    const results = (await Promise.all([command(first, second.actor.userId), command(second, first.actor.userId)])) as {
      ok: boolean;
    }[];
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results).toContainEqual(refused("not_admin"));
    const left = await activeAdmins();
    expect(left).toHaveLength(1);
    await db.update(user).set({ isAdmin: false });
  }
});

test("of three admins who remove each other in a circle one remains", async () => {
  const admins = await Promise.all(["a", "b", "c"].map((name) => asAdmin(ctx, `${name}@gtmarc.example`)));
  const next = (index: number) => admins[(index + 1) % admins.length]!.actor.userId;
  await Promise.all(admins.map((admin, index) => removeFromTeam(admin, { userId: next(index) })));
  expect((await activeAdmins()).length).toBeGreaterThanOrEqual(1);
});

test("two admins who delete the same user at once: one deletes, the other gets not_found", async () => {
  registerListeners();
  const [first, second] = [await asAdmin(ctx), await asAdmin(ctx, "second@gtmarc.example")];
  const of = { userId: await dana(), email: "dana@northfield.example" };
  const results = await Promise.all([deleteUser(first, of), deleteUser(second, of)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results).toContainEqual(refused("not_found"));
  expect(await actions()).toEqual(["account.deleted"]);
});

test("deleting needs the address of the account and refuses admins", async () => {
  registerListeners();
  const admin = await asAdmin(ctx);
  const userId = await dana();
  expect(await deleteUser(admin, { userId, email: "max@northfield.example" })).toEqual(refused("email_mismatch"));
  const other = (await asAdmin(ctx, "second@gtmarc.example")).actor;
  expect(await deleteUser(admin, other)).toEqual(refused("admin_account"));
  expect(await rowOf(userId)).toBeDefined();
  expect(await deleteUser(admin, { userId, email: " Dana@Northfield.example " })).toMatchObject({ ok: true });
  expect(await rowOf(userId)).toBeUndefined();
});

test("roles, exports, deletion and a factor reset need a recent code", async () => {
  const admin = later(await asAdmin(ctx), { seconds: 601 });
  const userId = await dana();
  for (const result of [
    await changeRole(admin, { userId, role: "admin" }),
    await removeFromTeam(admin, { userId }),
    await exportUser(admin, { userId }),
    await deleteUser(admin, { userId, email: "dana@northfield.example" }),
    await resetFactor(admin, { userId }),
  ])
    expect(result).toEqual(refused("fresh_code_required"));
  expect(await actions()).toEqual([]);
});

test("disabling or enabling an admin needs a recent code, as a change of roles does", async () => {
  const other = await asAdmin(ctx, "second@gtmarc.example");
  const admin = await asAdmin(ctx);
  const { userId } = other.actor;
  const stale = later(admin, { seconds: 601 });
  expect(await disableUser(stale, { userId })).toEqual(refused("fresh_code_required"));
  expect(await disableUser(admin, { userId })).toMatchObject({ ok: true });
  expect(await enableUser(stale, { userId })).toEqual(refused("fresh_code_required"));
  expect(await disableUser(stale, { userId: await dana() })).toMatchObject({ ok: true });
});

test("a user with a scheduled deletion is not deleted while they are an admin", async () => {
  const admin = await asAdmin(ctx);
  const userId = await dana();
  await openSessionOf(ctx, userId);
  await db.update(user).set({ deletionDueAt: ctx.now }).where(eq(user.id, userId));
  await changeRole(admin, { userId, role: "admin" });
  expect(await deleteDueAccounts(ctx)).toBe(0);
  await removeFromTeam(admin, { userId });
  expect(await deleteDueAccounts(ctx)).toBe(1);
});

test("a former admin is refused even if the session was read as an admin's", async () => {
  const admin = await asAdmin(ctx);
  await db.update(user).set({ isAdmin: false }).where(eq(user.id, admin.actor.userId));
  expect(await disableUser(admin, { userId: await dana() })).toEqual(refused("not_admin"));
});

test("the operator can remove every admin", async () => {
  const { userId } = (await asAdmin(ctx)).actor;
  expect(await removeFromTeam({ ...ctx, actor: system }, { userId })).toMatchObject({ ok: true });
  expect(await activeAdmins()).toEqual([]);
});

test("invalid and unknown ids are not found", async () => {
  const admin = await asAdmin(ctx);
  for (const userId of ["unknown", "018f0000-0000-7000-8000-000000000001"]) {
    expect(await disableUser(admin, { userId })).toEqual(refused("not_found"));
    expect(await readUser(admin, userId)).toEqual(refused("not_found"));
  }
});

test("users are found by parts of address, name and company, by state, and page by page", async () => {
  const admin = await asAdmin(ctx);
  const userId = await dana();
  await db.insert(profile).values({
    authUserId: userId,
    workEmail: "d@x.example",
    firstName: "Dana",
    lastName: "Reed",
    companyName: "North",
  });
  const disabled = (await as(ctx, "max@field.example")).actor.userId;
  await db.update(user).set({ disabledAt: ctx.now, emailVerified: false }).where(eq(user.id, disabled));
  await putVerifiedFactor(ctx, { userId: admin.actor.userId, secret, lastStep: 1 });
  const found = async (query: Partial<Parameters<typeof listUsers>[1]>) =>
    value(await listUsers(admin, { filter: "all", search: "", ...query })).rows.map(({ email }) => email);
  expect(await found({})).toHaveLength(3);
  for (const search of ["NORTHFIELD", "ana ree", "north", "Reed"])
    expect(await found({ search }), search).toEqual(["dana@northfield.example"]);
  expect(await found({ search: "100%" })).toEqual([]);
  for (const search of ["da", "RE", "no"]) expect(await found({ search }), search).toEqual(["dana@northfield.example"]);
  expect(await found({ search: "th" })).toEqual([]);
  expect(await found({ filter: "admin" })).toEqual(["admin@gtmarc.example"]);
  expect(await found({ filter: "second-factor" })).toEqual(["admin@gtmarc.example"]);
  expect(await found({ filter: "disabled" })).toEqual(["max@field.example"]);
  expect(await found({ filter: "unconfirmed", search: "field" })).toEqual(["max@field.example"]);
  expect(await findUserIds(ctx, "reed")).toEqual([userId]);

  for (let number = 0; number < 60; number += 1) await as(ctx, `user-${number}@many.example`);
  const first = value(await listUsers(admin, { filter: "all", search: "many" }));
  const second = value(await listUsers(admin, { filter: "all", search: "many", after: first.next }));
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
});

test("the list and the user's page show the last sign-in of a user without an open session", async () => {
  const admin = await asAdmin(ctx);
  const userId = await dana();
  const email = "dana@northfield.example";
  const earlier = later(ctx, { days: -3 });
  registerConsumers({ consumers: [], events: accountEvents });
  for (const at of [later(ctx, { days: -9 }), earlier])
    await inTransaction(at, (tx) => publish(tx, accountSignedIn, { userId, email }));
  const rowOfDana = async () =>
    value(await listUsers(admin, { filter: "all", search: "" })).rows.find((row) => row.id === userId);
  expect(await rowOfDana()).toMatchObject({ lastSeenAt: null, lastSignInAt: earlier.now });
  const detail = value(await readUser(admin, userId));
  expect([detail.sessions, detail.signIns[0]]).toEqual([[], earlier.now]);
  await openSessionOf(ctx, userId);
  expect((await rowOfDana())?.lastSeenAt).not.toBeNull();
});

test("a user's page shows sessions with device and assurance level, and no token", async () => {
  const admin = await asAdmin(ctx);
  const userId = await dana();
  await openSessionOf(ctx, userId, "secret-token");
  const detail = value(await readUser(admin, userId));
  expect(detail).toMatchObject({
    email: "dana@northfield.example",
    factor: null,
    sessions: [{ device: "Firefox on Linux", aal: "aal1" }],
  });
  expect(JSON.stringify(detail)).not.toContain("secret-token");
  expect(await readUser(await as(ctx, "max@northfield.example"), userId)).toEqual(refused("not_admin"));
});
