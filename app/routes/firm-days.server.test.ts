import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestAccess } from "#app/features/access/access.server.ts";
import { deletionScheduledMail } from "#app/features/accounts/emails/deletion-scheduled.tsx";
import { user } from "#app/features/accounts/tables.server.ts";
import { getAnalysisPdf } from "#app/features/analysis/pdf/analysis-pdf.server.ts";
import { shareAnalysis } from "#app/features/analysis/sharing/sharing.server.ts";
import { cancelInvoice, markInvoicePaid, refundInvoice } from "#app/features/billing/invoices/invoices.server.ts";
import { remindOfInvoices } from "#app/features/billing/invoices/reminders.server.ts";
import { drawDocumentFile } from "#app/features/billing/pdf/files.server.ts";
import { billingDocument } from "#app/features/billing/tables.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/default-host.server.ts";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { commentOnSection } from "#app/features/full-blueprint/comments/comments.server.ts";
import { shareFullBlueprint } from "#app/features/full-blueprint/comments/sharing.server.ts";
import { publishDrawings, saveDrawings } from "#app/features/full-blueprint/drawing/architect.server.ts";
import { getVersionPdf } from "#app/features/full-blueprint/pdf/version-pdf.server.ts";
import { unlockByAdmin } from "#app/features/full-blueprint/unlock.server.ts";
import { renderMail } from "#app/features/mail/frame/rendering.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { createApiToken } from "#app/features/security/tokens/api-tokens.server.ts";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as sheetLoader } from "./blueprint/analysis-sheet.ts";

/*
 * Every action at 23:30 in New York, when UTC is a day ahead: pages, documents and mails show the same day. Uses a separate year, so that
 * rows with database timestamps do not match.
 */

const { db, ctx: base } = useDatabase();
vi.stubGlobal("__BUILD_DIR__", "build");
const moments = { winter: "2036-11-22T04:30:00Z", summer: "2036-07-04T03:30:00Z" };
const zones = ["America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"];
const cases = zones.flatMap((zone) => Object.values(moments).map((at) => [zone, at] as const));
const canReadPdf = spawnSync("pdftotext", ["-v"]).status === 0;

beforeEach(() => {
  useInvoicesOnly();
});
afterEach(() => {
  forgetListeners();
});

const firmsDay = (at: Date, zone: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: zone }).format(at);

function daysNear(at: Date, text: string): string[] {
  const found = [...text.matchAll(/\b([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})/g)].map(
    (hit) => `${hit[1]} ${hit[2]}, ${hit[3]}`,
  );
  const isNear = (day: string) => Math.abs(Date.parse(`${day} UTC`) - at.getTime()) < 3 * dayMs;
  return [...new Set(found.filter(isNear))];
}

function pdfText(bytes: Uint8Array): string {
  const file = join(tmpdir(), `firm-days-${process.pid}.pdf`);
  writeFileSync(file, bytes);
  return spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" }).stdout;
}

/** Publishes two versions, so that there are changes to show. */
async function publishBlueprint(admin: Awaited<ReturnType<typeof asAdmin>>, blueprintId: string) {
  const content = {
    summary: "Read this first.",
    sections: [{ id: "leads-1", title: "Leads", body: "Text", diagram: "", automation: null }],
    tasks: [],
  };
  for (const [version, summary] of ["Read this first.", "Read this last."].entries()) {
    const [saved, published] = [version + 1, version + 2];
    const draft = { blueprintId, version: saved, content: { ...content, summary } };
    expect(await saveDrawings(admin, draft)).toMatchObject({ ok: true });
    expect(await publishDrawings(admin, { blueprintId, version: published, note: "" })).toMatchObject({ ok: true });
  }
}

async function sheetText(who: Awaited<ReturnType<typeof wizardMember>>, id: string): Promise<string> {
  const request = new Request(`http://localhost/blueprint/${id}.xlsx`);
  const answer = await sheetLoader({ request, context: pageContext(who), params: { id } } as never);
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  return sheets.flatMap(({ rows }) => rows.flat()).join("\n");
}

