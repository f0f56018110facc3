import { expect, type Page } from "@playwright/test";
import { expectAccessible, overflow } from "./accessibility.ts";
import { card, cards, drawing, filter, grid } from "./grid-page.ts";
import { test } from "./journey.ts";
import { pauseClock } from "./stillness.ts";

/* Search and the filter by tool, with and without scripts. Areas and drawings: grid.spec.ts. */

const field = (page: Page) => page.getByRole("searchbox", { name: "Search automations" });
const tools = (page: Page) => page.locator("summary", { hasText: "Tools" });
const tool = (page: Page, name: string) => page.getByRole("checkbox", { name: new RegExp(`^${name}\\b`) });
const chosen = (page: Page) => page.getByRole("list", { name: "Chosen tools" });
const status = (page: Page) => page.getByRole("status").filter({ hasText: "Showing" });
const titles = (page: Page) => cards(page).getByRole("heading").allTextContents();
const query = (page: Page) => decodeURIComponent(new URL(page.url()).search.replaceAll("+", " "));
const expectShown = (page: Page, count: number) =>
  expect(status(page)).toHaveText(`Showing ${count} of 18 automations`);

/** A page of a browser without scripts. */
const plain = test.extend({
  page: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
    await use(await context.newPage());
    await context.close();
  },
});

test("typing searches titles, descriptions and tools, and announces the count", async ({ page }) => {
  await page.goto(grid);
  await field(page).pressSequentially("onboarding");
  await expectShown(page, 1);
  await expect(card(page, "Customer Onboarding")).toBeVisible();
  await expect.poll(() => query(page)).toBe("?q=onboarding");
  await field(page).fill("lemlist");
  await expectShown(page, 1);
  await expect(card(page, "Follow-Up That Stops on Reply")).toBeVisible();
  await field(page).fill("");
  await expectShown(page, 18);
  await expect(page).toHaveURL(grid);
});

test("hyphens, capitals and the order of words make no difference", async ({ page }) => {
  await page.goto(grid);
  for (const words of ["lead routing", "Routing LEAD", "speed to lead routing", "speed-to-lead"]) {
    await field(page).fill(words);
    await expect(card(page, "Speed-to-Lead Routing")).toBeVisible();
    await expect.poll(() => query(page)).toBe(`?q=${words}`);
  }
});

