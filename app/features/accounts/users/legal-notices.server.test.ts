import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { siteText } from "#app/features/content/texts/site-texts.server.ts";
import { deliverDueMail } from "#app/features/mail/sending/delivery.server.ts";
import { message, suppression } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { changeSettings, registerAfterChange, undoSetting } from "#app/features/settings/settings.server.ts";
import { loadSettings } from "#app/features/settings/stored-settings.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useEnvironment, useSettings } from "#app/platform/env.server.ts";
import type { OutgoingMail } from "#app/platform/mail/mailer.server.ts";
import { as, asAdmin, asRole, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { user } from "../tables.server.ts";
import { queueLegalNotice, readLegalNotices, sendLegalNotices, stopNotices } from "./legal-notices.server.ts";

const database = useDatabase();
const { db } = database;
const ctx = { ...database.ctx, now: new Date("2026-12-01T12:00:00Z") };
registerAfterChange("legal-notices", stopNotices);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: ctx.now });
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" });
  // The settings of this process outlive the database of the test before.
  await loadSettings(ctx);
});

const terms = (version: number, day = "2027-01-01") => `Version: ${version}
Effective: ${day}

# Terms

What we agree on.

- Short.

## The blueprint {#full-blueprint}

It is free.

## The retainer {#retainer}

It is dear.`;
const set = (
  who: Ctx,
  text: string | null,
  { notifies = false, expectedVersion = null }: { notifies?: boolean; expectedVersion?: number | null } = {},
) =>
  changeSettings(who, {
    ...{ changes: [{ name: "texts.terms", value: text }], expectedVersion },
    alongside: notifies ? queueLegalNotice : null,
  });
const announce = (who: Ctx, text: string | null = terms(2)) => set(who, text, { notifies: true });

async function deliver(at = ctx, isUp = true): Promise<OutgoingMail[]> {
  const mails: OutgoingMail[] = [];
  await deliverDueMail(later(at, { seconds: 60 }), {
    mailer: {
      send: async (mail) => {
        if (!isUp) return { outcome: "later", answer: "421 Try again later" };
        mails.push(mail);
        return { outcome: "accepted", answer: "250 OK" };
      },
      ...{ parallel: 1, isClosing: () => false, check: async () => null, close: () => undefined },
    },
  });
  return mails;
}
const addresses = (mails: readonly { to: string }[]) => mails.map(({ to }) => to).toSorted();
const queued = async () => addresses(await db.select({ to: message.toAddress }).from(message));
const noticesFor = async (who: Ctx) => value(await readLegalNotices(who, "terms"));
const addMany = (count: number) =>
  db.execute(sql`
    insert into "user" (id, name, email, email_verified)
    select gen_random_uuid(), 'Kim', 'kim' || n || '@client.example', true from generate_series(1, ${count}::int) n`);

test("everyone with a confirmed, enabled account gets one email, whatever newsletter they left", async () => {
  const admin = await asAdmin(ctx);
  await as(ctx, "dana@client.example");
  const [unconfirmed, disabled] = [await as(ctx, "new@client.example"), await as(ctx, "off@client.example")];
  await db.update(user).set({ emailVerified: false }).where(eq(user.id, unconfirmed.actor.userId));
  await db.update(user).set({ disabledAt: ctx.now }).where(eq(user.id, disabled.actor.userId));
  await db
    .insert(suppression)
    .values({ address: "dana@client.example", scope: "lists", reason: "unsubscribed", at: ctx.now });
  expect(await noticesFor(admin)).toEqual({ accounts: 2, notices: [] });

  expect(await announce(admin)).toMatchObject({ ok: true });
  const version = { version: 2, effectiveOn: "2027-01-01", accounts: 2, notSent: 0, isWithdrawn: false };
  expect(await noticesFor(admin)).toEqual({ accounts: 2, notices: [{ ...version, sent: 0, remaining: 2 }] });
  expect(await queued()).toEqual([]);
  await sendLegalNotices(ctx);
  const mails = await deliver();
  expect(addresses(mails)).toEqual(["admin@gtmarc.example", "dana@client.example"]);
  expect(mails[0]).toMatchObject({ subject: "New GTMarc terms of service from January 1, 2027", headers: {} });
  for (const part of [
    ...["The new version applies to your account from January 1, 2027", "close your account before January 1, 2027"],
    ...["https://gtmarc.example/terms-of-service/versions/2", "<https://gtmarc.example/terms-of-service/versions/1>"],
    "https://gtmarc.example/account?tab=security#delete",
  ])
    expect(mails[0]!.text.replace(/\s+/g, " ")).toContain(part);
  expect(await noticesFor(admin)).toEqual({ accounts: 2, notices: [{ ...version, sent: 2, remaining: 0 }] });
  const [entry] = await db.select().from(auditEntry).where(eq(auditEntry.act, "legal-notice.queued"));
  expect(entry).toMatchObject({
    ...{ actorUserId: admin.actor.userId, subject: "texts.terms" },
    detail: { version: 2, effectiveOn: "2027-01-01", accounts: 2 },
  });
});

