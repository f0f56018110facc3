import { beforeEach, expect, test, vi } from "vitest";
import { sendLegalNotices } from "#app/features/accounts/users/legal-notices.server.ts";
import { startPayment } from "#app/features/billing/billing.server.ts";
import { drawDocumentFile } from "#app/features/billing/pdf/files.server.ts";
import { billingDocument } from "#app/features/billing/tables.server.ts";
import { termsSection } from "#app/features/content/terms-sections.ts";
import { renewOnLegalDays } from "#app/features/content/texts/legal-days.server.ts";
import { textDefinitions } from "#app/features/content/texts/texts.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { settingTests } from "#app/features/operations/setting-tests.server.ts";
import { changeSettings } from "#app/features/settings/settings.server.ts";
import { loadSettings } from "#app/features/settings/stored-settings.server.ts";
import { settingVersion } from "#app/features/settings/tables.server.ts";
import { commandLine } from "#app/lib/actor.ts";
import { settingsRevision } from "#app/platform/env.server.ts";
import { settingsAdminEndpoints } from "#app/routes/api/admin/settings-admin.server.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { billTo, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { pdfTexts } from "#tests/fixtures/pdf-text.ts";
import { pageHead, pageHtml, pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";

const { ctx } = useDatabase();
const operator = { ...ctx, actor: commandLine };
const visitor = asAnonymous(ctx);
// The settings of this process outlive the database of the test before.
beforeEach(() => loadSettings(ctx));

const set = (...changes: { name: string; value: string | null }[]) =>
  changeSettings(operator, { changes, tests: settingTests });
const setTerms = (value: string | null) => set({ name: "texts.terms", value });

/** Short terms in which the fee is section 1 and the retainer section 2. */
const terms = (version: number, fee: string, effective = "2026-02-01") => `Version: ${version}
Effective: ${effective}

# Terms of {{firm_name}}

What we agree on.

- Short.

## The blueprint {#full-blueprint}

${fee}

## The retainer {#retainer}

As in section {{section:full-blueprint}}. Questions: {{contact_email}}.`;

const notFound = async (path: string) => (await pageText(visitor, path)).includes("Page not found");

/** The address of the version that applies leads to its page, so that links to a coming version stay valid on its day. */
const isCurrent = (path: string) =>
  pageText(visitor, path).then(
    () => false,
    (error: Error) => error.message === `${path}: 302 /terms-of-service`,
  );

test("new terms have their version and date, and the versions before them stay readable as they were", async () => {
  const former = "/terms-of-service/versions/1";
  expect(await isCurrent(former)).toBe(true);
  expect(await pageText(visitor, "/terms-of-service")).toContain("Last updated September 29, 2025");
  expect(await setTerms(terms(2, "It costs {{price_unlock}}."))).toMatchObject({ ok: true });
  await set({ name: "prices.unlock", value: "750" });
  const second = await pageHtml(visitor, "/terms-of-service");
  expect(second).toContain("Version 2, effective February 1, 2026");
  expect(second).toContain(`<a href="${former}">1 (September 29, 2025)</a>`);
  expect(second).toContain("It costs $750.");
  expect(second).toContain("As in section 1. Questions: ");
  expect(second).toContain('<a href="mailto:hello@gtmarc.example?subject=Terms%20of%20Service%20Inquiry">');
  // The drawing has the periods of the default terms.
  expect(second).not.toContain("Unpaid, until the late fee begins");
  expect(await pageHead(visitor, "/terms-of-service")).toContain("Terms of GTMarc | GTMarc");
  const first = await pageText(visitor, former);
  expect(first).toContain("Version 1, effective September 29, 2025");
  expect(first).toContain("This version no longer applies");
  expect(first).toContain("for a one-time fee of $499");
  expect(await pageHead(visitor, former)).toContain("noindex");

  await setTerms(terms(3, "It is free.", "2026-03-01"));
  await set({ name: "prices.unlock", value: "900" });
  expect(await pageText(visitor, "/terms-of-service/versions/2")).toContain("It costs $750.");
  expect(await pageText(visitor, "/terms-of-service")).toContain("2 (February 1, 2026)");
  expect(await isCurrent("/terms-of-service/versions/3")).toBe(true);
  for (const path of ["4", "0", "x", "1000", "03"])
    expect(await notFound(`/terms-of-service/versions/${path}`), path).toBe(true);
  expect(await notFound("/privacy-policy/versions/2")).toBe(true);

  // The same number again is a correction of its text.
  await setTerms(terms(3, "It is free of charge.", "2026-03-01"));
  expect(await pageText(visitor, "/terms-of-service")).toContain("It is free of charge.");
  expect(await isCurrent("/terms-of-service/versions/3")).toBe(true);
});

test("new terms apply from their day; until then the terms before them do, and the new ones are announced", async () => {
  const at = (now: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  const change = (now: string, ...changes: { name: string; value: string | null }[]) =>
    changeSettings({ ...operator, now: new Date(now) }, { changes, tests: settingTests });
  // Without the footer, which has the day of the last change.
  const page = async () => (await pageText(visitor, "/terms-of-service")).replace(/Rev\. .*/, "");
  const specified = await page();
  at("2026-12-01T12:00:00Z");
  await change("2026-12-01T12:00:00Z", {
    name: "texts.terms",
    value: terms(2, "It costs {{price_unlock}}.", "2027-01-01"),
  });
  const html = await pageHtml(visitor, "/terms-of-service");
  expect(html).toContain('<a href="/terms-of-service/versions/2">Version 2</a> applies from January 1, 2027.');
  expect((await page()).replace(" Version 2 applies from January 1, 2027.", "")).toBe(specified);
  expect(html).toContain("Unpaid, until the late fee begins");
  expect(termsSection("full-blueprint").number).toBe(5);
  expect(await pageHead(visitor, "/terms-of-service")).toContain("Terms of Service | GTMarc");
  const announced = await pageText(visitor, "/terms-of-service/versions/2");
  expect(announced).toContain("Version 2, effective January 1, 2027");
  expect(announced).toContain("This version applies from January 1, 2027. Read the current version");
  expect(await pageHead(visitor, "/terms-of-service/versions/2")).toContain("noindex");
  expect(await isCurrent("/terms-of-service/versions/1")).toBe(true);

  // The terms before them apply to the end with the settings of that time.
  await change("2026-12-20T12:00:00Z", { name: "prices.unlock", value: "750" });
  expect(await page()).toContain("$750");
  // New York is five hours behind.
  at("2027-01-01T04:59:00Z");
  renewOnLegalDays();
  const revision = settingsRevision();
  renewOnLegalDays();
  expect(settingsRevision()).toBe(revision);
  expect(await page()).toContain("Version 2 applies from");
  at("2027-01-01T05:00:00Z");
  renewOnLegalDays();
  expect(settingsRevision()).toBe(revision + 1);
  await change("2027-01-02T12:00:00Z", { name: "prices.unlock", value: "900" });
  expect(await page()).toContain("It costs $900.");
  expect(await page()).toContain("Other versions: 1 (September 29, 2025)");
  expect(await isCurrent("/terms-of-service/versions/2")).toBe(true);
  const former = await pageText(visitor, "/terms-of-service/versions/1");
  expect(former).toContain("This version no longer applies.");
  expect(former).toContain("$750");
  expect(termsSection("full-blueprint").number).toBe(1);
});

test("terms that are withdrawn before their day never applied, and going back makes later numbers other versions", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T12:00:00Z") });
  await setTerms(terms(2, "It is free."));
  await setTerms(terms(3, "It is dear.", "2027-01-01"));
  await setTerms(null);
  vi.setSystemTime(new Date("2027-02-01T12:00:00Z"));
  const page = await pageText(visitor, "/terms-of-service");
  expect(page).toContain("Last updated September 29, 2025");
  expect(page).toContain("Other versions: 2 (February 1, 2026) , 3 (January 1, 2027)");
  expect(await pageText(visitor, "/terms-of-service/versions/2")).toContain("This version no longer applies.");
  expect(await pageText(visitor, "/terms-of-service/versions/3")).toContain("was withdrawn before it applied");
});

test("earlier terms stay readable after a release that rejects an old value of another setting, and settings can be changed", async () => {
  const old = { name: "prices.unlock", value: "a lot", changedByKind: "command_line", changedAt: ctx.now };
  await ctx.db.insert(settingVersion).values(old);
  expect(await setTerms(terms(2, "It is free."))).toMatchObject({ ok: true });
  expect(await pageText(visitor, "/terms-of-service/versions/1")).toContain("for a one-time fee of $499");
});

test("the section about the fee has its number of the firm's own terms, on the page and on invoices", async () => {
  useInvoicesOnly();
  const dana = await wizardMember(ctx);
  expect(await startPayment(dana, { blueprintId: await finishedBlueprint(dana), billTo })).toMatchObject({ ok: true });
  const [invoice] = await ctx.db.select().from(billingDocument);
  const drawn = async () =>
    (await pdfTexts((await drawDocumentFile(ctx, `${invoice!.number}.pdf`))!)).join(" ").replace(/\s+/g, " ");
  expect(await drawn()).toContain("(terms, section 5)");
  await setTerms(terms(2, "It is free."));
  expect(termsSection("full-blueprint").number).toBe(1);
  expect(await drawn()).toContain("(terms, section 1)");
  await setTerms(null);
  expect(termsSection("full-blueprint").number).toBe(5);
});

test("new terms are announced by the request that saves them, and withdrawing them stops the emails", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T12:00:00Z") });
  registerListeners();
  const admin = { ...(await asAdmin(ctx)), now: new Date() };
  admin.actor.factorVerifiedAt = admin.now;
  const save = (value: string | null, more: object) =>
    callsOf(settingsAdminEndpoints)(
      ...([
        admin,
        "/admin/settings",
        { changes: [{ name: "texts.terms", value }], ...more },
        { method: "PUT" },
      ] as const),
    );
  const notifiesAccounts = true;
  expect(await save(terms(2, "It is free.", "2026-12-01"), { notifiesAccounts })).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringMatching(/^texts\.terms applies already; raise Version/) } },
  });
  expect((await save(terms(2, "It is free.", "2027-01-01"), { notifiesAccounts })).status).toBe(200);
  await sendLegalNotices(admin);
  const mails = () => ctx.db.select({ kind: message.kind, to: message.toAddress }).from(message);
  expect(await mails()).toEqual([{ kind: "legal-notice", to: "admin@gtmarc.example" }]);
  expect((await save(null, {})).status).toBe(200);
  expect(await mails()).toEqual([]);
});

