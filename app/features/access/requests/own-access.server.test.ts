import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { firmDates } from "#app/lib/dates/firm-dates.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { approveDueRequests, declineRequest, requestAccess } from "../access.server.ts";
import { AccessRequest, denialMessages } from "../access.ts";
import { issueCode, redeemCode, revokeCode } from "../codes/codes.server.ts";
import { blockPerson } from "../grants/blocks.server.ts";
import { checkAccess, restoreGrant, revokeGrant } from "../grants/grants.server.ts";
import { accessCode, accessRequest } from "../tables.server.ts";
import { moveRequests } from "./deciding.server.ts";
import { findOwnAccess } from "./own-access.server.ts";
import { ownAccessText } from "./own-access.ts";

const { db, ctx } = useDatabase();
const email = "dana@northfield.example";

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), ACCESS_CODE_DELAY_BUSINESS_DAYS: 4, COMPANY_TIMEZONE: "America/New_York" });
});

const ask = (from = email, at = asAnonymous(ctx)) =>
  requestAccess(at, AccessRequest.parse({ email: from, company_name: "Northfield" }));
const requestId = async () => (await db.select().from(accessRequest).where(eq(accessRequest.status, "pending")))[0]!.id;

test("the person sees each state from the request to the end of access", async () => {
  const dana = await as(ctx, email);
  const other = await as(ctx, "lee@harborview.example");
  expect(await findOwnAccess(dana)).toBeNull();
  await ask();
  expect(await findOwnAccess(dana)).toEqual({
    state: "waiting",
    at: testNow,
    dueAt: new Date("2026-03-06T14:00:00Z"),
  });
  expect(await findOwnAccess(other)).toBeNull();

  const approved = later(ctx, { days: 5 });
  await approveDueRequests(approved);
  const issued = {
    ...{ state: "code_sent", at: approved.now, expiresAt: later(approved, { days: 30 }).now },
    isMailed: true,
  };
  expect(await findOwnAccess(later(dana, { days: 5 }))).toEqual(issued);
  expect(await findOwnAccess(later(dana, { days: 36 }))).toEqual({ state: "code_expired", at: approved.now });

  const [mail] = await db.select().from(message).where(eq(message.kind, "access-code")).orderBy(desc(message.id));
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(mail!.text)![0];
  const redeemed = later(dana, { days: 6 });
  expect(await redeemCode(redeemed, { code, address: "203.0.113.1" })).toMatchObject({ ok: true });
  expect(await findOwnAccess(redeemed)).toEqual({ state: "has_access", at: redeemed.now });

  await revokeGrant(later(await asAdmin(ctx), { days: 7 }), { userId: dana.actor.userId });
  expect(await findOwnAccess(later(dana, { days: 8 }))).toEqual({ state: "access_ended", at: redeemed.now });
});

test("a declined request is shown until the person requests access again; the new request has no date", async () => {
  const dana = await as(ctx, email);
  await ask();
  await declineRequest(await asAdmin(ctx), { requestId: await requestId(), reason: "unclear" });
  expect(await findOwnAccess(dana)).toEqual({ state: "declined", at: testNow });
  await ask(email, later(asAnonymous(ctx), { days: 2 }));
  expect(await findOwnAccess(later(dana, { days: 2 }))).toMatchObject({ state: "waiting", dueAt: null });
});

test("a code issued without a request is shown, and a revoked code is shown as withdrawn", async () => {
  const dana = await as(ctx, email);
  const admin = await asAdmin(ctx);
  const issued = await issueCode(admin, { email });
  const own = await findOwnAccess(dana);
  expect(own).toMatchObject({ state: "code_sent", isMailed: false });
  expect(ownAccessText(own!, firmDates("America/New_York"), email, "")).not.toMatch(/inbox|spam/);
  await revokeCode(admin, { id: issued.ok ? issued.value.id : "" });
  expect(await findOwnAccess(dana)).toMatchObject({ state: "code_withdrawn" });
});

test("a blocked person sees a pending request without a date", async () => {
  const dana = await as(ctx, email);
  await blockPerson(await asAdmin(ctx), { email, reason: "Competitor" });
  await ask();
  const request = await findOwnAccess(dana);
  expect(request).toEqual({ state: "waiting", at: testNow, dueAt: null });
  const text = ownAccessText(request!, firmDates("America/New_York"), email, "");
  expect(text).toContain("there is no fixed date");
});

