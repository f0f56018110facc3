import { beforeEach, expect, test } from "vitest";
import { mailBody } from "#app/features/mail/tables.server.ts";
import { newsletterIssue } from "#app/features/newsletter/tables.server.ts";
import { readMarkdown } from "#app/lib/formats/markdown.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { atomFeed, newsletterFeeds, rssFeed } from "./newsletter-feed.server.ts";

const { db, ctx } = useDatabase();
const call = callsOf(newsletterFeeds);
const site = "https://gtmarc.example";
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: site }));

const issue = {
  id: "018f0000-0000-7000-8000-000000000001",
  slug: "2026-11-lead-to-crm",
  subject: "Leads & <CRM>: “drawn”",
  preview: "What it returned\u0001.",
  sentAt: new Date("2026-11-20T15:00:00Z"),
  publishedAt: new Date("2026-11-21T09:30:00Z"),
  text: readMarkdown("It gave **3 < 4** hours. [See](/pricing?a=1&b=2)\n\n---\n\n3. third", site),
};

test("an RSS item and an Atom entry have the issue's id, absolute links, its dates and its text", () => {
  const rss = rssFeed(site, [issue]);
  const atom = atomFeed(site, [issue]);
  for (const feed of [rss, atom]) {
    expect(feed).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
    expect(feed).toContain("urn:uuid:018f0000-0000-7000-8000-000000000001");
    expect(feed).toContain("<title>Leads &amp; &lt;CRM&gt;: “drawn”</title>");
    expect(feed).toContain("&lt;strong&gt;3 &amp;lt; 4&lt;/strong&gt;");
    expect(feed).toContain("https://gtmarc.example/pricing?a=1&amp;amp;b=2");
    expect(feed).not.toContain("\u0001");
    for (const [, href] of feed.matchAll(/(?:href=(?:"|&quot;)|<link>)([^"&<]+)/g)) expect(href).toMatch(/^https:\/\//);
  }
  expect(rss).toContain("<pubDate>Fri, 20 Nov 2026 15:00:00 GMT</pubDate>");
  expect(rss).toContain('<guid isPermaLink="false">urn:uuid:');
  expect(atom).toContain("<published>2026-11-20T15:00:00.000Z</published>");
  expect(atom).toContain("<updated>2026-11-21T09:30:00.000Z</updated>");
});

test("a feed's date is that of the latest publication, regardless of when the issue was sent", () => {
  const older = { ...issue, id: "018f0000-0000-7000-8000-000000000002", sentAt: new Date("2026-10-20T15:00:00Z") };
  const feed = atomFeed(site, [issue, { ...older, publishedAt: new Date("2026-11-22T08:00:00Z") }]);
  expect(feed).toMatch(/<\/subtitle>\n<updated>2026-11-22T08:00:00\.000Z/);
});

test("a feed is regenerated only when an issue is published or withdrawn", async () => {
  const [mail] = await db.insert(mailBody).values({ html: "", text: "", createdAt: ctx.now }).returning();
  const times = { startedAt: ctx.now, finishedAt: ctx.now, createdAt: ctx.now, updatedAt: ctx.now };
  const add = async (slug: string, body: string) =>
    db.insert(newsletterIssue).values({
      ...{ status: "sent", subject: slug, preview: "", body, slug, publishedAt: ctx.now, mailBody: mail!.id },
      ...times,
    });
  const read = async () => {
    const { body } = await call(asAnonymous(ctx), "/newsletter/feed.xml", undefined, { method: "GET" });
    return [...String(body).matchAll(/&lt;p&gt;(\w+)&lt;/g)].map(([, word]) => word);
  };
  await add("first", "one");
  expect(await read()).toEqual(["one"]);
  await db.update(newsletterIssue).set({ body: "changed" });
  expect(await read()).toEqual(["one"]);
  await add("second", "two");
  expect((await read()).sort()).toEqual(["changed", "two"]);
  await db.update(newsletterIssue).set({ publishedAt: null });
  expect(await read()).toEqual([]);
});

test("both feeds are served with their types, also when empty, and support 304", async () => {
  for (const [path, type] of [
    ["/newsletter/feed.xml", "application/rss+xml; charset=utf-8"],
    ["/newsletter/atom.xml", "application/atom+xml; charset=utf-8"],
  ] as const) {
    const answer = await call(asAnonymous(ctx), path, undefined, { method: "GET" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    expect(String(answer.body)).not.toMatch(/<(item|entry)>/);
    const headers = { "if-none-match": answer.headers.get("etag")! };
    expect((await call(asAnonymous(ctx), path, undefined, { method: "GET", headers })).status).toBe(304);
  }
});