test("a text that is saved without the notice, or applies already, mails no one", async () => {
  const admin = await asAdmin(ctx);
  expect(await set(admin, terms(2))).toMatchObject({ ok: true });
  await sendLegalNotices(ctx);
  const refused = await announce(admin, terms(3, "2026-12-01"));
  expect(refused).toMatchObject({ reason: { kind: "invalid", fields: { "texts.terms": /applies already/ } } });
  for (const text of [null, terms(1)]) expect(await announce(admin, text)).toMatchObject({ ok: false });
  expect(await queued()).toEqual([]);
  // Refusing the notice refuses the change: version 2 is still the newest, and can be announced later.
  expect(await announce(admin, terms(2))).toMatchObject({ ok: true, value: { changed: [] } });
  await sendLegalNotices(ctx);
  expect(await queued()).toHaveLength(1);
});

test("two saves at the same time, and a correction, make one notice with one email per account", async () => {
  const admin = await asAdmin(ctx);
  const both = { notifies: true, expectedVersion: 0 };
  const results = await Promise.all([set(admin, terms(2), both), set(admin, `${terms(2)} Very.`, both)]);
  expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  await Promise.all([sendLegalNotices(ctx), sendLegalNotices(ctx)]);
  await announce(admin, `${terms(2)} Really.`);
  await sendLegalNotices(ctx);
  expect(await queued()).toEqual(["admin@gtmarc.example"]);
  expect((await noticesFor(admin)).notices).toHaveLength(1);
});

test("a crash repeats no email: what a run queued is kept or lost together with its mark", async () => {
  const admin = await asAdmin(ctx);
  await addMany(205);
  await announce(admin);
  const crash = inTransaction(ctx, async (tx) => {
    await sendLegalNotices(tx);
    throw new Error("killed");
  });
  await expect(crash).rejects.toThrow("killed");
  expect(await queued()).toEqual([]);
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 200 });
  // The outbox has room for codes: nothing more until these are sent.
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 0 });
  const first = await deliver();
  expect((await noticesFor(admin)).notices).toMatchObject([{ accounts: 206, sent: 200 }]);
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 6 });
  const all = addresses([...first, ...(await deliver())]);
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 0 });
  expect(new Set(all).size).toBe(206);
  expect(all).toHaveLength(206);
});

test.each([
  ["the default text is restored", (who: Ctx) => set(who, null)],
  ["the change is undone", (who: Ctx) => undoSetting(who, { name: "texts.terms" })],
  ["the version gets another day", (who: Ctx) => set(who, terms(2, "2027-02-01"))],
  ["another version applies before it", (who: Ctx) => set(who, terms(3, "2026-12-15"))],
])("if %s, what is not sent is stopped at once, and saved again only the others are mailed", async (_, withdraw) => {
  const admin = await asAdmin(ctx);
  await addMany(205);
  await announce(admin);
  await sendLegalNotices(ctx);
  const sent = await deliver();
  await sendLegalNotices(ctx);
  expect(await withdraw(admin)).toMatchObject({ ok: true });
  expect(await deliver()).toEqual([]);
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 0 });
  expect((await noticesFor(admin)).notices).toMatchObject([
    { version: 2, accounts: 206, sent: 200, remaining: 6, isWithdrawn: true },
  ]);
  expect(await db.select().from(auditEntry).where(eq(auditEntry.act, "legal-notice.stopped"))).toHaveLength(1);

  expect(await announce(admin)).toMatchObject({ ok: true });
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 6 });
  expect(new Set(addresses([...sent, ...(await deliver())])).size).toBe(206);
});

test("a text of the environment stops the notice, because its version has no day", async () => {
  const admin = await asAdmin(ctx);
  await addMany(205);
  await announce(admin);
  await sendLegalNotices(ctx);
  const settings = { SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" };
  useEnvironment({ ...settings, TEXT_TERMS: terms(4, "2026-01-01") });
  onTestFinished(() => useEnvironment(process.env));
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 0 });
  expect(await deliver()).toEqual([]);
  expect((await noticesFor(admin)).notices).toMatchObject([{ version: 2, sent: 0, isWithdrawn: true }]);
  expect(await db.select().from(auditEntry).where(eq(auditEntry.act, "legal-notice.stopped"))).toHaveLength(1);
});