test("a person with access who is blocked reads that the wizard is closed", async () => {
  const dana = await as(ctx, email);
  const admin = await asAdmin(ctx);
  const issued = await issueCode(admin, { email });
  await redeemCode(dana, { code: issued.ok ? issued.value.code : "", address: "203.0.113.1" });
  await blockPerson(admin, { email, reason: "Competitor" });
  expect(await findOwnAccess(dana)).toEqual({ state: "suspended", reason: "blocked" });
});

test("a code that an admin issues answers the pending request, so that no second code follows", async () => {
  await ask();
  expect(await issueCode(await asAdmin(ctx), { email, mail: true })).toMatchObject({ ok: true });
  expect(await approveDueRequests(later(ctx, { days: 9 }))).toEqual({ ok: true, value: 0 });
  const mails = await db.select().from(message).where(eq(message.kind, "access-code"));
  expect(mails).toHaveLength(1);
  const [request] = await db.select().from(accessRequest);
  expect(request).toMatchObject({ status: "approved", decidedAt: ctx.now });
});

test("a request that follows the code is answered by the grant, and no code follows a revocation", async () => {
  const dana = await as(ctx, email);
  const admin = await asAdmin(ctx);
  const issued = await issueCode(admin, { email });
  await ask();
  const { code } = issued.ok ? issued.value : { code: "" };
  expect(await redeemCode(dana, { code, address: "203.0.113.1" })).toMatchObject({ ok: true });
  const [request] = await db.select().from(accessRequest);
  expect(request).toMatchObject({ status: "approved", decidedAt: ctx.now });
  expect(await findOwnAccess(dana)).toMatchObject({ state: "has_access" });
  await revokeGrant(admin, { userId: dana.actor.userId });
  expect(await approveDueRequests(later(ctx, { days: 9 }))).toEqual({ ok: true, value: 0 });
  expect(await findOwnAccess(dana)).toMatchObject({ state: "access_ended" });
});

test("issuing a code and approving the request at once lead to one decision and no code without a request", async () => {
  await ask();
  const due = later(ctx, { days: 9 });
  const [issued, approved] = await Promise.all([
    issueCode(await asAdmin(due), { email, mail: true }),
    approveDueRequests(due),
  ]);
  expect(issued).toMatchObject({ ok: true });
  const codes = await db.select().from(accessCode);
  expect(codes.filter(({ requestId }) => requestId !== null)).toHaveLength(1);
  expect(codes).toHaveLength(approved.ok ? 1 + approved.value : 1);
});

test("a pending request and an open code follow a change of the address", async () => {
  const newEmail = "dana@harborview.example";
  const moved = await as(ctx, newEmail);
  await ask();
  const { userId } = moved.actor;
  await moveRequests(ctx, { userId, oldEmail: email, newEmail });
  expect(await findOwnAccess(moved)).toMatchObject({ state: "waiting" });
  const approved = later(ctx, { days: 9 });
  await approveDueRequests(approved);
  const thirdEmail = "dana@westbrook.example";
  await moveRequests(later(approved, { days: 1 }), { userId, oldEmail: newEmail, newEmail: thirdEmail });
  const [mail] = await db.select().from(message).where(eq(message.kind, "access-code"));
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(mail!.text)![0];
  const third = later(await as(ctx, thirdEmail), { days: 11 });
  const former = later(moved, { days: 11 });
  expect(await redeemCode(former, { code, address: "203.0.113.1" })).toMatchObject({ reason: { kind: "other_email" } });
  expect(await redeemCode(third, { code, address: "203.0.113.2" })).toMatchObject({ ok: true });
});

test("if both addresses have a pending request, that of the new address is kept", async () => {
  const newEmail = "dana@harborview.example";
  await ask();
  await ask(newEmail);
  await moveRequests(ctx, { userId: (await as(ctx, newEmail)).actor.userId, oldEmail: email, newEmail });
  expect(await db.select({ email: accessRequest.email }).from(accessRequest)).toEqual([{ email: newEmail }]);
});

