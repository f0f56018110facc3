import { expect, type Page } from "@playwright/test";
import { type Estimate, estimate } from "#app/features/roi/estimate/estimate.ts";
import { type EstimateAnswers, startingEstimate } from "#app/features/roi/estimate/estimate-answers.ts";
import { formatDecimal, formatEstimate } from "#app/features/roi/wording/figures.ts";
import { accessibilityFaults, overflow } from "./accessibility.ts";
import { test } from "./journey.ts";
import { signInNew } from "./people.ts";

/* The two-minute estimate: the engine's figures, on both pages, without scripts, by keyboard, and in the wizard. */

const answers: EstimateAnswers = { people: 12, hours: 6.5, cost: 90, area: "lifecycle" };

const form = (page: Page) => page.locator("main form[action='/estimate']");
const result = (page: Page) => page.getByRole("status", { name: "Estimate" });
const island = (page: Page) => page.locator("[data-island=estimator]");

async function fill(page: Page, { people, hours, cost, area }: EstimateAnswers) {
  await form(page).getByLabel("People who do the work").fill(String(people));
  await form(page).getByLabel("Manual hours each, per week").fill(String(hours));
  await form(page).getByLabel("Loaded cost of an hour").fill(String(cost));
  await form(page).getByLabel("Area").selectOption(area);
}

async function expectFigures(page: Page, { annualValue, hoursPerWeek, manualHours }: Estimate) {
  const { low, expected, high } = annualValue;
  await expect(result(page)).toContainText(formatEstimate(expected));
  await expect(result(page)).toContainText(`${formatDecimal(hoursPerWeek)}h/wk`);
  await expect(result(page)).toContainText(`of ${formatDecimal(manualHours)}`);
  await expect(result(page).getByRole("img")).toHaveAccessibleName(
    `Annual value: low ${formatEstimate(low)}, expected ${formatEstimate(expected)}, high ${formatEstimate(high)}`,
  );
}

for (const path of ["/automation-blueprint-gtmarc", "/pricing"])
  test(`the estimate on ${path} follows the answers with the engine's figures and sends no request`, async ({
    page,
  }) => {
    await page.goto(path);
    await expectFigures(page, estimate(startingEstimate));
    await expect(island(page)).not.toHaveAttribute("data-alive");
    await form(page).getByLabel("People who do the work").focus();
    await expect(island(page)).toHaveAttribute("data-alive", "");
    const asked: string[] = [];
    // Code that loads after the page, whatever the visitor answers: the inspection watch and the messages of forms.
    page.on("request", (request) => !/inspection-watch|toast/.test(request.url()) && asked.push(request.url()));
    await fill(page, answers);
    await expectFigures(page, estimate(answers));
    await form(page).getByRole("button", { name: "Estimate" }).click();
    await expectFigures(page, estimate(answers));
    expect(new URL(page.url()).pathname).toBe(path);
    expect(asked).toEqual([]);
  });

test("text typed before the script has loaded counts, and an error is shown at its field while the figures stay", async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/estimator[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/pricing");
  await fill(page, answers);
  release();
  await expect(island(page)).toHaveAttribute("data-alive", "");
  await expectFigures(page, estimate(answers));

  const cost = form(page).getByLabel("Loaded cost of an hour");
  await cost.fill("5");
  await expect(form(page)).toContainText("Loaded cost of an hour: enter a number from 25 to 500.");
  await expect(cost).toHaveAttribute("aria-invalid", "true");
  await expectFigures(page, estimate(answers));
  await expect(result(page)).toContainText("Marked answers are not in these figures yet.");
  await page.keyboard.press("Enter");
  await expect(cost).toBeFocused();
});

test("too little work has no return, and the kit is offered instead", async ({ page }) => {
  await page.goto("/pricing");
  await fill(page, { people: 1, hours: 1, cost: 25, area: "revenue" });
  await expect(result(page)).toContainText("no automation pays for itself within a year");
  await expect(result(page).getByRole("link", { name: "starter kit" })).toHaveAttribute("href", "/downloads");
});

