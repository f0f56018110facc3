import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { getSamplePdf } from "#app/features/analysis/sample/sample-analysis.server.ts";
import { startPayment } from "#app/features/billing/billing.server.ts";
import { unlockCents } from "#app/features/billing/billing.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { indexablePages } from "#app/features/content/content.ts";
import { kitArchive } from "#app/features/kit/files/archive.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { billTo, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { pdfTexts } from "#tests/fixtures/pdf-text.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import { galleryMails, renderGalleryMail } from "../../../scripts/mail-gallery.ts";

const { ctx } = useDatabase();

const changed = {
  PRICE_UNLOCK: [777, /\b499\b/, /\$777\b/],
  PRICE_PROJECT_FROM: [6100, /from \$5,000\b|\$5,000(\+| to \$)/i, /\$6,100\b/],
  PRICE_PROJECT_TO: [31_000, /(\$[\d,]+ to|typically up to|range,) \$25,000\b/, /\$31,000\b/],
  PRICE_RETAINER: [2300, /\$2,000\b/, /\$2,300\b/],
} as const;

/** They print the assumptions of the return model, which change with its version only (decision 0285). */
const modelPages = ["/assumptions", "/sample-analysis"];

/** Mails about what was ordered, paid or counted before. */
const recordedAmounts = /^(analytics|weekly|invoice|receipt|refund|payment|credit|dispute|chargeback|bank|fact)/;

test("the pages and files of the model never call its prices the firm's current price list", async () => {
  await ensureDefaultHost(ctx);
  const kit = unzipSync(await kitArchive(""));
  const texts = new Map([["analysis PDF", (await pdfTexts(await getSamplePdf())).join(" ")]]);
  for (const path of modelPages) texts.set(path, await pageText(asAnonymous(ctx), path));
  for (const [name, content] of Object.entries(kit)) {
    const files = name.endsWith(".xlsx") ? unzipSync(content) : { "": content };
    for (const [part, bytes] of Object.entries(files))
      texts.set(`${name} ${part}`, name.endsWith(".pdf") ? (await pdfTexts(bytes)).join(" ") : strFromU8(bytes));
  }
  expect([...texts].filter(([, text]) => /our price list/i.test(text)).map(([name]) => name)).toEqual([]);
  const origin = "Our list price when this version of the model was made.";
  expect([...texts].filter(([, text]) => text.includes(origin)).length).toBeGreaterThan(1);
  expect(texts.get("/assumptions")).not.toContain("Our current prices are projects");
});

test("another price changes every page, head and mail that names it", async () => {
  registerListeners();
  await ensureDefaultHost(ctx);
  const visitor = asAnonymous(ctx);
  // What a module keeps from its first rendering would be the former price.
  for (const { path } of indexablePages()) await pageText(visitor, path);
  useSettings(Object.fromEntries(Object.entries(changed).map(([name, [value]]) => [name, value])));
  const texts = new Map<string, string>();
  for (const { path, title, description } of indexablePages().filter(({ path }) => !modelPages.includes(path)))
    texts.set(path, `${title} ${description} ${await pageText(visitor, path)}`);
  for (const [name, mail] of Object.entries(galleryMails())) {
    if (recordedAmounts.test(name)) continue;
    const { html, text } = await renderGalleryMail(mail);
    texts.set(`mail ${name}`, `${mail.subject} ${html} ${text}`);
  }
  for (const [, former, now] of Object.values(changed)) {
    expect([...texts].filter(([, text]) => former.test(text)).map(([name]) => name)).toEqual([]);
    expect([...texts.values()].filter((text) => now.test(text)).length).toBeGreaterThan(0);
  }
  expect(unlockCents()).toBe(77_700);
  for (const path of modelPages)
    expect(await pageText(visitor, path), path).toContain(
      "Model 1.1 counts projects of $5,000 to $25,000 and a retainer of $2,000 a month. Our current prices are projects from $6,100, typically up to $31,000, and a retainer from $2,300 a month.",
    );
});

test("beside a changed price the pages of an open invoice say that its amount applies", async () => {
  useInvoicesOnly();
  useSettings({ PRICE_UNLOCK: 499 });
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  expect(await startPayment(dana, { blueprintId: id, billTo })).toMatchObject({ value: { kind: "invoiced" } });
  useSettings({ PRICE_UNLOCK: 777 });
  const sentence = "Its amount of $499 applies until it is paid or canceled, also if our price changes.";
  for (const path of [`/blueprint/${id}`, `/blueprint/coming-soon?blueprint=${id}`]) {
    const text = await pageText(dana, path);
    expect(text).toContain(sentence);
    expect(text).not.toContain("Unlock for");
  }
});