test.each(cases)("in %s at %s every page, document and mail shows the same day", async (zone, instant) => {
  useSettings({ COMPANY_TIMEZONE: zone, SECRET: "s".repeat(32) });
  const at = new Date(instant);
  const expected = firmsDay(at, zone);
  const ctx = { ...base, now: at };
  const admin = await asAdmin(ctx);
  const dana = await wizardMember(ctx);
  await requestAccess(ctx, { email: "sam@meridian.example", company_name: "Meridian" });
  const blueprintId = await finishedBlueprint(dana);
  const paid = await paymentFixtures(ctx).invoiced(dana, blueprintId);
  const open = await paymentFixtures(ctx).invoiced(dana, await finishedBlueprint(dana, "Second"));
  expect(await markInvoicePaid(admin, { paymentId: paid.paymentId, reference: "Wire 1" })).toMatchObject({ ok: true });
  const refunded = await paymentFixtures(ctx).invoiced(dana, await finishedBlueprint(dana, "Third"));
  const { paymentId: refundedId } = refunded;
  expect(await markInvoicePaid(admin, { paymentId: refundedId, reference: "Wire 2" })).toMatchObject({ ok: true });
  expect(await refundInvoice(admin, { paymentId: refundedId })).toMatchObject({ ok: true });
  const { paymentId: canceledId } = await paymentFixtures(ctx).invoiced(dana, await finishedBlueprint(dana, "Fourth"));
  expect(await cancelInvoice(admin, { paymentId: canceledId, reason: "Wrong address" })).toMatchObject({ ok: true });
  const notes = await db.select().from(billingDocument).where(eq(billingDocument.kind, "credit-note"));
  expect(notes.map(({ number }) => number)).toEqual(["CN-2036-0001", "CN-2036-0002"]);
  const publishedId = await finishedBlueprint(dana, "Fifth");
  expect(await unlockByAdmin(admin, publishedId)).toMatchObject({ ok: true });
  await publishBlueprint(admin, publishedId);
  const asked = { blueprintId: publishedId, sectionId: "leads-1", text: "Which form?" };
  const thread = await commentOnSection(dana, asked);
  if (!thread.ok) throw new Error(thread.reason.kind);
  const shared = await shareAnalysis(dana, { id: blueprintId });
  const sharedFull = await shareFullBlueprint(dana, { id: publishedId });
  if (!shared.ok || !sharedFull.ok) throw new Error("not shared");
  const sam = await as(ctx, "sam@meridian.example");
  expect(await createApiToken(admin, { name: "Report", scopes: ["read:prospects"] })).toMatchObject({ ok: true });
  await db.update(user).set({ deletionDueAt: at });

  const iso = utcDate(new Date(`${expected} UTC`));
  const texts: Record<string, string> = {
    sheet: await sheetText(dana, blueprintId),
    deletion: renderMail(deletionScheduledMail({ to: dana.actor.email, dueAt: at, notMe: "x" }).body).text,
  };
  for (const address of [
    ...[
      `/blueprint/${blueprintId}`,
      "/blueprint/wizard/mode",
      "/invoices",
      "/blueprint/coming-soon",
      ...["/account", "/account?tab=security"],
      ...[`/blueprint/${publishedId}/full`, `/blueprint/${publishedId}/full/changes`],
      `/blueprint/coming-soon?blueprint=${publishedId}`,
    ],
  ])
    texts[address] = await pageText(dana, address);
  for (const { url } of [shared.value, sharedFull.value]) {
    const { pathname } = new URL(url);
    texts[pathname.replace(/[\w-]{43}/, "TOKEN")] = await pageText(asAnonymous(ctx), pathname);
  }
  texts["/verify-access"] = await pageText(sam, "/verify-access");
  for (const address of [
    ...["/admin", "/admin/access-requests", "/admin/billing", "/admin/blueprints", "/admin/mail", "/admin/settings"],
    ...[
      `/admin/audit-log?from=${iso}&to=${iso}`,
      `/admin/users/${dana.actor.userId}`,
      `/admin/blueprint/${blueprintId}`,
    ],
  ])
    texts[address] = await pageText(admin, address);
  const mails = await db.select({ kind: message.kind, text: message.text }).from(message);
  const receipt = mails.find(({ kind }) => kind === "receipt");
  texts["receipt mail"] = receipt?.text ?? "";
  if (canReadPdf) {
    for (const file of [
      `${paid.number}.pdf`,
      `${paid.number}-receipt.pdf`,
      `${open.number}.pdf`,
      ...notes.map(({ number }) => `${number}.pdf`),
    ])
      texts[file] = pdfText((await drawDocumentFile(ctx, file))!);
    const analysis = await getAnalysisPdf(dana, blueprintId);
    texts["analysis"] = pdfText(analysis.ok ? analysis.value.bytes : new Uint8Array());
    const full = await getVersionPdf(dana, publishedId);
    texts["full blueprint"] = pdfText(full.ok ? full.value.bytes : new Uint8Array());
  }
  const named = Object.entries(texts).map(([name, text]) => [name, daysNear(at, text)]);
  expect(named).toEqual(Object.keys(texts).map((name) => [name, [expected]]));
  for (const { kind, text } of mails)
    expect([kind, daysNear(at, text ?? "").filter((day) => day !== expected)]).toEqual([kind, []]);
});

test("an invoice keeps its dates when the firm's time zone changes, and is due whole days later across a DST change", async () => {
  useSettings({ COMPANY_TIMEZONE: "America/New_York" });
  // 23:30 in New York; its clocks go forward on March 9.
  const ctx = { ...base, now: new Date("2036-03-02T04:30:00Z") };
  const dana = await wizardMember(ctx);
  const { number } = await paymentFixtures(ctx).invoiced(dana, await finishedBlueprint(dana));
  const [row] = await db.select().from(billingDocument);
  expect(row).toMatchObject({ issuedOn: "2036-03-01", dueOn: "2036-03-15" });
  useSettings({ COMPANY_TIMEZONE: "Pacific/Kiritimati" });
  const page = await pageText(dana, "/invoices");
  expect(page).toContain("Mar 1, 2036");
  expect(page).toContain("Due Mar 15, 2036");
  if (canReadPdf) expect(pdfText((await drawDocumentFile(ctx, `${number}.pdf`))!)).toMatch(/Date\s+Mar 1, 2036/);
});

