import { expect, type Page, type Route } from "@playwright/test";
import { blueprintCards } from "#app/features/content/pages/blueprint-cards.ts";
import { tools } from "#app/features/content/tools/tools.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { formatMonths, formatMultiple, formatPercent } from "#app/features/roi/wording/figures.ts";
import { accessibilityFaults, overflow } from "./accessibility.ts";
import { neverIdle, test } from "./journey.ts";
import { frames, pauseClock } from "./stillness.ts";

/*
 * The home page: the carousel of blueprint cards, the cards' dialogs, and the wall of tools. The carousel's
 * distances and times are specified: cards of 380 px, a step of 400, 1 px every 40 ms.
 */
const rail = (page: Page) => page.locator("[data-rail]");
const track = (page: Page) => page.getByRole("region", { name: "Blueprint cards" });
const card = (page: Page, title: string) => track(page).getByRole("button", { name: title });
const dialog = (page: Page) => page.getByRole("dialog");
const left = (page: Page) => track(page).evaluate((el) => el.scrollLeft);

/** The carousel in the middle of the window, hydrated, with the pointer outside it. */
async function openRow(page: Page) {
  await page.goto("/");
  await expect(rail(page)).toHaveAttribute("data-alive", "");
  await track(page).evaluate((el) => el.scrollIntoView({ block: "center", behavior: "instant" }));
  await page.mouse.move(5, 5);
}
const repeated = (page: Page) => expect(track(page).locator("ul")).toHaveCount(3);

/** How far the carousel moves during 24 animation frames, in px: about ten when it runs. */
async function distance(page: Page) {
  const before = await left(page);
  await frames(page, 24);
  return (await left(page)) - before;
}
const moves = (page: Page) => expect.poll(() => distance(page)).toBeGreaterThan(3);
const rests = async (page: Page) => expect(await distance(page)).toBe(0);

test("cards are 380 px wide and 400 apart, and their list is repeated three times", async ({ page }) => {
  await openRow(page);
  await repeated(page);
  const boxes = await track(page)
    .locator("li")
    .evaluateAll((all) => all.map((el) => el.getBoundingClientRect()).map(({ left, width }) => ({ left, width })));
  expect(boxes).toHaveLength(18);
  for (const [place, box] of boxes.entries()) {
    expect(box.width).toBe(380);
    if (place > 0) expect(box.left - boxes[place - 1]!.left).toBeCloseTo(400, 1);
  }
});

test("only one of the three lists is exposed to keyboard and assistive technology", async ({ page }) => {
  await openRow(page);
  await repeated(page);
  await expect(track(page).getByRole("button")).toHaveText(blueprintCards.map(({ title }) => title));
  const reachable = await track(page)
    .locator("button")
    .evaluateAll((all) => all.filter((el) => (el as HTMLElement).tabIndex >= 0).length);
  expect(reachable).toBe(6);
});

test("the carousel moves by 1 px every 40 ms in an endless loop", async ({ page }) => {
  await page.clock.install();
  await openRow(page);
  await moves(page);
  await pauseClock(page);
  const before = await left(page);
  await page.clock.runFor(4000);
  expect((await left(page)) - before).toBe(100);

  // After a long scroll and a pause of 2 s, it continues from the same card in the original list: 120 px later.
  const period = await track(page).evaluate((el) => el.querySelector("ul")!.offsetWidth);
  await track(page).evaluate((el, to) => el.scrollTo({ left: to }), period * 1.45);
  await page.clock.runFor(2000);
  await page.clock.runFor(period * 0.05 * 40 + 400);
  expect(await left(page)).toBeCloseTo(period * 0.5 + 10, -1);
});

/** Makes the carousel's timer callable as `step()`: nothing else reliably runs a step between an action and its first frame. */
const exposeStep = (page: Page) =>
  page.addInitScript(() => {
    const setTimer = window.setInterval;
    window.setInterval = ((step: () => void, ms: number) => {
      if (ms === 40) Object.assign(window, { step });
      return setTimer(step, ms);
    }) as typeof window.setInterval;
  });

test("the carousel's next step keeps a scroll before its event arrives", async ({ page }) => {
  await exposeStep(page);
  await openRow(page);
  await moves(page);
  const distanceFromScroll = await track(page).evaluate((el) => {
    const target = el.querySelector("ul")!.offsetWidth * 1.2;
    el.scrollLeft = target;
    for (const from = performance.now(); performance.now() < from + 50; );
    (window as unknown as { step: () => void }).step();
    return Math.abs(el.scrollLeft - target);
  });
  expect(distanceFromScroll).toBeLessThan(1);
});

test("the carousel's next step keeps the turn of a button before its first frame", async ({ page }) => {
  await exposeStep(page);
  await openRow(page);
  await moves(page);
  const place = await rail(page).evaluate((el) => {
    const press = (name: string) => el.querySelector<HTMLElement>(`[data-rail-${name}]`)!.click();
    const { scrollLeft } = el.querySelector("[data-rail-track]")!;
    press('turn="1"');
    for (const from = performance.now(); performance.now() < from + 50; );
    (window as unknown as { step: () => void }).step();
    press("stop");
    return Math.round(scrollLeft / 400);
  });
  await expect.poll(() => left(page)).toBe((place + 1) * 400);
});