test("a changed address does not circumvent a block that is older than the account", async () => {
  const newEmail = "dana@harborview.example";
  const admin = await asAdmin(ctx);
  const issued = await issueCode(admin, { email });
  await blockPerson(admin, { email, reason: "No customer" });
  await ask();
  const dana = await as(ctx, newEmail);
  const { userId } = dana.actor;
  await moveRequests(ctx, { userId, oldEmail: email, newEmail });
  const code = issued.ok ? issued.value.code : "";
  expect(await redeemCode(dana, { code, address: "203.0.113.1" })).toMatchObject({ ok: false });
  expect(await db.select({ email: accessRequest.email }).from(accessRequest)).toEqual([{ email }]);
  const other = await issueCode(admin, { email: newEmail });
  await redeemCode(dana, { code: other.ok ? other.value.code : "", address: "203.0.113.1" });
  expect(await checkAccess(dana, { userId, fingerprint: "a", userAgent: "" })).toMatchObject({
    value: { hasAccess: false, reason: "blocked" },
  });
});

test("a person with too many devices sees the same state on every page", async () => {
  const dana = await as(ctx, email);
  const issued = await issueCode(await asAdmin(ctx), { email });
  await redeemCode(dana, { code: issued.ok ? issued.value.code : "", address: "203.0.113.1" });
  for (const fingerprint of ["a", "b", "c", "d", "e", "f"])
    await checkAccess(dana, { userId: dana.actor.userId, fingerprint, userAgent: "" });
  const own = await findOwnAccess(dana);
  expect(own).toEqual({ state: "suspended", reason: "too_many_devices" });
  expect(ownAccessText(own!, firmDates("America/New_York"), email, "")).toBe(denialMessages.too_many_devices);
});

test("a person who changed the address after redeeming a code keeps the access, and its state, under the new one", async () => {
  const dana = await as(ctx, email);
  const issued = await issueCode(await asAdmin(ctx), { email });
  await redeemCode(dana, { code: issued.ok ? issued.value.code : "", address: "203.0.113.1" });
  const moved = { ...dana, actor: { ...dana.actor, email: "dana@harborview.example" } };
  expect(await findOwnAccess(moved)).toEqual({ state: "has_access", at: testNow });
  for (const fingerprint of ["a", "b", "c", "d", "e", "f"])
    await checkAccess(moved, { userId: dana.actor.userId, fingerprint, userAgent: "" });
  expect(await findOwnAccess(moved)).toEqual({ state: "suspended", reason: "too_many_devices" });
});

test("a person with access reads that it is open, despite another code or request", async () => {
  const dana = await as(ctx, email);
  const admin = await asAdmin(ctx);
  const first = await issueCode(admin, { email });
  await redeemCode(dana, { code: first.ok ? first.value.code : "", address: "203.0.113.1" });
  await issueCode(admin, { email });
  expect(await findOwnAccess(dana)).toEqual({ state: "has_access", at: testNow });
  await ask();
  for (const fingerprint of ["a", "b", "c", "d", "e", "f"])
    await checkAccess(dana, { userId: dana.actor.userId, fingerprint, userAgent: "" });
  expect(await findOwnAccess(dana)).toMatchObject({ state: "suspended", reason: "too_many_devices" });
  await revokeGrant(admin, { userId: dana.actor.userId });
  expect(await findOwnAccess(dana)).toMatchObject({ state: "code_sent" });
});

test("access that was restored is open since then, and an admin needs no code", async () => {
  const dana = await as(ctx, email);
  const admin = await asAdmin(ctx);
  const issued = await issueCode(admin, { email });
  await redeemCode(dana, { code: issued.ok ? issued.value.code : "", address: "203.0.113.1" });
  await revokeGrant(admin, { userId: dana.actor.userId });
  const restored = later(admin, { days: 1 });
  await restoreGrant(restored, { userId: dana.actor.userId });
  expect(await findOwnAccess(later(dana, { days: 2 }))).toEqual({ state: "has_access", at: restored.now });
  expect(await findOwnAccess(admin)).toEqual({ state: "has_access", at: null });
});

test("a code that another account used says nothing about the new owner of its address", async () => {
  const dana = await as(ctx, email);
  const issued = await issueCode(await asAdmin(ctx), { email });
  await redeemCode(dana, { code: issued.ok ? issued.value.code : "", address: "203.0.113.1" });
  const lee = await as(ctx, "lee@harborview.example");
  expect(await findOwnAccess({ ...lee, actor: { ...lee.actor, email } })).toBeNull();
});
