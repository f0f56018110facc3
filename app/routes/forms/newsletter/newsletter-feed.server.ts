import { etag } from "hono/etag";
import { changedOn, getPage } from "#app/features/content/content.ts";
import {
  listPublished,
  listPublishedTexts,
  type PublishedIssue,
} from "#app/features/newsletter/issues/archive.server.ts";
import { feedPaths } from "#app/features/newsletter/issues/feed-links.ts";
import { firmName } from "#app/lib/firm.ts";
import type { MarkdownNode } from "#app/lib/formats/markdown.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";

/*
 * The newsletter's archive as RSS 2.0 and Atom. Entries are identified by the issue's id, which survives changes of title and URL;
 * every link is absolute.
 */

const entries = 30;
const about = {
  get title() {
    return xml(`${firmName()} newsletter`);
  },
  text: "About once a month: one revenue automation, with its cost, its return and what it took to build.",
};

export const newsletterFeeds = newEndpoints();
for (const [path, write, type] of [
  [feedPaths.rss, rssFeed, "application/rss+xml"],
  [feedPaths.atom, atomFeed, "application/atom+xml"],
] as const)
  newsletterFeeds.get(path, etag(), async (c) => {
    const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": "public, max-age=300" };
    return c.body(await currentFeed(c.get("ctx"), path, write), 200, headers);
  });

/** The last feed per path. Sent text does not change, so a feed is regenerated only when the list of issues changes. */
const lastFeeds = new Map<string, { of: string; feed: string }>();

async function currentFeed(ctx: Pick<Ctx, "db">, path: string, write: typeof rssFeed): Promise<string> {
  const { SITE_URL } = env();
  const of = JSON.stringify([SITE_URL, await listPublished(ctx, entries)]);
  const last = lastFeeds.get(path);
  if (last?.of === of) return last.feed;
  const feed = write(SITE_URL, await listPublishedTexts(ctx, entries));
  lastFeeds.set(path, { of, feed });
  return feed;
}

const addressOf = (siteUrl: string, { slug }: PublishedIssue) => `${siteUrl}/newsletter/archive/${slug}`;
const idOf = ({ id }: PublishedIssue) => `urn:uuid:${id}`;
/** Without issues, the date of the page. */
const changedAt = (issues: readonly PublishedIssue[]) =>
  new Date(
    issues.length === 0
      ? changedOn(getPage("/newsletter/archive"))
      : Math.max(...issues.map(({ publishedAt }) => publishedAt.getTime())),
  );

/** `issues`: newest first. */
export function rssFeed(siteUrl: string, issues: readonly PublishedIssue[]): string {
  const items = issues.map(
    (issue) => `<item>
<title>${xml(issue.subject)}</title>
<link>${xml(addressOf(siteUrl, issue))}</link>
<guid isPermaLink="false">${idOf(issue)}</guid>
<pubDate>${issue.sentAt.toUTCString()}</pubDate>
<description>${xml(htmlOf(issue.text))}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${about.title}</title>
<link>${siteUrl}/newsletter/archive</link>
<description>${about.text}</description>
<language>en-us</language>
<lastBuildDate>${changedAt(issues).toUTCString()}</lastBuildDate>
<atom:link rel="self" type="application/rss+xml" href="${siteUrl}${feedPaths.rss}"/>
${items.join("\n")}
</channel>
</rss>
`;
}

/** `issues`: newest first. */
export function atomFeed(siteUrl: string, issues: readonly PublishedIssue[]): string {
  const items = issues.map(
    (issue) => `<entry>
<id>${idOf(issue)}</id>
<title>${xml(issue.subject)}</title>
<link rel="alternate" type="text/html" href="${xml(addressOf(siteUrl, issue))}"/>
<published>${issue.sentAt.toISOString()}</published>
<updated>${issue.publishedAt.toISOString()}</updated>
<summary>${xml(issue.preview)}</summary>
<content type="html">${xml(htmlOf(issue.text))}</content>
</entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">
<id>${siteUrl}/newsletter/archive</id>
<title>${about.title}</title>
<subtitle>${about.text}</subtitle>
<updated>${changedAt(issues).toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${siteUrl}${feedPaths.atom}"/>
<link rel="alternate" type="text/html" href="${siteUrl}/newsletter/archive"/>
<author><name>${xml(firmName())}</name></author>
${items.join("\n")}
</feed>
`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** XML cannot hold control characters, escaped or not. */
const xml = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, "").replace(/[&<>"']/g, (sign) => entities[sign]!);

const htmlOf = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === "string") return xml(node);
      const { tag, href, start, src = "", alt = "", children } = node;
      if (tag === "img") return `<img src="${xml(src)}" alt="${xml(alt)}">`;
      const attributes = `${href ? ` href="${xml(href)}"` : ""}${start ? ` start="${start}"` : ""}`;
      return tag === "br" || tag === "hr" ? `<${tag}>` : `<${tag}${attributes}>${htmlOf(children)}</${tag}>`;
    })
    .join("");
