import { expect, test } from "vitest";
import { drawAnalysisTask } from "#app/features/analysis/pdf/analysis-pdf.server.ts";
import type { BillingDocument } from "#app/features/billing/invoices/documents.server.ts";
import { drawDocumentTask } from "#app/features/billing/pdf/files.server.ts";
import { firstDraft } from "#app/features/full-blueprint/drawing/first-draft.ts";
import { drawVersionTask } from "#app/features/full-blueprint/pdf/version-pdf.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { sheet } from "#app/ui/pdf/ink.server.ts";
import { analysisPdf } from "#tests/fixtures/analysis-pdf.ts";
import { namesOfLanguages } from "#tests/fixtures/names.ts";
import { hasPdftotext, pdfActions, pdfTexts, popplerText, shown, textsBeyond } from "#tests/fixtures/pdf-text.ts";

/* Names of 48 languages in every document that the product draws, compared with the text that readers extract. */

const names = Object.values(namesOfLanguages);
const firm = {
  contactEmail: "hello@gtmarc.example",
  bank: ["Bank of Example", "IBAN XX00"],
  payUrl: null,
  feeSection: 5,
};

const billed = (name: string, lines: readonly string[] = []): BillingDocument =>
  ({
    ...{ number: "INV-2026-0001", kind: "invoice", amountCents: 499_900, issuedOn: "2026-11-21", dueOn: "2026-12-05" },
    billTo: {
      name,
      attention: lines[0],
      street: lines[1],
      extra: lines[2],
      city: "Denver",
      region: "CO",
      country: "US",
    },
    seller: ["GTMarc LLC", ...lines],
    taxNote: "Sales tax",
    description: `Full blueprint for ${name}`,
    issuedAt: new Date("2026-11-21T12:00:00Z"),
  }) as unknown as BillingDocument;
const payment = { method: "invoice", paymentIntentId: null, bankReference: names.join(" / ") } as never;

const version = (name: string) => ({
  ...{ companyName: name, architect: name, number: 2, note: name, timezone: "America/New_York" },
  publishedAt: new Date("2026-11-21T12:00:00Z"),
  content: firstDraft({ inputs: exampleFirm, result: analysisPdf(exampleFirm).result, companyName: name }),
});

const documents: Record<string, (name: string) => Promise<Uint8Array>> = {
  invoice: (name) => drawDocumentTask.run({ kind: "invoice", firm, document: billed(name), state: { kind: "due" } }),
  receipt: (name) =>
    drawDocumentTask.run({ kind: "receipt", firm, document: billed(name), payment, paidOn: "2026-11-24" }),
  "credit note": (name) =>
    drawDocumentTask.run({ kind: "credit-note", firm, document: billed(name), invoice: billed(name) }),
  "full blueprint": (name) => drawVersionTask.run(version(name)),
  analysis: (name) => drawAnalysisTask.run(analysisPdf(exampleFirm, name)),
};

/** Readers collect the words of a right-to-left line from the left. */
const wordsOf = (name: string) => name.split(" ").map(shown);

test.each(Object.keys(documents))("names of every language are readable in the text of the %s", async (kind) => {
  const drawn = shown((await pdfTexts(await documents[kind]!(names.join(" ")))).join("\n"));
  for (const [language, name] of Object.entries(namesOfLanguages))
    for (const word of wordsOf(name)) expect(drawn, language).toContain(word);
});

test.each(Object.entries(namesOfLanguages))(
  "an invoice to a client whose name is %s has that name",
  async (_, name) => {
    const texts = (await pdfTexts(await documents.invoice!(name))).map(shown);
    for (const word of wordsOf(name)) expect(texts.filter((text) => text.includes(word)).length).toBeGreaterThan(1);
  },
);

