import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { system } from "#app/lib/actor.ts";
import { isAdminRole, type Role } from "#app/lib/rights.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAnonymous, asRole, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { newAuthenticator } from "#tests/fixtures/authenticator.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { signInByPasskey, startPasskeySignIn } from "../passkeys/passkey-sign-in.server.ts";
import { putVerifiedFactor } from "../second-factor/codes.server.ts";
import { codeOf, stepAt } from "../second-factor/totp.server.ts";
import { account, passkey, session, teamInvitation, user, verification } from "../tables.server.ts";
import { createAdmin } from "./administrators.server.ts";
import { changeRole, removeFromTeam } from "./roles.server.ts";
import { completeSetup, findSetup, makeSetupLink } from "./setup-link.server.ts";
import { acceptTeamInvitation, findInvitation, inviteToTeam, readTeam, withdrawTeamInvitation } from "./team.server.ts";
import { disableUser } from "./user-commands.server.ts";

const { ctx, db } = useDatabase();
const client = { address: "203.0.113.1", userAgent: "Firefox", device: undefined, verifyRequest: undefined };
const email = "mara@gtmarc.example";
const person = { firstName: "Mara", lastName: "Voss", password: "Quiet-Harbor-42" };
const refused = (kind: string) => ({ ok: false, reason: { kind } });
const anyone = () => asAnonymous(ctx);

beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "http://localhost:3000" });
});

const setupToken = async () =>
  new URL(value(await makeSetupLink({ ...ctx, actor: system })).url).searchParams.get("token")!;
async function setupInput(token: string) {
  const setup = await findSetup(ctx, token);
  if (setup.state !== "open") throw new Error(setup.state);
  return { token, email, ...person, code: await codeOf(setup.enrollment.secret, stepAt(ctx.now)) };
}
async function invited(role: Role, who?: Ctx) {
  value(await inviteToTeam(who ?? (await asRole(ctx, "owner")), { email, role }));
  const mails = await db.select().from(message).where(eq(message.kind, "team-invitation"));
  return /invitation\?token=([\w-]+)/.exec(mails.at(-1)!.text)![1]!;
}
const roleIn = async (userId: string) =>
  (await db.select({ role: user.role, isAdmin: user.isAdmin }).from(user).where(eq(user.id, userId)))[0];

test("a set-up link makes the owner once, signed in with a second factor", async () => {
  const token = await setupToken();
  const first = await findSetup(ctx, token);
  expect(await findSetup(ctx, token)).toEqual(first);
  const input = await setupInput(token);
  expect(await completeSetup(anyone(), { ...input, code: "000000" }, client)).toEqual(refused("wrong_code"));
  expect(await completeSetup(anyone(), { ...input, password: "Password1" }, client)).toEqual(
    refused("common_password"),
  );
  expect(await db.select().from(user)).toEqual([]);
  const { recoveryCodes, session: opened } = value(await completeSetup(anyone(), input, client));
  expect(recoveryCodes).toHaveLength(10);
  expect(await roleIn(opened.user.id)).toEqual({ role: "owner", isAdmin: true });
  expect(await db.select({ aal: session.aal }).from(session)).toEqual([{ aal: "aal2" }]);
  expect(await db.select().from(auditEntry)).toMatchObject([
    { act: "admin.created", actorKind: "user", actorUserId: opened.user.id, subject: opened.user.id },
  ]);
  expect(await completeSetup(anyone(), input, client)).toEqual(refused("already_set_up"));
  expect(await findSetup(ctx, token)).toEqual({ state: "done" });
  expect(await makeSetupLink({ ...ctx, actor: system })).toEqual(refused("already_set_up"));
});

test("the owner can have a passkey instead of a password, made for this link", async () => {
  const token = await setupToken();
  const setup = await findSetup(ctx, token);
  if (setup.state !== "open") throw new Error(setup.state);
  const { password: _, ...input } = await setupInput(token);
  const device = newAuthenticator();
  expect(await completeSetup(anyone(), input, client)).toEqual(refused("password_needed"));
  const others = device.create({ challenge: Buffer.alloc(32).toString("base64url") });
  expect(await completeSetup(anyone(), { ...input, passkey: others }, client)).toEqual(refused("not_verified"));
  const foreign = newAuthenticator({ origin: "https://phish.example" }).create(setup.passkey!);
  expect(await completeSetup(anyone(), { ...input, passkey: foreign }, client)).toEqual(refused("not_verified"));
  expect(await db.select().from(user)).toEqual([]);
  const own = device.create(setup.passkey!);
  const { recoveryCodes, session: opened } = value(await completeSetup(anyone(), { ...input, passkey: own }, client));
  expect([opened.user.email, recoveryCodes?.length]).toEqual([email, 10]);
  expect(await db.select().from(account)).toEqual([]);
  expect(await db.select().from(passkey)).toMatchObject([{ userId: opened.user.id, name: "Made on joining" }]);
  const { challenge } = value(await startPasskeySignIn(anyone(), client));
  const signedIn = value(await signInByPasskey(anyone(), { response: device.get({ challenge }) as never }, client));
  expect(signedIn).toMatchObject({ session: { user: { email } } });
  expect(await db.select({ aal: session.aal }).from(session)).toEqual([{ aal: "aal2" }, { aal: "aal2" }]);
});