test("it pauses under the pointer, while focused and while a dialog is open, then resumes", async ({ page }) => {
  await openRow(page);
  await moves(page);
  await track(page).hover();
  await rests(page);
  await page.mouse.move(5, 5);
  await moves(page);

  await track(page).focus();
  await rests(page);
  await track(page).blur();
  await moves(page);

  await page.getByRole("button", { name: "Newsletter" }).first().click();
  await expect(dialog(page)).toBeVisible();
  await rests(page);
});

test("it can be dragged, and the click that ends a drag opens nothing", async ({ page }) => {
  await openRow(page);
  await moves(page);
  await track(page).hover();
  const box = (await track(page).boundingBox())!;
  const before = await left(page);
  await page.mouse.move(box.x + 900, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 700, box.y + 305, { steps: 8 });
  await rests(page);
  await page.mouse.up();
  expect(Math.abs((await left(page)) - before - 200)).toBeLessThan(2);
  await expect(dialog(page)).toHaveCount(0);
  await page.mouse.move(5, 5);
  await moves(page);
});

test("the buttons under it move card by card and stop it", async ({ page }) => {
  await openRow(page);
  await moves(page);
  await rail(page).getByRole("button", { name: "Pause the cards" }).click();
  await expect(rail(page).getByRole("button", { name: "Pause the cards" })).toHaveAttribute("aria-pressed", "true");
  await page.mouse.move(5, 5);
  await rests(page);
  const place = Math.round((await left(page)) / 400);
  await rail(page).getByRole("button", { name: "Next card" }).click();
  await expect.poll(() => left(page)).toBe((place + 1) * 400);
  await rail(page).getByRole("button", { name: "Previous card" }).click();
  await expect.poll(() => left(page)).toBe(place * 400);
});

test("quick presses of its buttons move as many cards", async ({ page }) => {
  await openRow(page);
  await repeated(page);
  const presses = (name: string, count: number) =>
    rail(page)
      .getByRole("button", { name })
      .evaluate((button: HTMLElement, times) => {
        for (let press = 0; press < times; press += 1) button.click();
      }, count);
  await track(page).evaluate((el) => el.scrollTo({ left: 2400, behavior: "instant" }));
  await presses("Next card", 5);
  // The row is repeated every 2,400 px.
  await expect.poll(async () => Math.round(((await left(page)) % 2400) / 400)).toBe(5);
  await presses("Previous card", 3);
  await expect.poll(async () => Math.round(((await left(page)) % 2400) / 400)).toBe(2);
});

test("with reduced motion it does not move, shows one list, and can be scrolled by keyboard", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openRow(page);
  await rests(page);
  await expect(track(page).locator("ul")).toHaveCount(1);
  await expect(rail(page).getByRole("button", { name: "Pause the cards" })).toBeHidden();
  await track(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => left(page)).toBeGreaterThan(0);
});

test("every card can be reached, seen and opened by keyboard, and Escape returns the focus", async ({ page }) => {
  await openRow(page);
  await track(page).focus();
  for (const { title } of blueprintCards) {
    await page.keyboard.press("Tab");
    await expect(card(page, title)).toBeFocused();
    await expect(card(page, title)).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByRole("heading", { level: 2, name: title })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(card(page, title)).toBeFocused();
  }
});

test("a click on a repeated card opens its dialog, and the focus returns to the original card", async ({ page }) => {
  await openRow(page);
  await repeated(page);
  await rail(page).getByRole("button", { name: "Pause the cards" }).click();
  // Wherever the cards were when they stopped.
  await track(page).evaluate((el) => el.scrollTo({ left: 2400, behavior: "instant" }));
  await rail(page).getByRole("button", { name: "Previous card" }).click();
  await expect.poll(() => left(page)).toBe(2000);
  // The last step of a scroll may be a single pixel.
  await track(page).evaluate(async (el) => {
    for (const place of [2002, 2003]) {
      const scrolled = new Promise((done) => el.addEventListener("scroll", done, { once: true }));
      el.scrollLeft = place;
      await scrolled;
    }
  });
  const copy = (await track(page).locator("ul").first().locator("li").last().boundingBox())!;
  await page.mouse.click(copy.x + 190, copy.y + 300);
  await expect(dialog(page).getByRole("heading", { level: 2 })).toHaveText("Meeting Prep One-Pager");
  await page.keyboard.press("Escape");
  await expect(card(page, "Meeting Prep One-Pager")).toBeFocused();
  const original = (await card(page, "Meeting Prep One-Pager").locator("xpath=ancestor::li").boundingBox())!;
  expect(original.x).toBeCloseTo(copy.x, 0);
});