/** Without marks, and with the quotation marks that Markdown makes of straight ones. */
const plainLetters = (text: string) => shown(text).replace(/[\p{Cc}\p{M}\p{Cn}'‘’]/gu, "");

/* Typed by a stranger who hopes that a document takes it for its own syntax, for a link or for markup. */
const hostile = [
  ") Tj ET Q BT (out",
  ">> endobj 9 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj",
  "endstream %%EOF <</Type/Action/S/URI/URI(https://evil.example)>>",
  "\\) /Launch /F (calc.exe) \\050",
  "[pay](javascript:alert(1)) <a href='https://evil.example'>pay</a> ![x](file:///etc/passwd)",
  "https://evil.example javascript:alert(1) mailto:evil@evil.example",
  "@font-face{src:url(https://evil.example/f.ttf)} {{first_name}}",
  "\u202efdp.exe\u202c \u2066isolated\u2069 \u200b\u200d\ufeff",
  "\u0001\u0007\u0008\u000c\u001b[31m\u007f\u0085\ufffe\ufdd0",
  `Z${"\u0301".repeat(40)}`,
  "W".repeat(300),
];

test.each(Object.keys(documents))("a stranger's text in the %s stays text and starts nothing", async (kind) => {
  const plain = await pdfActions(await documents[kind]!("Northfield"));
  expect(plain.others).toEqual([]);
  const drawn = await documents[kind]!(hostile.join(" "));
  expect(await pdfActions(drawn)).toEqual(plain);
  const texts = plainLetters((await pdfTexts(drawn)).join(""));
  for (const text of hostile) expect(texts).toContain(plainLetters(text));
});

test.runIf(hasPdftotext)("pdftotext finds the names too (skipped where poppler-utils is not installed)", async () => {
  for (const [language, name] of Object.entries(namesOfLanguages)) {
    const drawn = shown(popplerText(await documents.invoice!(name)));
    // It puts a vowel sign of the last letter of a right-to-left line before the line.
    for (const word of wordsOf(name))
      expect(drawn, language).toContain(language === "Dhivehi" ? word.slice(0, -1) : word);
  }
});

test.runIf(hasPdftotext).each(Object.keys(documents))("pdftotext finds names in the %s", async (kind) => {
  const { Czech, Japanese, Arabic, Hebrew, Thai } = namesOfLanguages;
  const drawn = shown(popplerText(await documents[kind]!([Czech, Japanese, Arabic, Hebrew, Thai].join(" / "))));
  for (const name of [Czech, Japanese, Arabic, Hebrew, Thai])
    for (const word of wordsOf(name!)) expect(drawn).toContain(word);
});

test("every line of an address is an element of its own, and so is every line of the bank details", async () => {
  const lines = ["Jonah Price", "1600 Larimer Street", "Floor 3"];
  const texts = (
    await pdfTexts(
      await drawDocumentTask.run({
        kind: "invoice",
        firm,
        document: billed("Northfield", lines),
        state: { kind: "due" },
      }),
    )
  ).map((text) => text.trim());
  for (const line of [...lines.slice(1), "Attn. Jonah Price", "Denver, CO", "United States", ...firm.bank])
    expect(texts).toContain(line);
});

const references = ["Objednávka č. 2026/Ř-17", "発注番号 ２０２６−００１７", "أمر شراء رقم PO-2026/17", "W".repeat(60)];

test.each(["invoice", "receipt", "credit note"])("long references stay within the margins of the %s", async (kind) => {
  for (const reference of references) {
    const document = billed("Northfield");
    document.billTo = { ...document.billTo, purchaseOrder: reference, taxId: reference.slice(0, 40) };
    const drawn = await drawDocumentTask.run(
      kind === "invoice"
        ? { kind, firm, document, state: { kind: "due" } }
        : kind === "receipt"
          ? { kind, firm, document, payment, paidOn: "2026-11-24" }
          : { kind: "credit-note", firm, document, invoice: document },
    );
    expect(await textsBeyond(drawn, sheet.margin), reference).toEqual([]);
    const text = shown((await pdfTexts(drawn)).join(""));
    for (const word of wordsOf(reference)) expect(text).toContain(word);
  }
});

test.each(Object.keys(documents))("no name or hostile text leaves the margins of the %s", async (kind) => {
  for (const text of [names.join(" "), hostile.join(" ")])
    expect(await textsBeyond(await documents[kind]!(text), sheet.margin)).toEqual([]);
});

test("amounts of a credit note have a minus sign", async () => {
  const texts = await pdfTexts(await documents["credit note"]!("Northfield"));
  expect(texts.filter((text) => text.includes("4,999.00")).map((text) => text.trim())).toEqual([
    "−$4,999.00",
    "−$4,999.00 USD",
  ]);
});