test("a passkey of an invited person removes the password that a stranger set for the address", async () => {
  const stranger = await as(ctx, email);
  await db.update(user).set({ emailVerified: false }).where(eq(user.id, stranger.actor.userId));
  const token = await invited("sales");
  const { enrollment, passkey: options } = (await findInvitation(anyone(), token))!;
  const code = await codeOf(enrollment!.secret, stepAt(ctx.now));
  const { password: _, ...named } = person;
  const joins = { token, ...named, code, passkey: newAuthenticator().create(options!) };
  expect(await acceptTeamInvitation(anyone(), joins, client)).toMatchObject({ ok: true });
  expect(await db.select().from(account).where(eq(account.userId, stranger.actor.userId))).toEqual([]);
  const open = await db.select({ aal: session.aal }).from(session).where(eq(session.userId, stranger.actor.userId));
  expect(open).toEqual([{ aal: "aal2" }]);
});

test("the token of a set-up link is stored as a hash and expires after 24 hours", async () => {
  const token = await setupToken();
  expect(JSON.stringify(await db.select().from(verification))).not.toContain(token);
  expect(await findSetup(later(ctx, { seconds: 86_399 }), token)).toMatchObject({ state: "open" });
  expect(await findSetup(later(ctx, { seconds: 86_401 }), token)).toEqual({ state: "no-link" });
  expect(await findSetup(ctx, "")).toEqual({ state: "no-link" });
});

test.each(["one link", "two links"])("of two browsers with %s one makes the owner", async (links) => {
  const token = await setupToken();
  const other = links === "one link" ? token : await setupToken();
  const inputs = [await setupInput(token), { ...(await setupInput(other)), email: "other@gtmarc.example" }];
  const outcomes = await Promise.all(inputs.map((input) => completeSetup(anyone(), input, client)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db.select().from(user).where(eq(user.isAdmin, true))).toHaveLength(1);
  expect(await db.select().from(user)).toHaveLength(1);
});

test.each(["sales", "admin", "viewer"] as const)(
  "an invited person joins as %s with an authenticator",
  async (role) => {
    const token = await invited(role);
    const invitation = (await findInvitation(anyone(), token))!;
    expect(invitation).toMatchObject({ email, role, asks: "join" });
    const code = await codeOf(invitation.enrollment!.secret, stepAt(ctx.now));
    expect(await acceptTeamInvitation(anyone(), { token, ...person }, client)).toEqual(refused("wrong_code"));
    const joins = { token, ...person, code };
    const outcomes = await Promise.all([1, 2].map(() => acceptTeamInvitation(anyone(), joins, client)));
    const joined = value(outcomes.find(({ ok }) => ok)!) as { session: { user: { id: string } } };
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await roleIn(joined.session.user.id)).toEqual({ role, isAdmin: isAdminRole(role) });
    expect(await acceptTeamInvitation(anyone(), joins, client)).toEqual(refused("link_not_valid"));
    const entries = await db.select().from(auditEntry);
    expect(entries.map(({ act }) => act)).toEqual(["member.invited", "member.joined"]);
    expect(entries[1]).toMatchObject({ actorKind: "user", actorUserId: entries[1]!.subject });
  },
);

test("a link alone does not open an existing account; its owner accepts with an authenticator", async () => {
  const token = await invited("finance");
  const mara = await as(ctx, email);
  expect(await findInvitation(anyone(), token)).toMatchObject({ asks: "sign-in", enrollment: null });
  expect(await acceptTeamInvitation(anyone(), { token, ...person }, client)).toEqual(refused("sign_in_first"));
  const own = (await findInvitation(mara, token))!;
  expect(own.asks).toBe("authenticator");
  const code = await codeOf(own.enrollment!.secret, stepAt(ctx.now));
  expect(await acceptTeamInvitation(mara, { token, code }, client)).toMatchObject({ ok: true });
  expect(await roleIn(mara.actor.userId)).toEqual({ role: "finance", isAdmin: false });
});