test("each dialog shows how it works, the workflow, the impact and a link to the blueprint", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openRow(page);
  for (const { title, detailedDescription, workflow, outcomes } of blueprintCards) {
    await card(page, title).click();
    const sheet = dialog(page);
    await expect(sheet).toHaveAccessibleName(title);
    for (const name of ["How It Works", "Automation Workflow", "Business Impact"])
      await expect(sheet.getByRole("heading", { name })).toBeVisible();
    await expect(sheet.getByText(detailedDescription)).toBeVisible();
    await expect(sheet.locator("ol > li")).toHaveCount(workflow.length);
    for (const { meaning } of outcomes) await expect(sheet.getByText(meaning)).toBeVisible();
    await expect(sheet.getByRole("link", { name: "Start with a Blueprint" })).toHaveAttribute(
      "href",
      "/automation-blueprint-gtmarc",
    );
    await sheet.getByRole("button", { name: "Close" }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
});

test("the first click opens the dialog even before the carousel and the islands have loaded", async ({ page }) => {
  const html = await (await page.request.get("/")).text();
  const blocking = /<script[^>]*src="([^"]+)"[^>]*blocking="render"/.exec(html)?.[1];
  const ahead = [...html.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g)].map(([, path]) => path!);
  expect(blocking).toBeDefined();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    if (![blocking!, ...ahead].some((path) => route.request().url().endsWith(path))) await released;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await card(page, "AI Proposal Generator").click();
  await expect(dialog(page)).toHaveAccessibleName("AI Proposal Generator");
  await expect(rail(page)).not.toHaveAttribute("data-alive");
  release();
  await expect(rail(page)).toHaveAttribute("data-alive", "");
});

test("the anchor link leads to the tools; a wide window shows a line on each", async ({ page }) => {
  await page.goto("/#technology-partners");
  const partners = page.locator("#technology-partners");
  await expect(partners.getByRole("heading", { level: 2 })).toBeInViewport();
  await expect(partners.getByRole("listitem")).toHaveCount(tools.length);
  for (const { description } of tools) await expect(partners.getByText(description, { exact: true })).toBeVisible();
  await expect(partners.getByLabel("Show what each tool does")).toBeHidden();
  await expect(partners.getByText("Names and logos belong to their owners")).toBeVisible();
});

test("a narrow window shows what each tool does when a checkbox is checked", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/#technology-partners");
  const partners = page.locator("#technology-partners");
  const lineWidth = async () => (await partners.getByText(tools[0]!.description).boundingBox())!.width;
  expect(await lineWidth()).toBe(1);
  await partners.getByLabel("Show what each tool does").focus();
  await page.keyboard.press("Space");
  await expect.poll(lineWidth).toBeGreaterThan(100);
});

test("every tool has a mark or a monogram, and all have monograms when the sprite fails", async ({ page }) => {
  const marks = page.locator("#technology-partners li svg");
  for (const fail of [(route: Route) => route.abort(), (route: Route) => route.fulfill({ status: 404 })]) {
    await page.route(/\/assets\/logos-[^/]*\.svg$/, fail);
    await page.goto("/#technology-partners");
    await page.reload();
    await expect(marks).toHaveCount(tools.length);
    await expect(marks.locator("text")).toHaveText(tools.map(() => /^[\p{Lu}\p{N}]{1,2}$/u));
    for (const text of await marks.locator("text").all()) await expect(text).toBeVisible();
  }
});

test("every claim has a footnote mark that links to its note on the assumptions page", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("main")).toContainText("20-40 hours per week");
  const marks = page.locator("main sup a");
  await expect(marks).toHaveText(["1", "2", "3", "4", "5"]);
  await expect(page.getByRole("region", { name: "Notes" }).getByRole("listitem")).toHaveCount(5);
  for (const mark of await marks.all()) {
    const href = (await mark.getAttribute("href"))!;
    const assumptions = await (await page.request.get("/assumptions")).text();
    expect(assumptions).toContain(`id="${href.split("#")[1]}"`);
  }
});

test("the example states both paybacks and both first-year returns beside the multiple, on one screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const { base, projectOnly, returnMultiple, flags } = analyze(exampleFirm);
  const example = page.getByRole("region", { name: "Example analysis" });
  for (const text of [
    formatMonths(projectOnly.payback),
    formatMonths(base.payback),
    formatPercent(projectOnly.roiY1!),
    formatPercent(base.roiY1!),
    formatMultiple(returnMultiple, flags),
    "3-5x ROI in the first year",
  ])
    await expect(example).toContainText(text);
  expect((await example.boundingBox())!.height).toBeLessThanOrEqual(900);
});

const widths = [320, 390, 768, 1024, 1440, 1920];

test(`at ${widths.join(", ")} px the page does not scroll sideways, and axe finds no violations`, async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await openRow(page);
  await repeated(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `${width} px`).toBe(0);
    expect(await accessibilityFaults(page), `${width} px`).toEqual([]);
    await card(page, "Never Lose a Lead funnel").focus();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeVisible();
    expect(await accessibilityFaults(page, { within: "dialog[open]" }), `dialog at ${width} px`).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});

test("on a device that is never idle, the tools have their marks", async ({ page }) => {
  await neverIdle(page);
  await page.goto("/#technology-partners");
  await expect(page.locator("#technology-partners use").first()).toHaveAttribute("href", /\/assets\/logos-[^/]*\.svg#/);
});