test("a notice goes on when a later version is announced; each names the version that applies until its day", async () => {
  const admin = await asAdmin(ctx);
  await announce(admin);
  await announce(admin, terms(3, "2027-03-01"));
  await sendLegalNotices(ctx);
  const mails = await deliver();
  expect(addresses(mails)).toEqual(["admin@gtmarc.example", "admin@gtmarc.example"]);
  expect(siteText("terms").version).toBe(1);
  for (const [day, before] of [
    ["January 1, 2027", 1],
    ["March 1, 2027", 2],
  ] as const) {
    const mail = mails.find(({ subject }) => subject.endsWith(day))!;
    const text = mail.text.replace(/\s+/g, " ");
    expect(text).toContain(`applies to your account from ${day}. Version ${before} applies until then.`);
    expect(text).toContain(`<https://gtmarc.example/terms-of-service/versions/${before}>`);
  }
});

test("the mails of all notices together leave the outbox room for codes", async () => {
  const admin = await asAdmin(ctx);
  await addMany(105);
  await announce(admin);
  await announce(admin, terms(3, "2027-03-01"));
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 200 });
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 0 });
  await deliver();
  expect(await sendLegalNotices(ctx)).toEqual({ queued: 12 });
});

test.each<[string, number, () => Promise<unknown>]>([
  ["not in the outbox yet", 6, () => Promise.resolve()],
  ["in the outbox", 6, () => sendLegalNotices(ctx)],
  ["waiting for a retry", 6, () => sendLegalNotices(ctx).then(() => deliver(ctx, false))],
  ["sent", 0, () => sendLegalNotices(ctx).then(() => deliver())],
])(
  "a notice ends when its day comes: mails that are %s are not sent later, and %i are counted",
  async (_, notSent, act) => {
    const admin = await asAdmin(ctx);
    await addMany(205);
    await announce(admin);
    await sendLegalNotices(ctx);
    await deliver();
    await act();
    const day = { ...ctx, now: new Date("2027-01-01T12:00:00Z") };
    vi.setSystemTime(day.now);
    for (let run = 0; run < 2; run += 1) expect(await sendLegalNotices(day)).toEqual({ queued: 0 });
    expect(addresses(await deliver(day))).toEqual([]);
    expect((await noticesFor({ ...admin, now: day.now })).notices).toMatchObject([
      { version: 2, accounts: 206, sent: 206 - notSent, notSent, isWithdrawn: false },
    ]);
    const detail = { version: 2, effectiveOn: "2027-01-01", notSent };
    expect(await db.select().from(auditEntry).where(eq(auditEntry.act, "legal-notice.ended"))).toMatchObject(
      notSent > 0 ? [{ subject: "texts.terms", detail }] : [],
    );
  },
);

test("accounts that are disabled or deleted after the save get nothing", async () => {
  const admin = await asAdmin(ctx);
  const [off, gone] = [await as(ctx, "off@client.example"), await as(ctx, "gone@client.example")];
  await announce(admin);
  await db.update(user).set({ disabledAt: ctx.now }).where(eq(user.id, off.actor.userId));
  await db.delete(user).where(eq(user.id, gone.actor.userId));
  await sendLegalNotices(ctx);
  expect(addresses(await deliver())).toEqual(["admin@gtmarc.example"]);
  expect((await noticesFor(admin)).notices).toMatchObject([{ accounts: 2, sent: 1 }]);
});

test("only owners and admins with a fresh code can send the notice; without, the text is not changed either", async () => {
  const admin = await asAdmin(ctx);
  for (const role of ["marketing", "viewer", "sales"] as const)
    expect(await announce(await asRole(ctx, role))).toMatchObject({ reason: { kind: "not_admin" } });
  const marketing = await asRole(ctx, "marketing", "second@gtmarc.example");
  expect(await readLegalNotices(marketing, "terms")).toMatchObject({ reason: { kind: "not_admin" } });
  const old = later(admin, { seconds: 660 });
  expect(await announce(old)).toMatchObject({ reason: { kind: "fresh_code_required" } });
  expect(await set(old, terms(2))).toMatchObject({ ok: true });
  expect((await noticesFor(admin)).notices).toEqual([]);
});
