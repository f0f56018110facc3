import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { declineRequest, requestAccess } from "#app/features/access/access.server.ts";
import { AccessRequest } from "#app/features/access/access.ts";
import { issueCode, redeemCode, revokeCode } from "#app/features/access/codes/codes.server.ts";
import { blockPerson, unblockPerson } from "#app/features/access/grants/blocks.server.ts";
import { checkAccess, forgiveDevices, restoreGrant, revokeGrant } from "#app/features/access/grants/grants.server.ts";
import { readPersonAccess } from "#app/features/access/grants/person-access.server.ts";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { user } from "#app/features/accounts/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { pageHtml } from "#tests/fixtures/rendered-pages.tsx";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";

const { db, ctx } = useDatabase();
const email = "dana@northfield.example";

beforeEach(() => {
  useSettings({ SECRET: "a".repeat(32), ACCESS_CODE_DELAY_BUSINESS_DAYS: 4, COMPANY_TIMEZONE: "America/New_York" });
});

/** The fact on the user's page: its text and the labels of its buttons, and where its links lead. */
async function factOf(admin: Ctx, userId: string) {
  const html = await pageHtml(admin, `/admin/users/${userId}`);
  const [, fact] = /Wizard access<\/dt><dd>([\s\S]*?)<\/dd>/.exec(html)!;
  const plain = (part: string) =>
    part
      .replace(/<svg[\s\S]*?<\/svg>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  const buttons = [...fact!.matchAll(/<button[\s\S]*?<\/button>/g)].map(([button]) => plain(button));
  return {
    text: plain(fact!.replace(/<button[\s\S]*?<\/button>/g, "")),
    buttons,
    links: [...fact!.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
  };
}

test("the access of a user who got the code without a request is shown with its dates, and can be revoked and restored", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  const { userId } = dana.actor;
  const fact = (at = admin) => factOf(at, userId);
  expect(await fact()).toEqual({ text: "None", buttons: ["Block"], links: [] });
  const issued = await issueCode(ctx, { email });
  if (!issued.ok) throw new Error(issued.reason.kind);
  expect((await fact()).text).toBe("Code issued on Mar 2, 2026 , unused Works until Apr 1, 2026");
  await redeemCode(dana, { code: issued.value.code, address: "203.0.113.7" });
  expect(await fact()).toEqual({ text: "Granted on Mar 2, 2026", buttons: ["Revoke access", "Block"], links: [] });
  await revokeGrant(later(admin, { days: 1 }), { userId });
  expect(await fact()).toEqual({
    ...{ text: "Revoked on Mar 3, 2026 Granted on Mar 2, 2026", links: [] },
    buttons: ["Restore access", "Block"],
  });
  await restoreGrant(later(admin, { days: 2 }), { userId });
  expect((await fact()).text).toBe("Granted on Mar 4, 2026");
});

test("a user with too many devices is shown as blocked by the device rule until it ends, and the count can be reset", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  const { userId } = dana.actor;
  const issued = await issueCode(ctx, { email });
  await redeemCode(dana, { code: issued.ok ? issued.value.code : "", address: "203.0.113.7" });
  for (const [hours, fingerprint] of ["a", "b", "c", "d", "e", "f", "g"].entries())
    await checkAccess(later(dana, { hours }), { userId, fingerprint, userAgent: "" });
  const at = later(admin, { hours: 7 });
  const { text, buttons } = await factOf(at, userId);
  expect(text).toContain("7 of 5 devices in the last 24 hours");
  expect(text).toContain("Blocked by the device rule until");
  expect(buttons).toEqual(["Reset device count", "Revoke access", "Block"]);
  // The second device is the sixth from the last: when it is a day old, five are left.
  const { devices, access } = await readPersonAccess(at, { userId, email });
  expect([access.reason, devices.count, devices.reopensAt]).toEqual([
    ...["too_many_devices", 7],
    later(ctx, { hours: 25 }).now,
  ]);
  expect((await readPersonAccess(later(admin, { hours: 26 }), { userId, email })).access.hasAccess).toBe(true);
  await forgiveDevices(at, { userId });
  expect(await factOf(later(at, { seconds: 60 }), userId)).toMatchObject({
    ...{ text: "Granted on Mar 2, 2026", buttons: ["Revoke access", "Block"] },
  });
});

test("a block that followed a user to another address is shown and lifted", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  await blockPerson(admin, { email, reason: "Competitor" });
  await db.update(user).set({ email: "dana@harborview.example" }).where(eq(user.email, email));
  const moved = { userId: dana.actor.userId, email: "dana@harborview.example" };
  const { block } = await readPersonAccess(admin, moved);
  expect(block).toEqual({ email, reason: "Competitor", blockedAt: testNow });
  await unblockPerson(admin, { email: block!.email });
  expect((await readPersonAccess(admin, moved)).block).toBeNull();
});

test("a request is linked by its own page, and its outcome is shown", async () => {
  const admin = await asAdmin(ctx);
  const { actor } = await as(ctx, email);
  await requestAccess(asAnonymous(ctx), AccessRequest.parse({ email, company_name: "Northfield" }));
  const [request] = await db.select().from(accessRequest);
  const links = [`/admin/access-requests/${request!.id}`];
  expect(await factOf(admin, actor.userId)).toMatchObject({
    text: "Requested on Mar 2, 2026 Approved automatically on Mar 6, 2026 Access request",
    links,
  });
  await declineRequest(admin, { requestId: request!.id, reason: "unclear" });
  expect((await factOf(admin, actor.userId)).text).toBe("Request declined on Mar 2, 2026 Access request");
});

test("codes that expired or were withdrawn are shown; an admin's own page and another admin's have no actions", async () => {
  const admin = await asAdmin(ctx);
  const { actor } = await as(ctx, email);
  const issued = await issueCode(ctx, { email });
  expect((await factOf(later(admin, { days: 31 }), actor.userId)).text).toBe("Expired code of Mar 2, 2026");
  await revokeCode(admin, { id: issued.ok ? issued.value.id : "" });
  expect((await factOf(admin, actor.userId)).text).toBe("Withdrawn code of Mar 2, 2026");
  const other = await asAdmin(ctx, "lee@gtmarc.example");
  for (const userId of [admin.actor.userId, other.actor.userId])
    expect(await factOf(admin, userId)).toEqual({ text: "As an admin", buttons: [], links: [] });
});
