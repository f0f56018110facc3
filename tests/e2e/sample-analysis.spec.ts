import { expect, type Page } from "@playwright/test";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { formatEstimate } from "#app/features/roi/wording/figures.ts";
import { expectAccessible, overflow } from "./accessibility.ts";
import { test } from "./journey.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.120" } });

const path = "/sample-analysis";

function listen(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => /error|warning/.test(message.type()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  return problems;
}

const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const island = (page: Page) => page.locator('[data-island="sample-analysis"]');
const weeks = (page: Page) => page.getByLabel("Working weeks a year", { exact: true });

/** The engine's yearly value of the example firm with another number of working weeks. */
const valueAt = (count: number) =>
  formatEstimate(analyze({ ...exampleFirm, assumptions: { weeks: count } }, { draws: 10 }).annualValue);

test("a changed number updates the sample to the engine's figures, and nothing is stored", async ({ page }) => {
  const problems = listen(page);
  const posted: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && posted.push(request.url()));
  await page.goto(path);
  await expect(page.getByText("An example firm, not a client").first()).toBeVisible();
  await expect(headline(page)).toContainText(formatEstimate(analyze(exampleFirm, { draws: 10 }).annualValue));
  await expect(island(page)).not.toHaveAttribute("data-alive");

  await weeks(page).fill("40");
  await expect(headline(page)).toContainText(valueAt(40));
  await expect(island(page).locator("[data-adjusted]")).not.toHaveAttribute("data-pending");
  const bar = page.getByRole("region", { name: "Changed numbers" });
  await expect(bar).toContainText("1 number changed");
  await expect(bar.getByRole("button", { name: "Save as new revision" })).toHaveCount(0);
  await bar.getByRole("button", { name: "Reset" }).click();
  // Without waiting: the fields of a sheet appear late only before the first change.
  expect(await weeks(page).isVisible()).toBe(true);
  await expect(weeks(page)).toHaveValue("48");
  expect(posted).toEqual([]);
  expect(problems).toEqual([]);
});

test("the late fields of the assumptions move nothing below them", async ({ page }) => {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = 0;
      }
    });
    const processes = page.locator("#assumptions summary").filter({ hasText: "Your processes" });
    await processes.scrollIntoViewIfNeeded();
    const inSheet = () =>
      processes.evaluate(
        (summary) => summary.getBoundingClientRect().top - summary.closest("section")!.getBoundingClientRect().top,
      );
    await expect(weeks(page)).toBeHidden();
    const before = await inSheet();
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await expect(weeks(page)).toBeVisible();
    expect(Math.abs((await inSheet()) - before), `${width} px`).toBeLessThanOrEqual(8);
  }
});

test("a number changed while the code is loading counts", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(sample-analysis|hydrate)-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const problems = listen(page);
  await page.goto(path);
  await weeks(page).fill("40");
  await expect(island(page)).not.toHaveAttribute("data-alive");
  release();
  await expect(headline(page)).toContainText(valueAt(40));
  await expect(weeks(page)).toHaveValue("40");
  expect(problems).toEqual([]);
});

test("the files of the sample open without an account and are cached", async ({ request }) => {
  for (const [file, type, magic] of [
    [`${path}.pdf`, "application/pdf", "%PDF-"],
    [`${path}.xlsx`, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"],
  ] as const) {
    const answer = await request.get(file);
    expect(answer.status(), file).toBe(200);
    expect(answer.headers()["content-type"]).toBe(type);
    expect(answer.headers()["cache-control"]).toBe("public, max-age=3600");
    expect((await answer.body()).subarray(0, magic.length).toString("latin1")).toBe(magic);
    const again = await request.get(file, { headers: { "if-none-match": answer.headers()["etag"]! } });
    expect(again.status(), file).toBe(304);
  }
});

test("without scripts the whole sample can be read, and its links work", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(path);
  for (const fold of await page.locator("main details:not(details details, dialog details)").all()) {
    await fold.locator("summary").first().click();
    await expect(fold).toHaveAttribute("open", "");
  }
  for (const sheet of ["A-01", "A-02", "A-03", "A-04", "A-05", "A-03.1", "A-06"])
    await expect(page.locator("main").getByText(sheet, { exact: true }).last()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Lead routing" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Range of 10,000 runs" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Book a call" })).toHaveAttribute("href", "/contact");
  await context.close();
});

test("the sample is linked where visitors decide, and offers neither sharing nor an unlock", async ({
  page,
  request,
}) => {
  for (const from of ["/", "/automation-blueprint-gtmarc", "/pricing"]) {
    const html = await (await request.get(from)).text();
    expect(html.slice(html.indexOf("<main"), html.indexOf("</main>")), from).toContain(`href="${path}"`);
  }
  await page.goto(path);
  await expect(page.getByRole("button", { name: /share|unlock/i })).toHaveCount(0);
  await expect(page.locator("main").getByRole("link", { name: /unlock/i })).toHaveCount(0);
  await page.getByRole("link", { name: "Request access" }).click();
  await expect(page).toHaveURL(/\/request-access$/);
});

test("the map and the tools of the sample fit 320 and 390 px and keep their lines in forced colors", async ({
  page,
}) => {
  await page.goto(path);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
    for (const part of ["#map", "#stack"])
      expect(await overflow(page, part), `${part} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ forcedColors: "active" });
  const strokes = await page
    .locator("#map svg:visible :is(line, circle, rect, path)")
    .evaluateAll((shapes) => shapes.map((shape) => getComputedStyle(shape).stroke));
  expect(strokes.length).toBeGreaterThan(10);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(strokes.filter((stroke) => stroke === ground)).toEqual([]);
  await expectAccessible(page);
});

test("the printed sample has its sheets in the order of the PDF on at most 14 pages", async ({ page }) => {
  await page.goto(path);
  await page.emulateMedia({ media: "print" });
  const tags = await page.locator("main section > div > div > p.note").allInnerTexts();
  expect(tags.filter((tag) => tag.startsWith("A-"))).toEqual(["A-01", "A-02", "A-03", "A-04", "A-05", "A-03.1"]);
  await expect(page.getByRole("link", { name: "Request access" })).toBeHidden();
  const pdf = (await page.pdf({ format: "Letter" })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)?.length).toBeLessThanOrEqual(14);
});
