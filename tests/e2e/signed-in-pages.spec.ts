import { expect, type Page } from "@playwright/test";
import { indexablePages } from "#app/features/content/content.ts";
import { signInAsAdmin } from "./admins.ts";
import { chunkOf, fetchedAhead } from "./chunks.ts";
import { test } from "./journey.ts";
import { sendRequest, signInNew } from "./people.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.58" } });

/*
 * Content pages for signed-in users are filled copies (server/requests/signed-in-pages.ts). A name with an apostrophe cannot be
 * filled in, so that page is rendered for its user alone: both must produce the same page.
 */
test("a filled copy equals the page rendered for its user, on every page", async ({ page, baseURL }) => {
  await signInNew(page, "copies", { access: false });
  const callMe = async (first_name: string) => {
    const answer = await page.request.put("/api/profile", {
      headers: { origin: baseURL! },
      data: { first_name, last_name: "Reyes", company_name: "Northfield" },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const read = async () => {
    const pages = new Map<string, string>();
    for (const { path } of indexablePages()) pages.set(path, await (await page.request.get(path)).text());
    return pages;
  };
  await callMe("Dana");
  const filled = await read();
  await callMe("D'ana");
  const rendered = await read();
  for (const [path, html] of filled) {
    expect(html, path).toContain("Dana");
    expect(html, path).not.toContain("goes-here");
    expect(rendered.get(path)?.replaceAll("D&#x27;ana", "Dana"), path).toBe(html);
  }
});

test("content and app pages prefetch the wizard for users with access", async ({ page }) => {
  await signInNew(page, "ahead");
  // This name cannot be filled into a copy, so the page is rendered for its user alone.
  await sendRequest(page, "PUT", "/api/profile", {
    first_name: "O'Neil",
    last_name: "Reyes",
    company_name: "Northfield",
  });
  const [wizard, adminPage] = [chunkOf("blueprint/guided.tsx"), chunkOf("admin/today/today.tsx")];
  for (const path of ["/faq", "/account"]) {
    expect(await fetchedAhead(page, path, adminPage), path).toBe(false);
    const fetched = page.waitForRequest((request) => request.url().endsWith(wizard));
    await page.goto(path);
    await fetched;
    await page.waitForFunction(() => {
      const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      const ahead = document.querySelector<HTMLMetaElement>("meta[name=code-ahead]")!.content.split(" ");
      return ahead.every((file) => loaded.includes(file));
    });
    const again: string[] = [];
    page.on("request", (request) => void (request.url().endsWith(wizard) && again.push(path)));
    await page.reload();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await page.goto(path === "/faq" ? "/account" : "/faq", { waitUntil: "networkidle" });
    expect(again, "once per tab, on content and app pages").toEqual([]);
    await page.evaluate(() => sessionStorage.clear());
  }
});

/** The files of this site that a view of `path` asks for, those fetched ahead included, and how many of them come from the network. */
async function filesOf(page: Page, path: string) {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.waitForFunction(() => {
    const ahead = document.querySelector<HTMLMetaElement>("meta[name=code-ahead]")?.content.split(" ") ?? [];
    return ahead.every((file) => performance.getEntriesByName(new URL(file, location.href).href).length > 0);
  });
  return page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const ahead = document.querySelector<HTMLMetaElement>("meta[name=code-ahead]")?.content.split(" ") ?? [];
    const isAhead = ({ name }: PerformanceEntry) => ahead.includes(new URL(name).pathname);
    const names = (list: readonly PerformanceEntry[]) => new Set(list.map(({ name }) => name)).size;
    return {
      count: names(files),
      ahead: names(files.filter(isAhead)),
      fromNetwork: files.filter((file) => isAhead(file) && file.transferSize > 0).length,
    };
  });
}

test("a page view of a signed-in reader fetches at most 24 files ahead, and none of them again in another tab", async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await browser.newPage({ baseURL: baseURL! });
  const plain = await filesOf(visitor, "/");
  expect(plain.ahead).toBe(0);
  await visitor.close();
  await signInNew(page, "bounded");
  const adminPage = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await signInAsAdmin(adminPage, "bounded-admin");
  for (const reader of [page, adminPage])
    for (const path of ["/", "/about", "/account"]) {
      // A new tab has fetched nothing yet.
      const first = await reader.context().newPage();
      const files = await filesOf(first, path);
      expect(files.ahead, path).toBeGreaterThan(10);
      expect(files.ahead, path).toBeLessThanOrEqual(24);
      // The script of signed-in readers, and the one that fetches ahead with what it imports.
      if (path === "/") expect(files.count).toBeLessThanOrEqual(plain.count + 24 + 4);
      const tab = await reader.context().newPage();
      expect((await filesOf(tab, path)).fromNetwork, `${path} in another tab`).toBe(0);
      for (const one of [first, tab]) await one.close();
    }
  await adminPage.context().close();
});
