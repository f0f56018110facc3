import { createHash } from "node:crypto";
import { markdownPath, type Page } from "#app/features/content/pages.ts";

/**
 * A fingerprint of what a page of a running site says: its Markdown, without the address of the site and without the last
 * line, which carries the date. On pages whose numbers change by themselves, numbers do not count; the times that are free just
 * now never do.
 */
export async function fingerprint(page: Page, siteUrl: string): Promise<string> {
  const answer = await fetch(`${siteUrl}${markdownPath(page)}`);
  if (answer.status !== 200) throw new Error(`${markdownPath(page)} answered ${answer.status}`);
  const text = (await answer.text())
    .replaceAll(siteUrl, "")
    .replace(/\n### Next free times\n[\s\S]*?(?=\n#|\n---\n\nSource)/, "")
    .replace(/\n---\n\nSource: .*\n$/, "");
  return createHash("sha256")
    .update(page.frozen && !page.freshSeconds ? text : text.replace(/\d+/g, "0"))
    .digest("base64url")
    .slice(0, 16);
}
