/**
 * Updates the pages' dates: compares every page's text with the text at its last date, and dates changed pages today. Run by
 * hand before publishing: `npm run script page-dates [YYYY-MM-DD]`. It uses the built product (`npm start` builds it) with a
 * separate data directory. The result is committed; a journey in tests/e2e/found.spec.ts fails while it is outdated.
 */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { indexablePages, pages } from "#app/features/content/content.ts";
import { pageDates } from "#app/features/content/pages/page-dates.ts";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { startProduct } from "../tests/fixtures/product.ts";
import { fingerprint } from "./page-text.ts";

const today = process.argv[2] ?? utcDate(new Date());
const dataDir = await mkdtemp(join(tmpdir(), "gtmarc-dates-"));
const product = await startProduct(dataDir);
try {
  const siteUrl = product.url.replace("127.0.0.1", "localhost");
  const dated: [path: string, changed: string, text: string][] = [];
  for (const page of pages()) {
    const before = pageDates[page.path];
    const text = indexablePages().includes(page) ? await fingerprint(page, siteUrl) : "";
    const isSame = before?.text === text;
    if (!isSame) console.log(`${page.path}: changed, dated ${today}`);
    dated.push([page.path, isSame ? before.changed : today, text]);
  }
  await writeFile(
    "app/features/content/pages/page-dates.ts",
    `/**
 * When the text of each page last changed, with a fingerprint of that text. Written by \`npm run script page-dates\`; a
 * journey compares the fingerprints with the pages as they are served, so that the dates in the site map stay true.
 */
export const pageDates: Readonly<Record<string, { changed: string; text: string }>> = {
${dated.map(([path, changed, text]) => `  "${path}": { changed: "${changed}", text: "${text}" },`).join("\n")}
};
`,
  );
} finally {
  const ended = product.ended();
  product.signal("SIGTERM");
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}
