import { expect, test } from "vitest";
import { unlockCents } from "#app/features/billing/billing.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { indexablePages } from "#app/features/content/content.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { galleryMails, renderGalleryMail } from "../scripts/mail-gallery.ts";
import { asAnonymous } from "../tests/fixtures/actors.ts";
import { pageText } from "../tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "../tests/setup/test-database.ts";
import { registerListeners } from "./listeners.ts";

const { ctx } = useDatabase();

const changed = {
  PRICE_UNLOCK: [777, /\b499\b/, /\$777\b/],
  PRICE_PROJECT_FROM: [6100, /from \$5,000\b|\$5,000(\+| to \$)/i, /\$6,100\b/],
  PRICE_PROJECT_TO: [31_000, /(\$[\d,]+ to|typically up to|range,) \$25,000\b/, /\$31,000\b/],
  PRICE_RETAINER: [2300, /\$2,000\b/, /\$2,300\b/],
} as const;

/** They print the assumptions of the return model, which change with its version only. */
const modelPages = ["/assumptions", "/sample-analysis"];

/** Mails about what was ordered, paid or counted before. */
const recordedAmounts = /^(analytics|weekly|invoice|receipt|refund|payment|credit|dispute|chargeback|bank|fact)/;

test("another price changes every page, head and mail that names it", async () => {
  registerListeners();
  await ensureDefaultHost(ctx);
  const visitor = asAnonymous(ctx);
  // What a module keeps from its first rendering would be the former price.
  for (const { path } of indexablePages) await pageText(visitor, path);
  useSettings(Object.fromEntries(Object.entries(changed).map(([name, [value]]) => [name, value])));
  const texts = new Map<string, string>();
  for (const { path, title, description } of indexablePages.filter(({ path }) => !modelPages.includes(path)))
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
});
