import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { test } from "./journey.ts";
import { pauseClock } from "./stillness.ts";

// Its own client address: reported downloads are limited like forms.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.88" } });

const button = (page: Page) => page.locator("form[data-download]").getByRole("button");
const counter = (page: Page) => page.locator("[data-count]");
const archive = "**/downloads/*.zip*";
const counted = async (page: Page) =>
  ((await (await page.request.get("/api/downloads/public_lite/count")).json()) as { count: number }).count;

test("a dialog that opened before its code arrived stays open when the toast of a download appears in it", async ({
  page,
}) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/newsletter-dialog[^/]*\.js/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto("/downloads");
  // The toast closes itself after six seconds, which a busy machine may need for the code: the clock goes slowly.
  await pauseClock(page);
  await button(page).click();
  await page.getByRole("banner").getByRole("button", { name: "Newsletter" }).click();
  const dialog = page.getByRole("dialog", { name: "Stay Connected" });
  await expect(dialog).toBeVisible();
  await expect(page.getByText("Download started!")).toBeAttached();
  released.resolve();
  await expect(async () => {
    await page.clock.runFor(50);
    expect(await dialog.getByRole("status").filter({ hasText: "Download started!" }).isVisible()).toBe(true);
  }).toPass({ intervals: [300] });
  await page.clock.resume();
  await dialog.getByLabel("Email").fill("dana@northfield.example");
  expect(faults).toEqual([]);
});

test("the kit is downloaded completely, counted and announced; its checksum matches", async ({ page }) => {
  const before = await counted(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(archive, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/downloads?utm_source=mail&utm_campaign=spring");
  await expect(button(page)).toHaveAccessibleName("Download (38 KB)");
  await expect(page.getByText("Updated October 2025")).toBeVisible();
  const [arrived, report] = await Promise.all([
    page.waitForEvent("download"),
    page.waitForRequest((it) => it.url().endsWith("/api/downloads") && it.method() === "POST"),
    (async () => {
      await button(page).click();
      await expect(button(page)).toBeDisabled();
      await expect(button(page)).toHaveAccessibleName("Generating Download...");
      release();
    })(),
  ]);
  await expect(page.getByRole("status").filter({ hasText: "Download started!" })).toContainText(
    "Download started! Check your downloads folder.",
  );
  await expect(button(page)).toBeEnabled();
  await expect(button(page)).toHaveAccessibleName("Download (38 KB)");
  expect(report.postDataJSON()).toMatchObject({
    download_type: "public_lite",
    file_format: "zip",
    tier: "public",
    referrer: "direct",
    utm_source: "mail",
    utm_campaign: "spring",
    metadata: { version: "1.0" },
  });
  await expect(counter(page)).toHaveText((before + 1).toLocaleString("en-US"));
  expect(await counted(page)).toBe(before + 1);

  expect(arrived.suggestedFilename()).toBe(starterKit.file);
  const folder = mkdtempSync(join(tmpdir(), "gtmarc-kit-"));
  const file = join(folder, starterKit.file);
  await arrived.saveAs(file);
  expect(readFileSync(file).length).toBeLessThanOrEqual(38 * 1024);
  // With the command-line tools, if installed; archive.test.ts checks the archive without them.
  if (spawnSync("unzip", ["-v"]).status === 0 && spawnSync("sha256sum", ["--version"]).status === 0) {
    execFileSync("unzip", ["-tq", file]);
    const checksum = await page.getByRole("link", { name: "SHA-256 checksum" }).getAttribute("href");
    const listed = await (await page.request.get(checksum!)).body();
    execFileSync("sha256sum", ["--quiet", "-c"], { cwd: folder, input: listed });
  }
  rmSync(folder, { recursive: true });
});

test("a missing file shows an error, can be retried, and is not counted", async ({ page }) => {
  const before = await counted(page);
  const answers = [404, 500, 200];
  await page.route(archive, (route) => {
    const status = answers.shift()!;
    return status === 200
      ? route.fulfill({ status, contentType: "text/html", body: "<h1>A page instead</h1>" })
      : route.fulfill({ status, body: "" });
  });
  await page.goto("/downloads");
  while (answers.length > 0) {
    await button(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "Download failed. Please try again." })).toBeVisible();
    await expect(button(page)).toBeEnabled();
    await page.keyboard.press("Escape");
  }
  expect(await counted(page)).toBe(before);
  await page.unroute(archive);
  const [arrived] = await Promise.all([page.waitForEvent("download"), button(page).click()]);
  expect(arrived.suggestedFilename()).toBe(starterKit.file);
  await expect.poll(() => counted(page)).toBe(before + 1);
});

test("a failed count does not fail the download", async ({ page }) => {
  await page.route("**/api/downloads", (route) => route.abort());
  await page.goto("/downloads");
  const [arrived] = await Promise.all([page.waitForEvent("download"), button(page).click()]);
  expect(arrived.suggestedFilename()).toBe(starterKit.file);
  await expect(page.getByRole("status").filter({ hasText: "Download started!" })).toBeVisible();
});

test("without scripts the button and the link load the file", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/downloads");
  const [byButton] = await Promise.all([page.waitForEvent("download"), button(page).click()]);
  expect(byButton.suggestedFilename()).toBe(starterKit.file);
  const link = page.getByRole("link", { name: starterKit.file });
  const [byLink] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(byLink.suggestedFilename()).toBe(starterKit.file);
  await context.close();
});

test("the archive is a zip attachment that is revalidated and not sent twice", async ({ request }) => {
  const answer = await request.get(starterKit.path);
  expect(answer.headers()).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${starterKit.file}"`,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  });
  const again = await request.get(starterKit.path, { headers: { "if-none-match": answer.headers()["etag"]! } });
  expect(again.status()).toBe(304);
});

test("the page lists the archive's files, and each template has an anchor", async ({ page }) => {
  await page.goto("/downloads#onboarding");
  await expect(page.locator("#onboarding")).toBeInViewport();
  for (const words of ["n8n/ · 5 files", "make/ · 5 files", "zapier/ · 5 files", "guides/ · 6 files"])
    await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the wizard" })).toHaveAttribute("href", "/blueprint/wizard");
  await expect(page.getByRole("link", { name: "See the prices" })).toHaveAttribute("href", "/pricing");
  await page.goto("/automation-grid/s-01");
  await page.getByRole("link", { name: "Lead to CRM Sync" }).click();
  await expect(page).toHaveURL(/\/downloads#lead-sync$/);
});
