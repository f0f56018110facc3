import { expect, type Locator, type Page } from "@playwright/test";
import { automationStory } from "#app/features/content/automations/automation-stories.ts";
import { gridCategories } from "#app/features/content/automations/automation-terms.ts";
import { card, cards, drawing, filter, filters, grid, openRouting } from "./grid-page.ts";
import { test } from "./journey.ts";
import { frames } from "./stillness.ts";

/*
 * The grid: filters in the URL, and a dialog for drawings that opens on click and follows the URL. Tested with the script, and
 * without where it must work without. The content of a drawing: grid-drawings.spec.ts.
 */
const status = (page: Page) => page.getByRole("status").filter({ hasText: "Showing" });

/** Delays the pages of drawings until `release`. */
async function holdDrawings(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${grid}/*`, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

test("each filter shows its category, announces the count, is marked, and is in the URL", async ({ page }) => {
  await page.goto(grid);
  await expect(cards(page)).toHaveCount(18);
  await expect(filter(page, "All")).toHaveAttribute("aria-current", "true");
  for (const [place, category] of gridCategories.entries()) {
    const count = [6, 8, 4, 0][place]!;
    await filter(page, category).click();
    expect(new URL(page.url()).searchParams.get("filter")).toBe(category);
    await expect(cards(page)).toHaveCount(count);
    await expect(status(page)).toHaveText(`Showing ${count} of 18 automations`);
    await expect(filters(page).locator("[aria-current]")).toHaveText(new RegExp(`^${category}`));
  }
  await expect(page.getByText("No standard automations for Operations & Finance")).toBeVisible();
  await filter(page, "All").click();
  expect(page.url()).toMatch(/\/automation-grid$/);
  await expect(cards(page)).toHaveCount(18);
  await expect(page.getByText("No standard automations for Operations & Finance")).toBeHidden();
});

test("Back and Forward go through the filters, and a reload keeps the choice", async ({ page }) => {
  await page.goto(grid);
  await filter(page, "Revenue Operation").click();
  await filter(page, "Customer Lifecycle").click();
  await expect(cards(page)).toHaveCount(4);
  await page.goBack();
  await expect(cards(page)).toHaveCount(8);
  await page.goBack();
  await expect(cards(page)).toHaveCount(18);
  await page.goForward();
  await page.reload();
  await expect(cards(page)).toHaveCount(8);
  await expect(filter(page, "Revenue Operation")).toHaveAttribute("aria-current", "true");
});

for (const query of ["?filter=Everything", "?filter=", "?filter=customer%20lifecycle", "?filter=%E0%A4%A"])
  test(`an unknown filter falls back to All: ${query}`, async ({ page }) => {
    await page.goto(`${grid + query}&utm_source=letter`);
    await expect(cards(page)).toHaveCount(18);
    await expect(filter(page, "All")).toHaveAttribute("aria-current", "true");
    // An unknown one leaves the address.
    if (query !== "?filter=") expect(new URL(page.url()).search).toBe("?utm_source=letter");
  });

test("the empty area offers the free analysis", async ({ page }) => {
  await page.goto(`${grid}?filter=${encodeURIComponent("Operations & Finance")}`);
  await expect(cards(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Start Your Free Analysis" }).click();
  await expect(page).toHaveURL("/automation-blueprint-gtmarc");
});

test("/services is the same page, keeps its URL and has the grid as canonical", async ({ page }) => {
  await page.goto("/services");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The Automation Grid");
  await filter(page, "Customer Lifecycle").click();
  expect(new URL(page.url()).pathname).toBe("/services");
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toMatch(/\/automation-grid$/);
});

test("without scripts filters are pages and cards link to their drawings", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto(grid);
  await filter(page, "Customer Lifecycle").click();
  await expect(cards(page)).toHaveCount(4);
  await expect(status(page)).toHaveText("Showing 4 of 18 automations");
  await card(page, "Support Ticket Routing").click();
  await expect(page).toHaveURL(`${grid}/CS-02`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support Ticket Routing");
  await expect(page.getByText("Workflow Sequence")).toBeVisible();
  await context.close();
});

test("the page is small, including its script", async ({ page, request }) => {
  await request.get(grid);
  const answer = await request.get(grid, { headers: { "accept-encoding": "br" } });
  expect(Number(answer.headers()["content-length"])).toBeLessThan(20_000);
  await page.goto(grid, { waitUntil: "networkidle" });
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  expect(scripts).toBeLessThan(6_000);
});

test("cards appear one after another, and at once with reduced motion", async ({ page }) => {
  const timing = () =>
    page
      .locator("[data-card]")
      .evaluateAll((all) =>
        all.map((el) => [getComputedStyle(el).animationName, getComputedStyle(el).animationDelay].join(" ")),
      );
  await page.goto(grid);
  expect(new Set(await timing()).size).toBeGreaterThan(6);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(new Set(await timing())).toEqual(new Set(["none 0s"]));
});

test("the page's end asks for the blueprint", async ({ page }) => {
  await page.goto(grid);
  await page.getByRole("link", { name: "Get Your Custom Blueprint" }).click();
  await expect(page).toHaveURL("/automation-blueprint-gtmarc");
});

test("a drawing opens on click with the card's content while the rest is loading", async ({ page }) => {
  const release = await holdDrawings(page);
  await page.goto(grid);
  const opened = await card(page, "Speed-to-Lead Routing").evaluate((link: HTMLAnchorElement) => {
    link.click();
    return document.querySelector("dialog[open]")?.id;
  });
  expect(opened).toBe("drawing");
  expect(page.url()).toMatch(/\/automation-grid#S-03$/);
  await expect(drawing(page).getByRole("heading", { level: 2 })).toHaveText("Speed-to-Lead Routing");
  await expect(drawing(page)).toContainText("A new lead is matched to its owner");
  await expect(drawing(page)).toContainText("Revenue Operation");
  await expect(drawing(page).getByText("Loading the automation")).toBeVisible();
  await expect(drawing(page).getByRole("link", { name: "Automate This For My Business" })).toBeVisible();
  release();
  await expect(drawing(page)).toContainText("A lead that waits for an owner goes cold.");
  await expect(drawing(page).getByText("Loading the automation")).toBeHidden();
});

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  "the Close button": (page) => drawing(page).getByRole("button", { name: "Close" }).click(),
  Escape: (page) => page.keyboard.press("Escape"),
  "a press outside": (page) => page.mouse.click(12, 450),
  Back: (page) => page.goBack(),
};

for (const [name, close] of Object.entries(ways))
  test(`${name} closes the drawing, clears the URL and returns the focus to the card`, async ({ page }) => {
    const filtered = `${grid}?filter=Revenue%20Operation`;
    await openRouting(page, filtered);
    await expect(page).toHaveURL(`${filtered}#S-03`);
    await close(page);
    await expect(drawing(page)).toBeHidden();
    await expect(page).toHaveURL(filtered);
    await expect(cards(page)).toHaveCount(8);
    await expect(card(page, "Speed-to-Lead Routing")).toBeFocused();
    await page.goForward();
    await expect(drawing(page)).toBeVisible();
    await expect(drawing(page)).toContainText("Speed-to-Lead Routing");
  });

test("a URL with a drawing opens it, and closing stays on the grid", async ({ page }) => {
  await page.goto(`${grid}#CS-03`);
  await expect(drawing(page)).toContainText("Proactive Churn Prediction");
  await page.keyboard.press("Escape");
  await expect(drawing(page)).toBeHidden();
  await expect(page).toHaveURL(grid);
  await expect(card(page, "Proactive Churn Prediction")).toBeFocused();
});

test("another fragment or an unknown number opens nothing", async ({ page }) => {
  for (const fragment of ["#main", "#S-99", "#%5B", '#"]']) {
    await page.goto(`${grid}${fragment}`);
    await expect(cards(page)).toHaveCount(18);
    await expect(drawing(page)).toBeHidden();
  }
});

test("a double-click opens the drawing and does not close it again", async ({ page }) => {
  await page.goto(grid);
  await card(page, "Campaign Response Nurture").dblclick();
  await expect(drawing(page)).toHaveAttribute("data-state", "ready");
  await frames(page, 20);
  await expect(drawing(page)).toBeVisible();
});

test("moving between drawings shows each one and never the previous one", async ({ page }) => {
  await page.goto(grid);
  for (const title of ["Lead Capture to CRM", "Proposal Drafting", "Lead Capture to CRM"]) {
    await card(page, title).click();
    await expect(drawing(page)).toHaveAttribute("data-state", "ready");
    await expect(drawing(page).getByRole("heading", { level: 2 })).toHaveText(title);
    const { fullDescription } = automationStory(title === "Proposal Drafting" ? "S-04" : "S-01");
    await expect(drawing(page)).toContainText(fullDescription);
    await page.keyboard.press("Escape");
    await expect(drawing(page)).toBeHidden();
  }
});

test("previous and next go through the shown cards, and one step back closes the drawing", async ({ page }) => {
  const filtered = `${grid}?filter=Customer+Lifecycle`;
  await page.goto(filtered);
  await card(page, "Customer Onboarding").click();
  const heading = drawing(page).getByRole("heading", { level: 2 });
  const step = (name: RegExp) => drawing(page).getByRole("link", { name });
  await expect(step(/^Previous: CS-04/)).toBeInViewport();
  await step(/^Next: CS-02/).click();
  await expect(heading).toHaveText("Support Ticket Routing");
  await expect(drawing(page)).toHaveAttribute("data-state", "ready");
  await expect(page).toHaveURL(`${filtered}#CS-02`);
  await step(/^Next/).click();
  await step(/^Next/).click();
  await expect(heading).toHaveText("Feedback Loop & NPS");
  await step(/^Next: CS-01/).click();
  await step(/^Previous: CS-04/).click();
  await expect(page).toHaveURL(`${filtered}#CS-04`);
  await page.goBack();
  await expect(drawing(page)).toBeHidden();
  await expect(page).toHaveURL(filtered);
  await expect(card(page, "Feedback Loop & NPS")).toBeFocused();
});

for (const width of [390, 1440])
  test(`at ${width} px the actions of a drawing stay visible, in the dialog and on its page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openRouting(page);
    const ask = page.getByRole("link", { name: "Automate This For My Business" });
    await expect(ask).toBeInViewport({ ratio: 1 });
    await drawing(page).evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
    await expect(ask).toBeInViewport({ ratio: 1 });

    await page.goto(`${grid}/S-03`);
    const next = page.getByRole("link", { name: /^Next: .*Proposal Drafting/ });
    for (const to of [0, 300]) {
      await page.evaluate((top) => window.scrollTo(0, top), to);
      await expect(ask).toBeInViewport({ ratio: 1 });
      await expect(next).toBeInViewport({ ratio: 1 });
    }
    await next.click();
    await expect(page).toHaveURL(`${grid}/S-04`);
  });

test("a click with Control is left to the browser: the drawing's page in a new tab", async ({ page, context }) => {
  await page.goto(grid);
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    card(page, "Proposal Drafting").click({ modifiers: ["Control"] }),
  ]);
  await expect(tab).toHaveURL(`${grid}/S-04`);
  await expect(drawing(page)).toBeHidden();
});

test("a drawing that fails to load shows an error, with a link to it and a retry button", async ({ page }) => {
  let broken = true;
  await page.route(`**${grid}/S-04`, (route) => (broken ? route.abort() : route.continue()));
  await page.goto(grid);
  await card(page, "Proposal Drafting").click();
  await expect(drawing(page).getByText("could not be loaded")).toBeVisible();
  const again = drawing(page).getByRole("button", { name: "Try again" });
  await again.click();
  await expect(drawing(page).getByText("could not be loaded")).toBeVisible();
  await expect(drawing(page).getByRole("link", { name: "Open it as a page" })).toHaveAttribute("href", /S-04$/);
  broken = false;
  await again.click();
  await expect(drawing(page)).toHaveAttribute("data-state", "ready");
  await expect(drawing(page).getByText("could not be loaded")).toBeHidden();
});

test("when the grid's script fails to load, a card links to its drawing", async ({ page }) => {
  await page.route(/\/assets\/automation-grid-[^/]*\.js/, (route) => route.abort());
  await page.goto(grid);
  await card(page, "Proposal Drafting").click();
  await expect(page).toHaveURL(`${grid}/S-04`);
});

test("hovering over a card prefetches its drawing", async ({ page }) => {
  await page.goto(grid);
  const fetched = page.waitForRequest(`**${grid}/S-04`);
  await card(page, "Proposal Drafting").hover();
  await fetched;
});

test("by keyboard alone: filter, open, read a note, dismiss it, close, and return to the card", async ({ page }) => {
  await page.goto(grid);
  await filter(page, "Customer Lifecycle").focus();
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(4);
  await card(page, "Customer Onboarding").focus();
  await page.keyboard.press("Tab");
  await expect(card(page, "Support Ticket Routing")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(drawing(page)).toHaveAttribute("data-state", "ready");
  await expect(drawing(page).getByRole("button", { name: "Close" })).toBeFocused();

  const first = drawing(page).getByRole("button", { name: "Zendesk: A ticket comes in" });
  for (let press = 0; press < 12 && !(await isFocused(first)); press += 1) await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription("Email, form or chat");
  const note = drawing(page).getByRole("tooltip").first();
  await expect(note).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(note).toBeHidden();
  await expect(drawing(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawing(page)).toBeHidden();
  await expect(card(page, "Support Ticket Routing")).toBeFocused();
  await expect(cards(page)).toHaveCount(4);
});

const isFocused = (locator: Locator) => locator.evaluate((el) => el === document.activeElement);