test("without scripts the form opens a page with the same figures", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/automation-blueprint-gtmarc");
  await fill(page, answers);
  await form(page).getByRole("button", { name: "Estimate" }).click();
  await expect(page).toHaveURL(/\/estimate\?people=12&hours=6\.5&area=lifecycle&cost=90$/);
  await expectFigures(page, estimate(answers));
  await expect(form(page).getByLabel("People who do the work")).toHaveValue("12");
  await page.goto("/estimate?people=none&area=%3Cb%3E");
  await expect(form(page)).toContainText("People who do the work: enter a whole number from 1 to 1,000.");
  await expect(result(page)).toContainText("Marked answers are not in these figures yet.");
  await context.close();
});

test("it can be filled in by keyboard, and axe finds no violations at 390 and 1440 px, light and dark", async ({
  page,
}) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/estimate");
    await form(page).getByLabel("People who do the work").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("12");
    await page.keyboard.press("Tab");
    await page.keyboard.type("6.5");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Customer");
    await page.keyboard.press("Tab");
    await page.keyboard.type("90");
    await expectFigures(page, estimate(answers));
    expect(await overflow(page)).toBe(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await accessibilityFaults(page), `${width} px, ${colorScheme}`).toEqual([]);
    }
  }
});

test("the wizard offers the stored answers and starts a blueprint with them, or deletes them", async ({ page }) => {
  await page.goto("/pricing");
  await fill(page, answers);
  await expectFigures(page, estimate(answers));
  await signInNew(page, "estimate");
  await page.goto("/blueprint/wizard/mode");
  await expect(
    page.getByText("12 people, 6.5 manual hours each per week, $90 an hour, Customer Lifecycle."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Start with my estimate" }).click();
  await page.waitForURL(/\/blueprint\/wizard\/profile\?blueprint=/);
  await expect(page.getByLabel(/cost/i).first()).toHaveValue("90");
  const id = new URL(page.url()).searchParams.get("blueprint")!;
  const saved = (await (await page.request.get(`/api/blueprints/${id}`)).json()) as {
    inputs: { company: { focus: string }; processes: { hours: number; people: number }[] };
  };
  expect(saved.inputs.company.focus).toBe("lifecycle");
  const hours = saved.inputs.processes.reduce((sum, process) => sum + process.hours * process.people, 0);
  expect(hours).toBeGreaterThan(0.95 * 12 * 6.5);
  expect(hours).toBeLessThan(1.05 * 12 * 6.5);
  await page.goto("/blueprint/wizard/mode");
  await expect(page.getByRole("button", { name: "Start with my estimate" })).toHaveCount(0);

  await page.goto("/pricing");
  await fill(page, answers);
  await expectFigures(page, estimate(answers));
  await page.goto("/blueprint/wizard/mode");
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByRole("button", { name: "Start with my estimate" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Guided blueprint" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start with my estimate" })).toHaveCount(0);
});

test("a reader with a decimal comma is asked what 1,200 means, with and without scripts; others are not", async ({
  browser,
  baseURL,
}) => {
  const asked = "1,200 can mean two numbers. Enter 1200 or 1.2.";
  const answered = async (locale: string, javaScriptEnabled: boolean, message: string) => {
    const context = await browser.newContext({ locale, javaScriptEnabled, baseURL: baseURL! });
    const page = await context.newPage();
    await page.goto("/estimate?people=12&hours=1,200&area=lifecycle&cost=90");
    if (javaScriptEnabled) {
      await page.goto("/estimate");
      await form(page).getByLabel("Manual hours each, per week").fill("1,200");
    }
    await expect(form(page), `${locale}, ${javaScriptEnabled}`).toContainText(message);
    await context.close();
  };
  for (const scripts of [true, false]) {
    await answered("de-DE", scripts, asked);
    await answered("en-US", scripts, "enter a number from 0.5 to 40");
  }
});