test("text typed while the search is still loading is kept and searched", async ({ page }) => {
  const asked = Promise.withResolvers<void>();
  const isTyped = Promise.withResolvers<void>();
  await page.route(/search-fold/, async (route) => {
    asked.resolve();
    await isTyped.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(grid);
  await field(page).fill("lemlist");
  await asked.promise;
  await pauseClock(page);
  await field(page).fill("onboarding");
  isTyped.resolve();
  await expect(card(page, "Follow-Up That Stops on Reply")).toBeVisible();
  await expectShown(page, 1);
  await expect(field(page)).toHaveValue("onboarding");
  await page.clock.runFor(1000);
  await expect(card(page, "Customer Onboarding")).toBeVisible();
  await expect.poll(() => query(page)).toBe("?q=onboarding");
});

test("two tools show the automations that use both; each can be removed again", async ({ page }) => {
  await page.goto(grid);
  await tools(page).click();
  await tool(page, "HubSpot").check();
  await expectShown(page, 14);
  await tool(page, "Zendesk").check();
  await expectShown(page, 2);
  expect(await titles(page)).toEqual(["Support Ticket Routing", "Proactive Churn Prediction"]);
  await expect.poll(() => query(page)).toBe("?tool=hubspot&tool=zendesk");
  await page.keyboard.press("Escape");
  await expect(tool(page, "HubSpot")).toBeHidden();
  await chosen(page).getByRole("link", { name: "Remove HubSpot" }).click();
  await expectShown(page, 2);
  await expect.poll(() => query(page)).toBe("?tool=zendesk");
  await expect(tools(page)).toBeFocused();
  await chosen(page).getByRole("link", { name: "Remove Zendesk" }).click();
  await expectShown(page, 18);
  await expect(chosen(page).getByRole("link")).toHaveCount(0);
});

test("search, tools and area combine, and every filter shows its count", async ({ page }) => {
  await page.goto(grid);
  await tools(page).click();
  await tool(page, "Slack").check();
  await expect(filter(page, "Customer Lifecycle")).toHaveText("Customer Lifecycle3");
  await page.keyboard.press("Escape");
  await filter(page, "Customer Lifecycle").click();
  await expectShown(page, 3);
  await field(page).fill("queue");
  await expectShown(page, 1);
  await expect.poll(() => query(page)).toBe("?tool=slack&filter=Customer Lifecycle&q=queue");
  await expect(filter(page, "All")).toHaveText("All1");
  await tools(page).click();
  await expect(tool(page, "Zendesk")).toHaveAccessibleName(/1$/);
  await expect(tool(page, "Mixpanel")).toHaveAccessibleName(/0$/);
});

test("a URL with a search, tools and an area shows the same to everyone", async ({ page, browser, baseURL }) => {
  const shared = `${grid}?tool=hubspot&tool=slack&filter=Revenue+Operation&q=lead`;
  await page.goto(shared);
  await expect(field(page)).toHaveValue("lead");
  await expect(chosen(page).getByRole("link")).toHaveText(["Remove HubSpot", "Remove Slack"]);
  await expect(filter(page, "Revenue Operation")).toHaveAttribute("aria-current", "true");
  const withScripts = await titles(page);
  expect(withScripts).toEqual(["Lead Capture to CRM", "Speed-to-Lead Routing"]);
  await expectShown(page, withScripts.length);

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const other = await context.newPage();
  await other.goto(shared);
  expect(await titles(other)).toEqual(withScripts);
  await context.close();
});

test("Back goes through the filters, one step per search", async ({ page }) => {
  await page.goto(grid);
  await field(page).pressSequentially("lead", { delay: 5 });
  await expect.poll(() => query(page)).toBe("?q=lead");
  await field(page).pressSequentially(" routing", { delay: 5 });
  await expect.poll(() => query(page)).toBe("?q=lead routing");
  await filter(page, "Revenue Operation").click();
  await expect(filter(page, "Revenue Operation")).toHaveAttribute("aria-current", "true");
  await page.goBack();
  await expect(filter(page, "All")).toHaveAttribute("aria-current", "true");
  await expect(field(page)).toHaveValue("lead routing");
  await page.goBack();
  await expect(field(page)).toHaveValue("");
  await expectShown(page, 18);
  await page.goForward();
  await expect(field(page)).toHaveValue("lead routing");
});

test("a drawing opens over a search and closes back to it", async ({ page }) => {
  await page.goto(`${grid}?q=queue`);
  await card(page, "Support Ticket Routing").click();
  await expect(drawing(page)).toHaveAttribute("data-state", "ready");
  await page.keyboard.press("Escape");
  await expect(drawing(page)).toBeHidden();
  await expect.poll(() => query(page)).toBe("?q=queue");
  await expectShown(page, 1);
});

test("a search without a result shows a message and links", async ({ page }) => {
  await page.goto(grid);
  await field(page).fill("blockchain");
  await expectShown(page, 0);
  await expect(page.getByRole("heading", { name: "No automation matches" })).toBeVisible();
  await expect(page.getByText("No standard automations for Operations & Finance")).toBeHidden();
  await expect(page.getByRole("main").getByRole("link", { name: "Start Your Free Analysis" })).toBeVisible();
  await page.getByRole("link", { name: "Show all 18 automations" }).click();
  await expectShown(page, 18);
  await expect(field(page)).toHaveValue("");
  await expect(page).toHaveURL(grid);
});

for (const [title, address] of Object.entries({
  "unknown tools": `${grid}?tool=fax&tool=`,
  "a search of signs": `${grid}?q=%3F%21`,
  "half a character": `${grid}?q=%E0%A4%A`,
}))
  test(`${title} in the URL does not break the page`, async ({ page }) => {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(200);
    await expect(status(page)).toBeVisible();
  });

test("markup in a search stays text", async ({ page }) => {
  await page.goto(`${grid}?q=${encodeURIComponent('"><img src=x>')}`);
  await expect(field(page)).toHaveValue('"><img src=x>');
  await expect(page.locator("img[src=x]")).toHaveCount(0);
});

plain("without scripts the form searches, tools and area stay with it, and each can be removed", async ({ page }) => {
  await page.goto(grid);
  await tools(page).click();
  await tool(page, "HubSpot").check();
  await tool(page, "Slack").check();
  await field(page).fill("lead");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect.poll(() => query(page)).toBe("?q=lead&tool=hubspot&tool=slack");
  await expect(field(page)).toHaveValue("lead");
  const both = await titles(page);
  expect(both.length).toBeGreaterThan(1);
  await expectShown(page, both.length);

  await filter(page, "Revenue Operation").click();
  await expect(filter(page, "Revenue Operation")).toHaveAttribute("aria-current", "true");
  await expect(field(page)).toHaveValue("lead");
  await field(page).fill("routing");
  await field(page).press("Enter");
  await expectShown(page, 1);
  await expect(filter(page, "Revenue Operation")).toHaveAttribute("aria-current", "true");

  await chosen(page).getByRole("link", { name: "Remove Slack" }).click();
  await expect(chosen(page).getByRole("link")).toHaveText(["Remove HubSpot"]);
  await expect(field(page)).toHaveValue("routing");
});

plain("without scripts a search without a result leads back to the grid", async ({ page }) => {
  await page.goto(`${grid}?q=blockchain`);
  await expectShown(page, 0);
  await page.getByRole("link", { name: "Show all 18 automations" }).click();
  await expectShown(page, 18);
});

test("a search is rendered for its visitor only: neither stored in nor served from the cache", async ({ request }) => {
  const shown = async (address: string) =>
    /Showing <span[^>]*>(\d+)</.exec(await (await request.get(address)).text())?.[1];
  expect(await shown(grid)).toBe("18");
  expect(await shown(`${grid}?q=onboarding`)).toBe("1");
  expect(await shown(`${grid}?q=queue&filter=Customer%20Lifecycle`)).toBe("1");
  expect(await shown(grid)).toBe("18");
  expect(await shown(`${grid}?filter=Customer%20Lifecycle`)).toBe("4");
});

for (const width of [390, 1440])
  test(`at ${width} px tools, results and the empty result have no axe violations`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${grid}?tool=hubspot&q=lead`);
    expect(await overflow(page)).toBe(0);
    await tools(page).click();
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
    await page.goto(`${grid}?q=blockchain`);
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
  });

test("every card starts with the model's hours, names its tools and draws its own branches", async ({ page }) => {
  await page.goto(grid);
  const first = page.locator("#S-01");
  await expect(first).toContainText("29h expected of every 100 h of data entry; from 14 to 46");
  await expect(first).toContainText("Typeform, Zapier, HubSpot, Slack");
  await expect(page.getByRole("link", { name: /^return model/ })).toHaveAttribute("href", "/assumptions");
  const shapes = await cards(page)
    .locator("svg[aria-hidden]:has(.ds):has(.mkf)")
    .evaluateAll((all) => all.map((svg) => svg.innerHTML));
  expect(shapes.length).toBeGreaterThanOrEqual(18);
  expect(new Set(shapes).size).toBeGreaterThanOrEqual(17);
});
