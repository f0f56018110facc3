import { expect, type Page, type Request } from "@playwright/test";
import { continueLate } from "../fixtures/latency.ts";
import { test } from "./journey.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.54" } });

/*
 * The mechanism of islands, tested on the page that uses it most: two dialogs in one island, and a toast host that a
 * message hydrates. The tests delay the code of the islands and check the page meanwhile.
 */
const landing = "/automation-blueprint-gtmarc";
const accessEndpoint = "**/api/functions/request-access-code";

/** Delays every script that the page does not load up front. `release` lets them through; `held` lists them. */
async function holdIslands(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held: string[] = [];
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    if (isUpFront(route.request())) return route.continue();
    held.push(route.request().url());
    await released;
    return route.continue();
  });
  return { release: () => release(), held };
}

/** The page script and its imports are named in the HTML; all others belong to islands. */
let upFront: readonly string[] = [];
const isUpFront = (request: Request) => upFront.some((path) => request.url().endsWith(path));

test.beforeEach(async ({ request }) => {
  const html = await (await request.get(landing)).text();
  upFront = [...html.matchAll(/<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"/g)].map(
    ([, path]) => path!,
  );
  expect(upFront.length).toBeGreaterThan(0);
});

/** Mocks the endpoint, so that no test uses up another's rate limit; the list grows with every request. */
async function countRequests(page: Page) {
  const bodies: Record<string, string>[] = [];
  await page.route(accessEndpoint, async (route) => {
    bodies.push(route.request().postDataJSON() as Record<string, string>);
    await route.fulfill({ json: { ok: true } });
  });
  return bodies;
}

const start = (page: Page) => page.getByRole("button", { name: "Start Your Free Analysis" }).first();
const dialog = (page: Page) => page.getByRole("dialog");
const submit = (page: Page) => dialog(page).getByRole("button", { name: "Request Access" });
const island = (page: Page, name: string) => page.locator(`[data-island="${name}"]`);
const isAlive = (page: Page, name: string) => expect(island(page, name)).toHaveAttribute("data-alive", "");

async function fillIn(page: Page) {
  await dialog(page).getByLabel("Email").fill("dana@northfield.example");
  await dialog(page).getByLabel("Company Name").fill("Northfield");
}

test("a dialog opens on click, with its first field focused, while its code is still loading", async ({ page }) => {
  const { held } = await holdIslands(page);
  await page.goto(landing);
  const opened = await start(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    return document.querySelector("dialog[open]")?.id;
  });
  expect(opened).toBe("access-request");
  await expect(dialog(page).getByLabel("Email")).toBeFocused();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(island(page, "access-dialogs")).not.toHaveAttribute("data-alive");
});

test("text typed before hydration stays, and the held click sends it once", async ({ page }) => {
  const { release } = await holdIslands(page);
  const requests = await countRequests(page);
  await page.goto(landing);
  await start(page).click();
  await fillIn(page);
  await submit(page).click();
  await expect(dialog(page).getByText("Your click counts")).toBeVisible();
  await submit(page).dblclick();
  expect(requests).toEqual([]);
  release();
  await expect(dialog(page).getByText("Your request is in")).toBeVisible();
  expect(requests).toMatchObject([{ email: "dana@northfield.example", company_name: "Northfield" }]);
});

test("Enter in a field of an unhydrated form is held like a click", async ({ page }) => {
  const { release } = await holdIslands(page);
  const requests = await countRequests(page);
  await page.goto(landing);
  await start(page).click();
  await fillIn(page);
  await dialog(page).getByLabel("Company Name").press("Enter");
  release();
  await expect(dialog(page).getByText("Your request is in")).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(page.url()).not.toContain("northfield");
});

test("text and caret are kept when the island hydrates during typing", async ({ page }) => {
  const { release } = await holdIslands(page);
  await page.goto(landing);
  await start(page).click();
  const email = dialog(page).getByLabel("Email");
  await email.pressSequentially("dana@north");
  release();
  await isAlive(page, "access-dialogs");
  await expect(email).toHaveValue("dana@north");
  await expect(email).toBeFocused();
  await email.pressSequentially("field.example");
  await expect(email).toHaveValue("dana@northfield.example");
});

test("a second click does not undo the first", async ({ page }) => {
  const { release } = await holdIslands(page);
  await page.goto(landing);
  await start(page).dblclick();
  await expect(dialog(page)).toHaveAttribute("id", "access-request");
  release();
  await isAlive(page, "access-dialogs");
  await expect(dialog(page)).toBeVisible();
});

test("closing, Escape, clicking outside and switching dialogs work before hydration, and the focus returns", async ({
  page,
}) => {
  await holdIslands(page);
  await page.goto(landing);
  await start(page).click();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(start(page)).toBeFocused();

  await start(page).click();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();

  await start(page).click();
  await page.mouse.click(8, 450);
  await expect(dialog(page)).toBeHidden();

  await start(page).click();
  await dialog(page).getByRole("button", { name: "Enter a code you have" }).click();
  await expect(page.locator("dialog[open]")).toHaveCount(1);
  await expect(dialog(page)).toHaveAttribute("id", "access-code");
  await page.keyboard.press("Escape");
  await expect(start(page)).toBeFocused();
});

