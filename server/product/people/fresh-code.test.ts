import { expect, test, vi } from "vitest";
import { session } from "#app/features/accounts/tables.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/default-host.server.ts";
import { host } from "#app/features/booking/tables.server.ts";
import { hasFreshCode } from "#app/lib/actor.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { pipelineFilesAdminEndpoints } from "#app/routes/api/admin/pipeline-files-admin.server.ts";
import { billingEndpoints } from "#app/routes/api/billing.server.ts";
import { bookingAdminEndpoints } from "#app/routes/api/booking/booking-admin.server.ts";
import { codeNow, dana, password, useAccountSite } from "#tests/fixtures/account-site.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";

const { site, db, ctx } = useAccountSite();
const email = "admin@gtmarc.example";

const required = { error: { code: "fresh_code_required" } };

async function signedIn(minutes: number) {
  await site.admin();
  const admin = site.visit();
  await site.signIn(email, admin);
  await site.sendCode(await codeNow(), admin);
  if (minutes !== 0) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * minuteMs });
  return admin;
}
const renew = (at: ReturnType<typeof site.visit>) =>
  at.post("/api/auth/two-factor/generate-recovery-codes", { password });
const enable = (at: ReturnType<typeof site.visit>) => at.post("/api/auth/two-factor/enable", { password });
const download = (at: ReturnType<typeof site.visit>) => at.post("/api/account/export");

test.each([
  ["ten minutes after the code", 9.9, 200],
  ["later", 10.2, 403],
  ["with a code of two days in the future", -2 * 1440, 403],
])("recovery codes, a new secret and the export %s return %s %s", async (_when, minutes, status) => {
  const admin = await signedIn(minutes);
  for (const action of [renew, enable, download]) {
    const answer = await action(admin);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body).toMatchObject(required);
  }
});

test("a new code in the open session counts as recent, and the refused request then succeeds", async () => {
  const admin = await signedIn(30);
  expect((await renew(admin)).body).toMatchObject(required);
  const before = admin.jar.get("gtmarc_session");
  expect((await site.sendCode(await codeNow(), admin)).status).toBe(200);
  expect(admin.jar.get("gtmarc_session")).not.toBe(before);
  expect((await renew(admin)).body).toMatchObject({ recoveryCodes: expect.any(Array) });
});

test("without scripts a form redirects to the code page and back; a wrong code stays there", async () => {
  const admin = await signedIn(30);
  const refused = await admin.form("/api/account/export", {});
  expect([refused.status, refused.headers.get("location")]).toEqual([
    303,
    "/auth/fresh-code?next=%2Faccount%3Ftab%3Dsecurity",
  ]);
  const next = "/account?tab=security";
  const wrong = await admin.form("/auth/fresh-code", { code: "000000", next });
  expect(wrong.headers.get("location")).toBe("/auth/fresh-code?notice=wrong-code&next=%2Faccount%3Ftab%3Dsecurity");
  expect((await download(admin)).body).toMatchObject(required);

  const right = await admin.form("/auth/fresh-code", { code: await codeNow(), next });
  expect([right.status, right.headers.get("location")]).toEqual([303, next]);
  expect((await admin.form("/api/account/export", {})).headers.get("content-type")).toBe("application/zip");
  expect(await db.select().from(session)).toHaveLength(1);
});

test("the code page never redirects to another site, and needs a session", async () => {
  const admin = await signedIn(0);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  const away = await admin.form("/auth/fresh-code", { code: await codeNow(), next: "//evil.example" });
  expect(away.headers.get("location")).toBe("/account");
  const stranger = await site.visit().form("/auth/fresh-code", { code: "000000", next: "/account" });
  expect(stranger.headers.get("location")).toBe("/auth?next=%2Faccount");
});

test("a user without a second factor can export their data", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  expect((await download(dan)).status).toBe(200);
});

test("a code counts as recent at aal2 for ten minutes; times in the future do not count", () => {
  const actor = {
    kind: "user",
    userId: "u",
    sessionId: "s",
    email: dana,
    isAdmin: true,
    factorVerifiedAt: ctx.now,
  } as const;
  const minutes = (count: number) => new Date(ctx.now.getTime() + count * minuteMs);
  expect(hasFreshCode({ ...actor, aal: "aal1" }, ctx.now)).toBe(false);
  expect(
    [0, 10, 10.1, -0.5, -2, -400 * 1440].map((age) => hasFreshCode({ ...actor, aal: "aal2" }, minutes(age))),
  ).toEqual([true, true, false, true, false, false]);
});

test("refunds, calendar secrets and files of people need a recent code and otherwise do nothing", async () => {
  await ensureDefaultHost(ctx);
  const admin = await asAdmin(ctx);
  const [adminSide] = await db.select().from(host);
  const feed = `/admin/hosts/${adminSide!.id}/feed`;
  const refund = "/admin/payments/018f0000-0000-7000-8000-000000000001/refund";
  const rejected = "/admin/prospect-imports/018f0000-0000-7000-8000-000000000001/rejected";
  const stale = later(admin, { seconds: 601 });
  for (const answer of [
    await callsOf(pipelineFilesAdminEndpoints as never)(stale, rejected),
    await callsOf(bookingAdminEndpoints)(stale, feed),
    await callsOf(billingEndpoints)(stale, refund),
  ])
    expect([answer.status, answer.body]).toMatchObject([403, required]);
  expect((await db.select().from(host))[0]?.feedTokenHash).toBeNull();

  const fresh = later(admin, { seconds: 599 });
  expect((await callsOf(bookingAdminEndpoints)(fresh, feed)).status).toBe(201);
  expect((await callsOf(billingEndpoints)(fresh, refund)).status).toBe(404);
  expect((await callsOf(pipelineFilesAdminEndpoints as never)(fresh, rejected)).status).toBe(404);
});
