import { expect, test } from "vitest";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { busyFeed, calendarAccount, connectedCalendar, host } from "#app/features/booking/tables.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { changeSettings, undoSetting } from "#app/features/settings/settings.server.ts";
import { dayOf } from "#app/lib/dates/date-text.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asRole, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { databaseSubject, operationsAudit } from "./audit.ts";
import { listSetupSteps } from "./setup-steps.server.ts";

const { ctx } = useDatabase();
const keysFor = async (who = ctx) => (await listSetupSteps(who)).steps.map(({ key }) => key);

test("a dismissed step is not listed until the dismissal is undone", async () => {
  const owner = await asRole(ctx, "owner");
  const dismissed = [{ name: "firm.setup_dismissed", value: "sign-in,people" }];
  expect(await changeSettings(owner, { changes: dismissed })).toMatchObject({ ok: true });
  expect(await keysFor(owner)).not.toContain("people");
  expect(await undoSetting(owner, { name: "firm.setup_dismissed" })).toMatchObject({ ok: true });
  expect(await keysFor(owner)).toContain("people");
  expect(await changeSettings(owner, { changes: [{ name: "firm.setup_dismissed", value: "payroll" }] })).toMatchObject({
    ok: false,
    reason: { kind: "invalid" },
  });
});

test("roles that cannot change settings get no steps", async () => {
  for (const role of ["sales", "marketing", "finance", "viewer"] as const)
    expect(await keysFor(await asRole(ctx, role))).toEqual([]);
});

test("the step of the calendar ends with a feed and with a connected calendar", async () => {
  const owner = await asRole(ctx, "owner");
  await ensureDefaultHost(ctx);
  const [by] = await ctx.db.select().from(host);
  const [accountId, hostId] = [newId(), by!.id];
  const account = { kind: "caldav", server: "https://calendar.example/", username: "dana", secret: "" } as const;
  await ctx.db.insert(calendarAccount).values({ id: accountId, hostId, ...account, createdAt: ctx.now });
  const calendar = { id: newId(), accountId, hostId, ref: "/dana/", name: "Dana", canWrite: true, createdAt: ctx.now };
  await ctx.db.insert(connectedCalendar).values({ ...calendar, isChecked: false });
  expect(await keysFor(owner)).toContain("calendar");
  await ctx.db.update(connectedCalendar).set({ isChecked: true });
  expect(await keysFor(owner)).not.toContain("calendar");
  await ctx.db.delete(calendarAccount);
  await ctx.db.insert(busyFeed).values({ id: newId(), hostId, url: "https://calendar.example/", createdAt: ctx.now });
  expect(await keysFor(owner)).not.toContain("calendar");
});

test("a new firm has every step, in order, and a step ends when its settings are there", async () => {
  const owner = await asRole(ctx, "owner");
  expect(await keysFor(owner)).toEqual([
    ...["name", "legal", "mail", "sender", "calendar", "people", "payments", "sign-in", "backup"],
  ]);
  useSettings({
    ...{ FIRM_NAME: "Harbor", CONTACT_EMAIL: "office@harbor.example", MAIL_FROM: "office@harbor.example" },
    ...{ LEGAL_NAME: "Harbor LLC", LEGAL_ADDRESS: ["7 Quay Lane"], SMTP_URL: "smtp://mail.example" },
    ...{ ARCHITECTS: [{ name: "Dana", role: "Architect", picture: null }], STRIPE_SECRET_KEY: "sk_test_1" },
    ...{ GOOGLE_CLIENT_ID: "x", CALENDLY_URL: "https://calendly.com/harbor" },
  });
  expect(await keysFor(owner)).toEqual(["mail", "sender", "backup"]);
  expect((await listSetupSteps(owner)).steps.map(({ test }) => test)).toEqual(["mail", "sender", undefined]);
  const tested = (subject: string, detail: object) =>
    writeAuditEntry(owner, { action: operationsAudit.integrationTested, subject, detail: { passed: true, ...detail } });
  await tested("mail", { passed: false });
  await tested("sender", { domain: "former.example" });
  expect(await keysFor(owner)).toEqual(["mail", "sender", "backup"]);
  await tested("mail", {});
  await tested("sender", { domain: "harbor.example" });
  expect(await keysFor(owner)).toEqual(["backup"]);
  await writeAuditEntry(owner, { action: operationsAudit.backupMade, subject: databaseSubject, detail: {} });
  expect(await keysFor(later(owner, { days: 2 }))).toEqual([]);
  const [overdue] = (await listSetupSteps(later(owner, { days: 3 }))).steps;
  expect(overdue).toMatchObject({
    key: "backup",
    why: expect.stringContaining(`The last one was made on ${dayOf(owner.now, "America/New_York")}.`),
  });
});