test("a link inside an unhydrated island works as a link", async ({ page }) => {
  await holdIslands(page);
  await page.goto(landing);
  await page.getByRole("button", { name: "Already have an access code?" }).first().click();
  await dialog(page).getByRole("link", { name: "Go to Sign In" }).click();
  await page.waitForURL("**/auth?next=**", { waitUntil: "commit" });
});

test("a message hydrates its receiving island, and earlier messages are not lost", async ({ page }) => {
  await page.goto(landing);
  await start(page).click();
  await isAlive(page, "access-dialogs");
  await expect(island(page, "toast-host")).not.toHaveAttribute("data-alive");
  await submit(page).click();
  await isAlive(page, "toast-host");
  const toast = page.getByRole("alert");
  await expect(toast).toContainText("Validation Error");
  await expect(toast).toContainText("Valid email address required");
});

test("code that fails to load shows an error, and the next click retries", async ({ page }) => {
  const requests = await countRequests(page);
  let broken = true;
  await page.route(/\/assets\/access-dialogs[^/]*\.js/, (route) => (broken ? route.abort() : route.continue()));
  await page.goto(landing);
  await start(page).click();
  await fillIn(page);
  await submit(page).click();
  await expect(dialog(page).getByText("could not be loaded")).toBeVisible();
  broken = false;
  await submit(page).click();
  await expect(dialog(page).getByText("Your request is in")).toBeVisible();
  expect(requests).toHaveLength(1);
});

test("hovering over a button that opens a dialog prefetches its island", async ({ page }) => {
  await page.goto(landing);
  await start(page).hover();
  await isAlive(page, "access-dialogs");
  await expect(dialog(page)).toBeHidden();
});

test("before any interaction, no React is loaded and the page's script stays small", async ({ page }) => {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.url());
  });
  await page.goto(landing, { waitUntil: "networkidle" });
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.every((url) => upFront.some((path) => url.endsWith(path)))).toBe(true);
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
  );
  expect(bytes).toBeLessThan(9_000);
});

test("hydrating every island violates no policy and logs nothing", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(landing);
  await wakeAll(page);
  await start(page).click();
  await submit(page).click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(complaints).toEqual([]);
});

// A repeated sheet would come after the page's own and undo what these change, such as a button's padding or the firm's accent color.
test("the code of islands brings no style sheet that the page has already", async ({ page }) => {
  for (const path of [landing, "/training", "/downloads", "/automation-grid", "/automation-grid/S-01"]) {
    await page.goto(path);
    await wakeAll(page);
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href?.split("#")[0]));
    expect(sheets, path).toEqual([...new Set(sheets)]);
  }
});

async function wakeAll(page: Page) {
  await page.evaluate(() => {
    for (const el of document.querySelectorAll("[data-island]"))
      el.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  });
  for (const el of await page.locator("[data-island]").all()) await expect(el).toHaveAttribute("data-alive", "");
}

test("a page restored from the back/forward cache keeps its islands' state", async ({ page }) => {
  await page.goto(landing);
  await start(page).click();
  await isAlive(page, "access-dialogs");
  await page.keyboard.press("Escape");
  await page.goto("/");
  await page.goBack();
  await start(page).click();
  await expect(dialog(page)).toBeVisible();
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a tap opens the unhydrated dialog, and a tap on its button is held", async ({ page }) => {
    const { release } = await holdIslands(page);
    const requests = await countRequests(page);
    await page.goto(landing);
    await start(page).tap();
    await fillIn(page);
    await submit(page).tap();
    await expect(dialog(page).getByText("Your click counts")).toBeVisible();
    release();
    await expect(dialog(page).getByText("Your request is in")).toBeVisible();
    expect(requests).toHaveLength(1);
  });
});

test("a page transition that the browser cancels because of late style sheets causes no error", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto("/about");
  await page.route("**/*.css*", (route) => continueLate(route, 300));
  for (const path of ["/faq", "/", "/downloads", "/training", "/pricing", "/about"]) {
    await page.evaluate((to) => window.location.assign(to), path);
    await expect(page).toHaveURL(path);
    await page.waitForLoadState("networkidle");
  }
  expect(errors).toEqual([]);
});

for (const { kind, paths } of [
  { kind: "content pages", paths: ["/about", "/faq", "/pricing"] },
  { kind: "app pages", paths: ["/auth", "/reset-password", "/schedule/strategy"] },
])
  test(`resizing the window before one of the ${kind} is rendered causes no error`, async ({ page }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(paths.at(-1)!);
    let resized = Promise.resolve();
    await page.route("**/*.css*", async (route) => {
      await resized;
      await route.continue().catch(() => {});
    });
    for (const [i, path] of paths.entries()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      resized = promise;
      await page.evaluate((to) => window.location.assign(to), path);
      await page.waitForURL(path, { waitUntil: "commit" });
      await page.setViewportSize({ width: 900 + i * 50, height: 700 });
      resolve();
      await page.waitForLoadState("networkidle");
    }
    expect(errors).toEqual([]);
  });
