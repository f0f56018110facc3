import { expect, type Page } from "@playwright/test";
import { clientWithAnalysis } from "./clients.ts";
import { test } from "./journey.ts";
import { site } from "./site.ts";
import { frames } from "./stillness.ts";

/*
 * Scripts arrive after the page is shown. What a visitor is about to press must not move then: a press that begins on a link and
 * ends beside it is lost.
 */

/** The place of each link, button and field, by what it is and which of its kind. */
const places = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const count = new Map<string, number>();
    return [...document.querySelectorAll("a, button, input, select, textarea, summary")].flatMap((element) => {
      const { x, y, width } = element.getBoundingClientRect();
      const kind = [element.tagName, element.id, element.getAttribute("name"), element.textContent.trim()].join(" ");
      count.set(kind, (count.get(kind) ?? 0) + 1);
      return width > 0 ? [{ what: `${kind} ${count.get(kind)}`, at: `${Math.round(x)}, ${Math.round(y)}` }] : [];
    });
  });

/** What moves when the scripts arrive. */
async function moved(page: Page, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  await frames(page, 5);
  const before = await places(page);
  release();
  await page.waitForFunction(() => window.heldSubmits === undefined);
  await page.waitForLoadState("networkidle");
  await frames(page, 5);
  const after = new Map((await places(page)).map(({ what, at }) => [what, at]));
  await page.unrouteAll({ behavior: "wait" });
  expect(before.length, path).toBeGreaterThan(2);
  return before
    .filter(({ what, at }) => after.has(what) && after.get(what) !== at)
    .map(({ what }) => `${path}: ${what}`);
}

for (const width of [1440, 390]) {
  const size = { viewport: { width, height: 900 } };

  test(`at ${width} px nothing moves when the scripts of sign-in and scheduler arrive`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...size, baseURL: baseURL! });
    const page = await context.newPage();
    for (const path of [
      "/auth",
      "/auth?tab=signup",
      "/auth?step=link",
      "/reset-password",
      "/schedule/strategy-session",
    ])
      expect(await moved(page, path)).toEqual([]);
    await context.close();
  });

  test(`at ${width} px nothing moves when the scripts of a client's pages arrive`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const { id } = await clientWithAnalysis(page, site(), `still-${width}`);
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ ...size, baseURL: baseURL!, storageState });
    const still = await context.newPage();
    for (const path of [
      ...[
        "/account",
        "/account?tab=security",
        "/blueprint/wizard/mode",
        `/blueprint/wizard/tech-stack?blueprint=${id}`,
      ],
      ...[`/blueprint/wizard/processes?blueprint=${id}`, `/blueprint/${id}`, `/blueprint/${id}/unlock`],
    ])
      expect(await moved(still, path)).toEqual([]);
    await context.close();
  });
}