test("a person with an authenticator accepts in a session that has passed it", async () => {
  const token = await invited("sales");
  const mara = await as(ctx, email);
  await putVerifiedFactor(ctx, { userId: mara.actor.userId, secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", lastStep: 1 });
  expect(await acceptTeamInvitation(mara, { token }, client)).toEqual(refused("code_first"));
  const proven = { ...mara, actor: { ...mara.actor, aal: "aal2" as const } };
  expect(await acceptTeamInvitation(proven, { token }, client)).toMatchObject({ ok: true });
});

test("the team says which authenticators work, are missing or were encrypted with another SECRET", async () => {
  const owner = await asRole(ctx, "owner");
  const factors = async () => value(await readTeam(owner)).members.map(({ factor }) => factor);
  expect(await factors()).toEqual(["none"]);
  await putVerifiedFactor(ctx, { userId: owner.actor.userId, secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", lastStep: 0 });
  expect(await factors()).toEqual(["working"]);
  useSettings({ SECRET: "another-secret-of-at-least-thirty-two-chars", SITE_URL: "http://localhost:3000" });
  expect(await factors()).toEqual(["unreadable"]);
});

test("an invitation expires, is withdrawn, and a renewed one ends the earlier link", async () => {
  const owner = await asRole(ctx, "owner");
  const token = await invited("sales", owner);
  expect(await findInvitation(later(anyone(), { days: 7, seconds: 1 }), token)).toBeNull();
  const renewed = await invited("viewer", owner);
  expect(await findInvitation(anyone(), token)).toBeNull();
  expect(await findInvitation(anyone(), renewed)).toMatchObject({ role: "viewer" });
  const [row] = await db.select().from(teamInvitation);
  value(await withdrawTeamInvitation(owner, { invitationId: row!.id }));
  expect(await findInvitation(anyone(), renewed)).toBeNull();
  expect(value(await readTeam(owner)).invitations).toEqual([]);
});

test("invitations need a recent code, and only owners invite owners", async () => {
  const admin = await asRole(ctx, "admin");
  expect(await inviteToTeam(later(admin, { seconds: 601 }), { email, role: "sales" })).toEqual(
    refused("fresh_code_required"),
  );
  expect(await inviteToTeam(admin, { email, role: "owner" })).toEqual(refused("owner_only"));
  expect(await inviteToTeam(admin, { email: admin.actor.email, role: "sales" })).toEqual(refused("in_team"));
  expect(await db.select().from(message)).toEqual([]);
});

test.each([
  ["removed", (who: Ctx, userId: string) => removeFromTeam(who, { userId })],
  ["made an admin", (who: Ctx, userId: string) => changeRole(who, { userId, role: "admin" })],
  ["disabled", (who: Ctx, userId: string) => disableUser(who, { userId })],
] as const)("the invitations of an owner who is %s end", async (_, change) => {
  const [owner, other] = [await asRole(ctx, "owner"), await asRole(ctx, "owner", "two@gtmarc.example")];
  const token = await invited("owner", other);
  value(await change(owner, other.actor.userId));
  expect(await findInvitation(anyone(), token)).toBeNull();
  expect(value(await readTeam(owner)).invitations).toEqual([]);
});

test("an admin cannot change, disable or remove an owner", async () => {
  const [owner, admin] = [await asRole(ctx, "owner"), await asRole(ctx, "admin")];
  const { userId } = owner.actor;
  expect(await changeRole(admin, { userId, role: "viewer" })).toEqual(refused("owner_only"));
  expect(await removeFromTeam(admin, { userId })).toEqual(refused("owner_only"));
  expect(await disableUser(admin, { userId })).toEqual(refused("owner_only"));
  expect(await changeRole(owner, { userId, role: "viewer" })).toEqual(refused("own_account"));
  expect(await roleIn(userId)).toEqual({ role: "owner", isAdmin: true });
});

test.each([
  ["remove", (who: Ctx, userId: string) => removeFromTeam(who, { userId })],
  ["downgrade", (who: Ctx, userId: string) => changeRole(who, { userId, role: "sales" })],
  ["make an admin of", (who: Ctx, userId: string) => changeRole(who, { userId, role: "admin" })],
] as const)("of two owners who %s each other at once one stays an owner", async (_, change) => {
  const [one, other] = [
    await asRole(ctx, "owner", "one@gtmarc.example"),
    await asRole(ctx, "owner", "two@gtmarc.example"),
  ];
  for (const { actor } of [one, other])
    await putVerifiedFactor(ctx, { userId: actor.userId, secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", lastStep: 1 });
  const outcomes = await Promise.all([change(one, other.actor.userId), change(other, one.actor.userId)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db.select().from(user).where(eq(user.role, "owner"))).toHaveLength(1);
});

test("the operator's first admin is the owner, the next one an admin, and an owner stays one", async () => {
  const operator = { ...ctx, actor: system };
  const of = (address: string) => ({ email: address, password: person.password, totpSecret: "GEZDGNBVGY3TQOJQ" });
  const first = value(await createAdmin(operator, of(email)));
  const second = value(await createAdmin(operator, of("second@gtmarc.example")));
  expect([await roleIn(first.userId), await roleIn(second.userId)]).toMatchObject([
    { role: "owner" },
    { role: "admin" },
  ]);
  value(await createAdmin(operator, of(email)));
  expect(await roleIn(first.userId)).toMatchObject({ role: "owner" });
});