test("a reminder shows the due date of its invoice, also at 23:30 and after a time zone change", async () => {
  useSettings({ COMPANY_TIMEZONE: "America/New_York" });
  const issued = { ...base, now: new Date("2036-11-22T04:30:00Z") };
  const dana = await wizardMember(issued);
  await paymentFixtures(issued).invoiced(dana, await finishedBlueprint(dana));
  for (const zone of ["America/New_York", "Pacific/Kiritimati"]) {
    // 23:30 on December 12 in New York: seven days late. In Kiritimati it is December 13, a Saturday.
    const late = { ...base, now: new Date("2036-12-13T04:30:00Z") };
    const sent = await remindOfInvoices(late, { isOn: true, firmZone: zone });
    expect([zone, sent]).toEqual([zone, zone === "America/New_York" ? 1 : 0]);
  }
  const [mail] = await db.select({ text: message.text }).from(message).where(eq(message.kind, "invoice-reminder"));
  expect(mail?.text).toMatch(/Due: Dec 5, 2036/);
});

test("a scheduled deletion keeps its date when the firm's time zone changes", async () => {
  useSettings({ COMPANY_TIMEZONE: "America/New_York", SECRET: "s".repeat(32) });
  // 23:30 in New York.
  const dana = await wizardMember({ ...base, now: new Date("2036-11-22T04:30:00Z") });
  await db.update(user).set({ deletionDueAt: new Date("2036-11-29T04:30:00Z"), deletionDueOn: "2036-11-28" });
  useSettings({ COMPANY_TIMEZONE: "Pacific/Kiritimati" });
  for (const address of ["/account", "/account?tab=security"])
    expect(await pageText(dana, address)).toContain("deleted on Nov 28, 2036");
  const admin = await asAdmin(base);
  expect(await pageText(admin, `/admin/users/${dana.actor.userId}`)).toContain("Will be deleted on Nov 28, 2036");
});

test("an audit filter covers the firm's day from its first to its last instant", async () => {
  useSettings({ COMPANY_TIMEZONE: "America/New_York", SECRET: "s".repeat(32) });
  const admin = await asAdmin(base);
  const create = async (name: string, at: string) => {
    const now = new Date(at);
    const actor = { ...admin.actor, factorVerifiedAt: now };
    expect(await createApiToken({ ...admin, actor, now }, { name, scopes: ["read:prospects"] })).toMatchObject({
      ok: true,
    });
  };
  await create("before", "2036-11-21T04:59:59Z");
  await create("first", "2036-11-21T05:00:00Z");
  await create("last", "2036-11-22T04:59:59Z");
  await create("after", "2036-11-22T05:00:00Z");
  const text = await pageText(admin, "/admin/audit-log?from=2036-11-21&to=2036-11-21");
  expect(["before", "first", "last", "after"].filter((name) => text.includes(`name: ${name}`))).toEqual([
    "first",
    "last",
  ]);
});

test("the date format follows the reader's language, the date does not; the admin area stays American", async () => {
  useSettings({ COMPANY_TIMEZONE: "America/New_York", SECRET: "s".repeat(32) });
  const ctx = { ...base, now: new Date(moments.winter) };
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const german = { "accept-language": "de-AT,de;q=0.9,en;q=0.8" };
  expect(await pageText(dana, `/blueprint/${id}`)).toContain("November 21, 2036");
  expect(await pageText(dana, `/blueprint/${id}`, german)).toContain("21 November 2036");
  await requestAccess(ctx, { email: "sam@meridian.example", company_name: "Meridian" });
  const admin = await asAdmin(ctx);
  expect(await pageText(admin, "/admin/access-requests", german)).toContain("Nov 21, 2036");
});

test("the scheduler follows the reader's language in clock, dates and first day of the week", async () => {
  useSettings({ SECRET: "s".repeat(32), COMPANY_TIMEZONE: "America/New_York", CONTACT_EMAIL: "hello@gtmarc.example" });
  await ensureDefaultHost(base);
  const visitor = asAnonymous(base);
  const american = await pageText(visitor, "/schedule/strategy-session");
  expect(american).toMatch(/Su Sunday Mo Monday/);
  expect(american).toMatch(/[A-Z][a-z]+day, March \d+, 2026/);
  expect(american).toMatch(/\d:\d\d [AP]M/);
  const british = await pageText(visitor, "/schedule/strategy-session", { "accept-language": "en-GB" });
  expect(british).toMatch(/Mo Monday .* Su Sunday/);
  expect(british).toMatch(/[A-Z][a-z]+day \d+ March 2026/);
  expect(british).not.toMatch(/\d:\d\d [AP]M/);
});