test.each([
  ["no version", (text: string) => text.replace(/^Version.*\n/, ""), /begins with two lines/],
  ["no day of the calendar", (text: string) => text.replace("2025-09-29", "2025-02-30"), /begins with two lines/],
  ["version 0", (text: string) => text.replace("Version: 1", "Version: 0"), /begins with two lines/],
  ["no title", (text: string) => text.replace(/^# .*\n/m, ""), /begins with two lines|a heading with #/],
  [
    "no section about the fee",
    (text: string) => text.replace("{#full-blueprint}", ""),
    /anchor \{#retainer\}|anchor \{#full-blueprint\}/,
  ],
  [
    "a reference to a section that is not there",
    (text: string) => text.replace("{{section:use}}", "{{section:x}}"),
    /is not a placeholder/,
  ],
  ["a section at the wrong level", (text: string) => `${text}\n\n### More\n\nx`, /“More” is not a section/],
  ["no summary", (text: string) => text.replace(/^- /m, "Then:\n\n- "), /one list, a short summary of the text/],
  ["a section without text", (text: string) => `${text}\n\n## More`, /“More” has no text/],
])("terms with %s are refused with a sentence", async (_, change, sentence) => {
  const refused = await setTerms(change(textDefinitions.terms.preset));
  expect(refused).toMatchObject({
    reason: { kind: "invalid", fields: { "texts.terms": expect.stringMatching(sentence) } },
  });
});

test("the default privacy policy follows the months that visits are kept", async () => {
  expect(await pageText(visitor, "/privacy-policy")).toContain("13 months at most");
  await set({ name: "analytics.months", value: "6" });
  expect(await pageText(visitor, "/privacy-policy")).toContain("6 months at most");
});
