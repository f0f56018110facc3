import { expect, type Page, type Route } from "@playwright/test";
import { signInAsAdmin } from "./admins.ts";
import { builtRoutes } from "./chunks.ts";
import { bookCall, clientWithAnalysis, publishFullBlueprint } from "./clients.ts";
import { collectedUrl, rowsOf } from "./collected-rows.ts";
import { test } from "./journey.ts";
import { linkIn, listMails } from "./mailbox.ts";
import { newPerson, sendRequest } from "./people.ts";
import { site } from "./site.ts";
import { storedRows } from "./stored-rows.ts";

/* Error screens when parts of an app page fail to load. Uses pages without an account: sign-in and code entry. */

const alive = (page: Page) => page.waitForFunction(() => "__reactRouterDataRouter" in window && !window.heldSubmits);
const goInside = (page: Page, to: string) => page.evaluate((path) => window.__reactRouterDataRouter.navigate(path), to);

async function reports(page: Page) {
  const { rows } = await rowsOf(page.context());
  return () => rows.map(({ data }) => data).filter((data) => data["event_type"] === "security_event");
}

test("code that fails to load has its own screen, and a reload recovers", async ({ page }) => {
  const events = await reports(page);
  let blocked = true;
  await page.route(/\/assets\/verify-access-[^/]+\.js$/, (route) => (blocked ? route.abort() : route.continue()));
  await page.goto(`${collectedUrl()}/auth`);
  await alive(page);
  await page.evaluate(() => caches.open("old"));
  await goInside(page, "/verify-access");

  await expect(page.getByRole("heading", { level: 1, name: "Module Loading Error" })).toBeVisible();
  await expect(
    page.getByText("Failed to load a required module. This may be due to a network issue or outdated cache."),
  ).toBeVisible();
  await expect(page).toHaveTitle("Module Loading Error | GTMarc");
  await expect(page.getByRole("button", { name: "Try Again" })).toHaveCount(0);
  await expect.poll(events).toMatchObject([{ event_name: "chunk_load_error", page_path: "/verify-access" }]);

  blocked = false;
  await page.getByRole("button", { name: "Reload Page" }).click();
  await expect(page.getByText("Authentication Required")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/verify-access");
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test("no page's action is a file of its own, which could be missing when a form is sent", () => {
  const routes = builtRoutes();
  expect(routes.length).toBeGreaterThan(80);
  expect(routes.filter((route) => route.clientActionModule || route.clientLoaderModule)).toEqual([]);
});

test("each missing file of an admin page shows the screen and a reload, inside the admin frame", async ({ page }) => {
  await signInAsAdmin(page, "missing-code");
  const pages = builtRoutes().filter(
    ({ parentId, path = ":" }) => parentId === "routes/admin/layout" && !/[:*]|^admin$|\/people$/.test(path),
  );
  expect(pages.length).toBeGreaterThan(20);
  await page.goto("/admin");
  await alive(page);
  for (const { path, module } of pages) {
    const file = `**${module}*`;
    await page.route(file, (route) => route.abort());
    await goInside(page, `/${path}`);
    await expect(page.getByRole("heading", { level: 1, name: "Module Loading Error" }), path).toBeVisible();
    await expect(page.getByRole("button", { name: "Reload Page" }), path).toBeVisible();
    await page.unroute(file);
  }
  await page.getByRole("button", { name: "Reload Page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Module Loading Error" })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

/** Paths by the name of the route's file; ID is a client's analysis, the others are pages of one record. */
const clientPages = {
  ...{ invoices: "/invoices", wizard: "/blueprint/wizard/mode", mode: "/blueprint/wizard/mode" },
  ...{ guided: "/blueprint/wizard/tech-stack?blueprint=ID", "quick-start": "/quick-start" },
  "quick-results": "/quick-start/results?blueprint=ID",
  ...{ analysis: "/blueprint/ID", unlock: "/blueprint/ID/unlock", compare: "/blueprint/compare?a=ID&b=ID" },
  ...{ "coming-soon": "/blueprint/coming-soon?blueprint=ID", schedule: "/schedule/strategy-session" },
};
const publishedPages = {
  ...{ "full-blueprint": "/blueprint/ID/full", "full-blueprint-changes": "/blueprint/ID/full/changes" },
  ...{ share: "SHARED", "full-blueprint-share": "PUBLISHED" },
};
const factorPages = { "fresh-code": "/auth/fresh-code" };
const openPages = {
  ...{ "reset-password": "/reset-password", "verify-access": "/verify-access", verify: "/auth/verify" },
  ...{ link: "/auth/link", "not-me": "/auth/not-me", setup: "/setup" },
  ...{ invitation: "/invitation", "email-change": "/auth/email-change", schedule: "/schedule/strategy-session" },
  ...{ booking: "CALL", "call-request": "REQUEST" },
};

test("each page of the application but the admin pages is opened without its file by a test below", () => {
  const outside =
    /^(root|not-found-layout|routes\/dev\/.*|.*\/(wizard-start|help|shared-overview)|routes\/(site|admin)\/layout)$/;
  const pages = builtRoutes().filter(
    ({ id, parentId = "root", hasDefaultExport }) =>
      hasDefaultExport && !outside.test(id) && (parentId === "root" || !outside.test(parentId)),
  );
  const opened = Object.keys({
    account: "",
    auth: "",
    ...clientPages,
    ...publishedPages,
    ...factorPages,
    ...openPages,
  });
  expect(pages.map(({ id }) => id.split("/").at(-1)).sort()).toEqual(opened.sort());
});

/** Opens each page without its file, inside the application from the one before, and then reloads it. `opened`: paths by the name of the route's file. */
async function expectMissingFiles(page: Page, from: string, opened: Record<string, string>) {
  const files = new Map(builtRoutes().map((route) => [route.id.split("/").at(-1)!, route.module]));
  const title = page.getByRole("heading", { level: 1 });
  let last = "";
  for (const [name, path] of Object.entries(opened)) {
    // A page and its frame have the same path: the second would be loaded already.
    if (last === "" || last === path) await page.goto(from);
    last = path;
    await alive(page);
    const file = `**${files.get(name)}*`;
    await page.route(file, (route) => route.abort());
    await goInside(page, path);
    await expect(title, path).toHaveText("Module Loading Error");
    await page.unroute(file);
    await page.getByRole("button", { name: "Reload Page" }).click();
    await expect(title, path).not.toHaveText("Module Loading Error");
  }
}

const filled = (paths: Record<string, string>, values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, path.replaceAll(/[A-Z]{2,}/g, (key) => values[key]!)]),
  );

test("each missing file of a client's pages shows the screen, and a reload opens the page", async ({
  page,
  browser,
}) => {
  const { id } = await clientWithAnalysis(page, site(), "missing-file");
  await expectMissingFiles(page, "/invoices", { account: "/account" });
  await expectMissingFiles(page, "/account", filled(clientPages, { ID: id }));
  const admin = await (await browser.newContext()).newPage();
  const architect = await signInAsAdmin(admin, "missing-file-admin");
  await publishFullBlueprint(admin, id, architect.email);
  const share = async (path: string, data: object) =>
    new URL((await sendRequest<{ url: string }>(page, "POST", `/api/blueprints/${id}${path}`, data)).url).pathname;
  const shared = {
    SHARED: await share("/share", { revision: 1 }),
    PUBLISHED: await share("/full/share", { days: 30 }),
  };
  await expectMissingFiles(page, "/account", filled(publishedPages, { ID: id, ...shared }));
  await expectMissingFiles(admin, "/account", factorPages);

  await page.route(/\/assets\/csv-import-/, (route) => route.abort());
  await page.goto(`/blueprint/wizard/tech-stack?blueprint=${id}`);
  await alive(page);
  await page.getByRole("button", { name: "Import tools from a CSV file" }).click();
  const dialog = page.getByRole("dialog", { name: "Import tools" });
  await dialog.getByLabel("CSV file").setInputFiles({
    ...{ name: "tools.csv", mimeType: "text/csv" },
    buffer: Buffer.from("tool,monthly cost\nHubSpot,90\n"),
  });
  await expect(dialog).toContainText("The file could not be read. Check your connection and choose it again.");
});

test("each missing file of the pages without an account shows the screen, and a reload opens the page", async ({
  page,
}) => {
  await expectMissingFiles(page, "/reset-password", { auth: "/auth" });
  const { email } = newPerson("missing-call");
  const setConfirmation = (value: boolean) =>
    storedRows("update event_type set needs_confirmation = $1 where slug = 'blueprint-unlock-call'", [value]);
  await setConfirmation(true);
  try {
    await bookCall(page, "blueprint-unlock-call", email);
  } finally {
    await setConfirmation(false);
  }
  const asked = async () =>
    (await listMails(/./)).find(({ text = "" }) => text.includes("/call-request/") && text.includes(email));
  await expect.poll(asked).toBeDefined();
  const [call, request] = [await bookCall(page, "strategy-session", email), linkIn((await asked())!, "/call-request/")];
  await expectMissingFiles(page, "/auth", filled(openPages, { CALL: call, REQUEST: request }));
});

test("other failures can be retried without a reload", async ({ page }) => {
  const events = await reports(page);
  const fail = (route: Route) => route.fulfill({ status: 500, body: "Unexpected Server Error" });
  let answer = fail;
  await page.route(/\/verify-access\.data/, (route) => answer(route));
  await page.goto(`${collectedUrl()}/auth`);
  await alive(page);
  await goInside(page, "/verify-access");

  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expect(page.getByText("An unexpected error occurred while loading this page.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload Page" })).toBeVisible();
  await expect.poll(events).toMatchObject([{ event_name: "page_error" }]);

  // Until the button shows that it is busy, a second press counts as a double press; the request may arrive after that.
  const held = Promise.withResolvers<Route>();
  answer = async (route) => held.resolve(route);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("button", { name: "Trying again" })).toBeVisible();
  const again = await held.promise;
  answer = (route) => route.continue();
  await fail(again);
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Authentication Required")).toBeVisible();
});

for (const [what, file] of [
  ["the entry script", /\/assets\/entry\.client-[^/]+\.js$/],
  ["the code of the page itself", /\/assets\/auth-[^/]+\.js$/],
] as const)
  test(`a page shows an error when its scripts fail to load: ${what}`, async ({ page }) => {
    await page.route(file, (route) => route.abort());
    await page.goto(`${collectedUrl()}/auth`);
    await expect(page.getByRole("alert")).toHaveText("Failed to load application. Please refresh the page.");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

test("a page whose text a translator or an extension changes before its scripts run is drawn again, not blank", async ({
  page,
}) => {
  await page.route("**/auth", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll("Welcome back", "Welcome once more") });
  });
  await page.goto("/auth");
  await alive(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill("dana@northfield.example");
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("dana@northfield.example");
});

test("no error is shown when everything loads", async ({ page }) => {
  await page.goto(`${collectedUrl()}/auth`);
  await alive(page);
  await expect(page.getByText("Failed to load application")).toBeHidden();
});

test("a missing drawing or issue has a 404 status, title and text, with the header and links", async ({ page }) => {
  for (const path of ["/automation-grid/S-99", "/newsletter/archive/2026-01-none"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Oops! Page not found" })).toBeVisible();
    await expect(page).toHaveTitle("Page not found | GTMarc");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link")).toHaveCount(4);
  }
});

test("an unknown path returns 404 and links to the home page", async ({ page }) => {
  for (const path of ["/404", "/there-is-no-such-page"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Oops! Page not found" })).toBeVisible();
    await expect(page.getByText("404", { exact: true })).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  }
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL("/");
});
