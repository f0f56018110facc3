import { globSync, readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { totpUri } from "#app/features/accounts/second-factor/totp.server.ts";
import { drawAnalysisTask } from "#app/features/analysis/pdf/analysis-pdf.server.ts";
import { getSamplePdf } from "#app/features/analysis/sample/sample-analysis.server.ts";
import { startPayment } from "#app/features/billing/billing.server.ts";
import { drawDocumentFile } from "#app/features/billing/pdf/files.server.ts";
import { billingDocument } from "#app/features/billing/tables.server.ts";
import { findCalendarFile } from "#app/features/booking/availability/calendar.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { pages } from "#app/features/content/content.ts";
import { pictureText } from "#app/features/content/pages/share-words.ts";
import { getVersionPdf } from "#app/features/full-blueprint/pdf/version-pdf.server.ts";
import { kitArchive } from "#app/features/kit/files/archive.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { apiEndpoints } from "#app/routes/api/api.server.ts";
import { openApiDocument } from "#app/routes/api/openapi.server.ts";
import { atomFeed, rssFeed } from "#app/routes/forms/newsletter/newsletter-feed.server.ts";
import { plainDocument } from "#app/shell/pages/plain-document.ts";
import { PdfLink } from "#app/ui/pdf/blocks.server.tsx";
import { llmsText, manifestText, securityText } from "#server/pages/site-texts.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { analysisPdf } from "#tests/fixtures/analysis-pdf.ts";
import { danasCall, tokenOf } from "#tests/fixtures/booking-fixture.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { pdfTexts } from "#tests/fixtures/pdf-text.ts";
import { publishedBlueprint } from "#tests/fixtures/published-blueprint.ts";
import { pageHead, pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import { galleryMails, renderGalleryMail } from "../../../scripts/mail-gallery.ts";

const { ctx } = useDatabase();
const siteUrl = "https://harbor.example";
const name = "Harbor & Vale";

const changed = {
  FIRM_NAME: name,
  MAIL_FROM: `${name} <office@harbor.example>`,
  CONTACT_EMAIL: "office@harbor.example",
  FIRM_ACCENT: "#0b5c8a",
  SOCIAL_URL: ["https://social.example/harbor"],
  LEGAL_NAME: "Harbor and Vale LLC",
  LEGAL_ADDRESS: ["7 Quay Lane", "Boston, MA 02110"],
  BILLING_SENDER: "Harbor and Vale LLC|7 Quay Lane",
  SITE_URL: siteUrl,
};

/** The defaults, apart from paths that the contract fixes and invoices of the fixtures, which keep their sender. */
const defaults = /GTMarc(?!-Lite-Starter-Kit)|GTMARC|hello@gtmarc\.example|#c93d0e|#ff7d4a/;
const leftIn = (texts: ReadonlyMap<string, string>) =>
  [...texts].flatMap(([where, text]) => {
    const at = text.search(defaults);
    return at < 0 ? [] : [`${where}: ${text.slice(Math.max(0, at - 60), at + 40)}`];
  });

test("with another firm's settings no public page, head, mail, document or feed has a default", async () => {
  registerListeners();
  const visitor = asAnonymous(ctx);
  const missing = "/no-such-page";
  await ensureDefaultHost(ctx);
  // What a module keeps when it loads would be the former name.
  for (const path of [...pages().map(({ path }) => path), missing]) await pageHead(visitor, path);
  useSettings(changed);
  await ensureDefaultHost(ctx);
  const texts = new Map([[`head of ${missing}`, await pageHead(visitor, missing)]]);
  for (const { path, title, description } of pages().filter(({ group }) => group !== "The automations")) {
    texts.set(path, await pageText(visitor, path));
    texts.set(`head of ${path}`, `${title} ${description} ${await pageHead(visitor, path)}`);
  }
  for (const [kind, mail] of Object.entries(galleryMails())) {
    const { html, text } = await renderGalleryMail(mail);
    texts.set(
      `mail ${kind}`,
      `${mail.subject} ${html} ${text}`.replace(/GTMarc\s*(<br\/?>|\n|,)?\s*hello@gtmarc\.example/g, ""),
    );
  }
  for (const [path, content] of Object.entries(unzipSync(await kitArchive(""))))
    texts.set(`kit ${path}`, path.endsWith(".pdf") ? (await pdfTexts(content)).join(" ") : strFromU8(content));
  texts.set("sample PDF", (await pdfTexts(await getSamplePdf())).join(" "));
  texts.set(
    "analysis PDF",
    (await pdfTexts(await drawAnalysisTask.run(analysisPdf(exampleFirm, "Northfield")))).join(" "),
  );
  texts.set("RSS", rssFeed(siteUrl, []));
  texts.set("Atom", atomFeed(siteUrl, []));
  texts.set("OpenAPI", JSON.stringify(openApiDocument(apiEndpoints).info));
  texts.set("manifest", manifestText());
  texts.set("llms.txt", llmsText(siteUrl));
  texts.set("security.txt", securityText({ siteUrl, contactEmail: "office@harbor.example", now: ctx.now }));
  texts.set("QR code", decodeURIComponent(totpUri("A".repeat(32), "dana@northfield.example")));
  texts.set("plain page", plainDocument({ title: "Stop follow-ups", body: "", nonce: "x" }));
  expect(leftIn(texts)).toEqual([]);
  expect(texts.get("plain page")).toContain("--action: #0b5c8a");
  expect(PdfLink({ href: "/", children: "" }).props.style).toMatchObject({ textDecorationColor: "#0b5c8a" });
  for (const where of [
    "/",
    "head of /",
    "mail access-requested",
    "RSS",
    "Atom",
    "OpenAPI",
    "manifest",
    "llms.txt",
    "QR code",
    "plain page",
    "sample PDF",
  ])
    expect(texts.get(where)?.replaceAll("&amp;", "&"), where).toContain(name);
});

test("invoices, full blueprints, calendar files and every mail on the way there name the firm alone", async () => {
  registerListeners();
  useInvoicesOnly();
  useSettings(changed);
  await ensureDefaultHost(ctx);
  const texts = new Map<string, string>();
  const dana = await wizardMember(ctx, "dana@harbor-client.example");
  expect(await startPayment(dana, { blueprintId: await finishedBlueprint(dana) })).toMatchObject({ ok: true });
  for (const { number } of await ctx.db.select({ number: billingDocument.number }).from(billingDocument))
    texts.set(`invoice ${number}`, (await pdfTexts((await drawDocumentFile(ctx, `${number}.pdf`))!)).join(" "));
  const drawn = await publishedBlueprint(ctx);
  const { bytes } = value(await getVersionPdf(drawn.dana, drawn.blueprintId));
  texts.set("full blueprint PDF", (await pdfTexts(bytes)).join(" "));
  const { manageUrl } = value(await bookCall(asAnonymous(ctx), danasCall()));
  texts.set("event.ics", unfolded((await findCalendarFile(ctx, tokenOf(manageUrl)))!));
  for (const { kind, subject, html, text, attachments } of await ctx.db.select().from(message)) {
    texts.set(`mail ${kind}`, `${subject} ${html} ${text}`);
    const files = attachments as { filename: string; contentType: string; content?: string }[];
    for (const { filename, contentType, content } of files)
      if (contentType.startsWith("text/calendar")) texts.set(`mail ${kind} ${filename}`, unfolded(content ?? ""));
  }
  for (const [where, text] of texts) texts.set(where, text.replaceAll(/[\w.-]+@gtmarc\.example/g, ""));
  expect(leftIn(texts)).toEqual([]);
  expect([...texts.keys()].filter((where) => /^invoice|\.ics$/.test(where)).length).toBeGreaterThan(2);
  for (const where of ["full blueprint PDF", "event.ics", "mail call-booked call.ics"])
    expect(texts.get(where), where).toContain(name);
});

/** Without the folds of iCalendar, and without what names the program that wrote the file. */
const unfolded = (ics: string) => ics.replaceAll("\r\n ", "").replaceAll(/^(PRODID|X-GTMARC-CALL).*$/gm, "");

test("the pictures of pages have the default name only in the wordmark, which another firm's pictures do not have", () => {
  expect(
    pages()
      .filter((page) => defaults.test(pictureText(page).join(" ")))
      .map(({ path }) => path),
  ).toEqual([]);
});

/** Where the product is meant: what other programs recognize, and messages for operators. */
const productFiles = [
  ...["app/lib/firm.ts", "app/platform/", "app/features/kit/starter-kit.ts", "app/routes/api/mail-webhook.server.ts"],
  ...[
    "app/features/booking/agenda/calendar-file.server.ts",
    "app/routes/api/v1/v1-reading.server.ts",
    "app/ui/logos/logo.tsx",
  ],
  ...["app/features/billing/stripe/stripe.server.ts", "app/routes/admin/analytics-import/history-imports.tsx"],
];

test("no other source writes the name", () => {
  const written = globSync("app/**/*.{ts,tsx}").filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      !productFiles.some((start) => file.startsWith(start)) &&
      readFileSync(file, "utf8")
        .replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, "")
        .replaceAll(/user-?agent"?: "GTMarc[^"]*"/gi, "")
        .includes("GTMarc"),
  );
  expect(written).toEqual([]);
});
