import { type BrowserContext, expect } from "@playwright/test";
import { gridListing } from "#app/features/content/automations/automation-grid.ts";
import { automationStory, workflowSequence } from "#app/features/content/automations/automation-stories.ts";
import { expectAccessible, overflow } from "./accessibility.ts";
import { card, drawing, grid, openRouting } from "./grid-page.ts";
import { test } from "./journey.ts";
import { frames, settled } from "./stillness.ts";

/* The content of a drawing, in the dialog and on its own page, on wide and narrow screens. */

test("a drawing has overview, trigger, actions, outcome, business outcomes and the workflow", async ({ page }) => {
  await openRouting(page);
  const story = automationStory("S-03");
  for (const text of [story.fullDescription, story.trigger, ...story.keyActions, story.outcome, story.failure])
    await expect(drawing(page).getByText(text, { exact: true })).toBeVisible();
  for (const heading of ["How It Works", "Key Business Outcomes", "Workflow Sequence"])
    await expect(drawing(page).getByRole("heading", { name: heading })).toBeVisible();
  for (const label of ["1 Trigger", "2 Actions", "3 Outcome"])
    await expect(drawing(page).getByText(label, { exact: true })).toBeVisible();
  for (const { meaning } of story.businessImpact) await expect(drawing(page).getByText(meaning)).toBeVisible();
  const steps = drawing(page).locator("[data-step]");
  await expect(steps).toHaveCount(story.workflow.length);
  for (const [place, { action, tool }] of story.workflow.entries()) {
    await expect(steps.nth(place)).toContainText(action);
    await expect(steps.nth(place)).toContainText(tool);
  }
  await drawing(page).getByRole("link", { name: "Automate This For My Business" }).click();
  await expect(page).toHaveURL("/automation-blueprint-gtmarc");
});

test("narrow screens show the sequence as a list and link to the diagram", async ({ page }) => {
  const message = "View on desktop to see the detailed workflow visualization";
  await page.setViewportSize({ width: 390, height: 844 });
  await openRouting(page);
  await expect(drawing(page).getByText(message)).toBeVisible();
  await expect(drawing(page).locator("[data-step]").first()).toBeHidden();
  const lines = workflowSequence(automationStory("S-03").workflow).split("\n");
  for (const line of lines) await expect(drawing(page).getByText(line, { exact: true })).toBeVisible();
  expect(await drawing(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(drawing(page).getByText(message)).toBeHidden();
  await expect(drawing(page).getByText(lines[0]!, { exact: true })).toBeHidden();
  await expect(drawing(page).locator("[data-step]").first()).toBeVisible();
});

test("a step's note opens after 300 ms, stays while hovered and closes when the pointer leaves", async ({ page }) => {
  await openRouting(page);
  const step = drawing(page).locator("[data-step]").nth(1);
  const note = step.getByRole("tooltip", { includeHidden: true });
  await step.getByRole("button").scrollIntoViewIfNeeded();
  // In the page, because a busy machine may answer after the note has opened.
  const waited = note.evaluate(
    (shown) =>
      new Promise<number>((resolve) => {
        const listItem = shown.closest("[data-step]")!;
        const enter = ({ timeStamp }: Event) => {
          const check = () =>
            getComputedStyle(shown).visibility === "visible"
              ? resolve(performance.now() - timeStamp)
              : requestAnimationFrame(check);
          check();
        };
        listItem.addEventListener("pointerenter", enter, { once: true });
      }),
  );
  await step.getByRole("button").hover();
  expect(await waited).toBeGreaterThanOrEqual(250);
  await expect(note).toBeVisible();
  await expect(note).toContainText("Account owner, territory, rotation, in this order");
  await note.hover();
  await frames(page, 20);
  await expect(note).toBeVisible();
  await drawing(page).getByRole("heading", { level: 2 }).hover();
  await expect(note).toBeHidden();
});

test("tools without a mark have letters, unknown ones a check; a mark that does not load becomes letters", async ({
  page,
  context,
}) => {
  const steps = page.locator("[data-step]");
  const mark = steps.filter({ hasText: "HubSpot" }).locator("svg").first();
  await page.goto(`${grid}/S-01`);
  await mark.scrollIntoViewIfNeeded();
  await expect(mark.locator("use")).toHaveAttribute("href", /#hubspot$/);
  await expect(steps.filter({ hasText: "Slack" }).locator("svg text").first()).toHaveText("SL");
  await settled(page);
  const whole = await inkOf(context, await mark.screenshot());

  await page.route(/\/assets\/logos-[^/]*\.svg$/, (route) => route.abort());
  await page.reload();
  await mark.scrollIntoViewIfNeeded();
  await expect(mark.locator("text")).toHaveText("HU");
  await expect(mark.locator("text")).toBeVisible();
  await expect(steps.filter({ hasText: "HubSpot" }).first()).toBeVisible();
  await settled(page);
  expect(whole).toBeGreaterThan(40);
  expect(await inkOf(context, await mark.screenshot())).not.toBe(whole);

  await page.goto(`${grid}#S-04`);
  const unknown = drawing(page).locator("[data-step]", { hasText: "Language Model" });
  await expect(unknown.locator("svg path")).toHaveCount(1);
  await expect(unknown.locator("svg text, svg use")).toHaveCount(0);
});

/** Counts the pixels of an image that are darker than the page background. */

async function inkOf(context: BrowserContext, png: Buffer): Promise<number> {
  const blank = await context.newPage();
  const count = await blank.evaluate(
    async (source) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d")!;
      canvas.drawImage(picture, 0, 0);
      const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
      let dark = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at]! + data[at + 1]! + data[at + 2]! < 540) dark += 1;
      return dark;
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  await blank.close();
  return count;
}

for (const width of [390, 1440])
  test(`an open drawing at ${width} px and a drawing's page have no axe violations`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await openRouting(page);
    await expectAccessible(page);
    await page.goto(`${grid}/S-08`);
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);
  });

test("all eighteen drawings open completely, and ids are unique in the page", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(grid);
  for (const { id, name } of gridListing()) {
    await card(page, name).click();
    await expect(drawing(page)).toHaveAttribute("data-state", "ready");
    await expect(drawing(page)).toContainText(`Fig. ${id}.1`);
    const repeated = await page.evaluate(() => {
      const ids = [...document.querySelectorAll("[id]")].map((el) => el.id);
      return ids.filter((it, place) => ids.indexOf(it) !== place);
    });
    expect(repeated, id).toEqual([]);
    await page.goBack();
    await expect(drawing(page)).toBeHidden();
  }
  expect(complaints).toEqual([]);
});

test("every drawing has a page with its own title; other spellings redirect there, and unknown ones do not", async ({
  request,
}) => {
  const titles = new Set<string>();
  for (const { href, name } of gridListing()) {
    const html = await (await request.get(href)).text();
    expect(html).toContain(`<h1 class="t1">${name.replace("&", "&amp;")}</h1>`);
    titles.add(/<title>([^<]+)/.exec(html)![1]!);
    expect(/<meta name="description" content="([^"]+)"/.exec(html)![1]!.length).toBeLessThanOrEqual(165);
  }
  expect(titles.size).toBe(18);
  const lower = await request.get(`${grid}/cs-04`, { maxRedirects: 0 });
  expect([lower.status(), lower.headers()["location"]]).toEqual([301, `${grid}/CS-04`]);
  expect((await request.get(`${grid}/S-09`)).status()).toBe(404);
  expect((await request.get(`${grid}/%2e%2e`)).status()).toBe(200);
});
