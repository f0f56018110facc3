import { expect } from "@playwright/test";
import { indexablePages } from "#app/features/content/content.ts";
import { chunkOf, fetchedAhead } from "./chunks.ts";
import { test } from "./journey.ts";
import { sendRequest, signInNew } from "./people.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.58" } });

/*
 * Content pages for signed-in users are filled copies (server/signed-in-pages.ts). A name with an apostrophe cannot be
 * filled in, so that page is rendered for its user alone: both must produce the same page.
 */
test("a filled copy equals the page rendered for its user, on every page", async ({ page, baseURL }) => {
  test.setTimeout(120_000);
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
    for (const { path } of indexablePages) pages.set(path, await (await page.request.get(path)).text());
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
