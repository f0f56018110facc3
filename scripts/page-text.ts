import { createHash } from "node:crypto";
import { markdownPath, type Page } from "#app/features/content/content.ts";

/**
 * A fingerprint of a page's text on a running site: its Markdown without the site's URL and the last line, which has the date.
 * On pages with changing numbers, numbers are ignored; free times and the count of downloads always are.
 */
export async function fingerprint(page: Page, siteUrl: string): Promise<string> {
  const answer = await fetch(`${siteUrl}${markdownPath(page)}`);
  if (answer.status !== 200) throw new Error(`${markdownPath(page)} answered ${answer.status}`);
  const text = (await answer.text())
    .replaceAll(siteUrl, "")
    .replace(/\s*Downloads so far: [\d,]+/, "")
    .replace(/\n### Next free times\n[\s\S]*?(?=\n#|\n---\n\nSource)/, "")
    .replace(/\n---\n\nSource: .*\n$/, "");
  return createHash("sha256")
    .update(page.frozen && !page.freshSeconds ? text : text.replace(/\d+/g, "0"))
    .digest("base64url")
    .slice(0, 16);
}
