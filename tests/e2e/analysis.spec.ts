import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { pdfTexts } from "#tests/fixtures/pdf-text.ts";
import { northfield } from "../../db/world.ts";
import { test } from "./journey.ts";
import { sendRequest, signInNew } from "./people.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.77" } });

/** Signs in a new user with one finished analysis of the example firm; returns its blueprint's id. */
async function withAnalysis(page: Page, name: string): Promise<string> {
  await signInNew(page, name);
  const { id, version } = await sendRequest<{ id: string; version: number }>(page, "POST", "/api/blueprints", {
    mode: "guided",
  });
  const about = { companyName: "Northfield Analytics" };
  await sendRequest(page, "PUT", `/api/blueprints/${id}`, { version, inputs: exampleFirm, about });
  await sendRequest(page, "POST", `/api/blueprints/${id}/analysis`, {});
  return id;
}

test("a changed number updates all figures, is saved as a revision and compared", async ({ page }) => {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  const id = await withAnalysis(page, "turner");
  const steps: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/track-funnel-event")) return;
    const { stage, substage } = request.postDataJSON() as { stage: string; substage: string };
    steps.push(`${stage} ${substage}`);
  });
  await page.goto(`/blueprint/${id}`);
  const headline = page.getByRole("heading", { level: 1 });
  const bar = page.getByRole("region", { name: "Changed numbers" });
  await expect(headline).toContainText("$70,300 a year");
  await expect(bar.getByText("changed")).toHaveCount(0);

  await test.step("an invalid value shows an error at its field and changes no figure", async () => {
    await page.getByLabel("Loaded cost per hour", { exact: true }).fill("9");
    await expect(page.getByText("Enter a number from 25 to 500.")).toBeVisible();
    await expect(headline).toContainText("$70,300 a year");
    await expect(bar.getByText("One value is invalid")).toBeVisible();
  });

  await test.step("a valid value updates the headline at once, and the worker's draws follow", async () => {
    const worker = page.waitForEvent("worker");
    await page.getByLabel("Loaded cost per hour", { exact: true }).fill("90");
    await expect(headline).toContainText("$83,900 a year");
    expect((await worker).url()).toContain("/assets/range-worker");
    await expect(page.locator("main")).not.toHaveAttribute("data-pending", /.*/);
    await expect(page.getByRole("table", { name: "Range of 10,000 runs" })).toContainText("$66,");
    await expect(bar).toContainText("1 number changed");
    await expect(page.getByText("was 75")).toBeVisible();
  });

  await test.step("the headline is updated after every keystroke before the next one", async () => {
    const shown = await headline.evaluate((element) => {
      const field = document.getElementById("process-0-hours") as HTMLInputElement;
      const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
      return [5, 6, 7, 8, 4].map((hours) => {
        type.call(field, String(hours));
        field.dispatchEvent(new Event("input", { bubbles: true }));
        return element.textContent;
      });
    });
    expect(new Set(shown).size).toBe(5);
    expect(shown[4]).toContain("$83,900 a year");
  });

  await test.step("reset reverts everything", async () => {
    await bar.getByRole("button", { name: "Reset" }).click();
    await expect(headline).toContainText("$70,300 a year");
    await expect(page.getByLabel("Loaded cost per hour", { exact: true })).toHaveValue("75");
    await expect(bar.getByRole("button")).toHaveCount(0);
    await expect(page.getByLabel("Loaded cost per hour", { exact: true })).toBeFocused();
    await expect(bar.getByRole("status")).toHaveText("All values are reset.");
  });

  await test.step("saving creates revision 2 with the displayed figures", async () => {
    await page.getByLabel("Loaded cost per hour", { exact: true }).fill("90");
    await page.getByText("Your processes", { exact: true }).first().click();
    await page.getByLabel("Hours per person and week of Proposals").fill("6");
    await expect(bar).toContainText("2 numbers changed");
    const shown = await headline.textContent();
    await bar.getByRole("button", { name: "Save as new revision" }).click();
    await expect(page.getByText("Saved as revision 2.")).toBeVisible();
    await expect(page.getByLabel("Hours per person and week of Proposals")).toBeFocused();
    await expect(page.getByText("rev. 2")).toBeVisible();
    await expect(headline).toHaveText(shown!);
    await page.reload();
    await expect(headline).toHaveText(shown!);
    const revisions = page.getByRole("table", { name: "Revisions of this analysis" });
    await expect(revisions).toContainText("Loaded cost per hour: $75 → $90");
    await expect(revisions).toContainText("Proposals: hours per person and week: 4 → 6");
  });

  await test.step("both revisions are shown side by side", async () => {
    await page.getByRole("link", { name: "with revision 2" }).click();
    await expect(page).toHaveURL(/\/blueprint\/compare\?a=[0-9a-f-]+\.1&b=[0-9a-f-]+\.2/);
    const figures = page.getByRole("table", { name: "Figures of both analyses" });
    await expect(figures).toContainText("$70,300");
    await expect(page.getByText("2 answers differ")).toBeVisible();
  });
  expect(problems).toEqual([]);
  for (const step of ["viewed", "recalculated", "compared"])
    await expect.poll(() => steps).toContain(`analysis ${step}`);
});

test("a share link works in another browser without an account, and returns 410 after it was ended", async ({
  page,
  browser,
}) => {
  const id = await withAnalysis(page, "sharer");
  await page.goto(`/blueprint/${id}`);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this analysis" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByLabel("Address").inputValue();
  expect(url).toMatch(/\/share\/[\w-]{43}$/);

  const stranger = await browser.newContext();
  const reader = await stranger.newPage();
  const problems: string[] = [];
  reader.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const answer = await reader.goto(url);
  expect(answer?.headers()["x-robots-tag"]).toContain("noindex");
  expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
  const html = await answer!.text();
  expect(html).not.toContain(id);
  expect(html).not.toContain("northfield-sharer");
  await expect(reader.getByRole("heading", { level: 1 })).toContainText("$70,300 a year");
  await reader.getByLabel("Working weeks a year", { exact: true }).fill("44");
  await expect(reader.getByRole("region", { name: "Changed numbers" })).toContainText("1 number changed");
  await expect(reader.getByRole("button", { name: "Save as new revision" })).toHaveCount(0);
  expect(problems).toEqual([]);
  for (const path of [`/blueprint/${id}`, `/blueprint/${id}.pdf`, "/blueprint/compare"])
    expect((await reader.request.get(path, { maxRedirects: 0 })).status(), path).toBe(302);

  await dialog.getByRole("button", { name: "End link" }).click();
  await expect(dialog.getByText("it never works again", { exact: false })).toBeVisible();
  expect((await reader.request.get(url)).status()).toBe(200);
  await dialog.getByRole("button", { name: "End the link" }).click();
  await expect(dialog.getByRole("button", { name: "Create link" })).toBeVisible();
  const after = await reader.goto(url);
  expect(after?.status()).toBe(410);
  await expect(reader.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  expect((await reader.request.get("/share/made-up")).status()).toBe(404);
  await stranger.close();
});

test("the PDF has the figures of the page and is available to its owner only", async ({ page, browser }) => {
  const id = await withAnalysis(page, "reader");
  await page.goto(`/blueprint/${id}`);
  const href = await page.getByRole("link", { name: "PDF of this analysis" }).getAttribute("href");
  const answer = await page.request.get(href!);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  expect(answer.headers()["content-disposition"]).toContain("Automation-analysis-Northfield-Analytics-rev-1.pdf");
  const bytes = await answer.body();
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(bytes.length).toBeLessThan(400_000);
  const file = test.info().outputPath("analysis.pdf");
  writeFileSync(file, bytes);
  const { status, stdout } = spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  if (status === 0) {
    const text = stdout.replace(/\s+/g, " ");
    for (const figure of [
      "27.6 hours a week",
      "$70,300",
      "$17,300",
      "Build it, without the retainer",
      "60.2%",
      "$88,300",
      "S-01",
      "Lead Capture to CRM",
    ])
      expect(text, figure).toContain(figure);
  }

  const other = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.78" } });
  const eve = await other.newPage();
  await signInNew(eve, "eve", { access: false });
  for (const path of [`/blueprint/${id}`, `/blueprint/${id}.pdf`, `/blueprint/compare?a=${id}&b=${id}`])
    expect((await eve.request.get(path)).status(), path).toBe(404);
  const origin = new URL(page.url()).origin;
  for (const method of ["post", "delete"] as const)
    expect((await eve.request[method](`/api/blueprints/${id}/share`, { headers: { origin } })).status()).toBe(404);
  await other.close();
});

test("a second person at a mail provider gets nothing that the first one typed, in the wizard and in the PDF", async ({
  page,
  browser,
}) => {
  await signInNew(page, "anna", { domain: "t-online.de" });
  await page.goto("/blueprint/wizard/profile?blueprint=new");
  await page.getByLabel("Company Name").fill("Geheim Projekt GmbH");
  await page.getByLabel("Company Website").fill("https://geheim.example");
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.goto("/account?tab=profile");
  await page.getByLabel("First Name").fill("Anna");
  await page.getByLabel("Last Name").fill("Weber");
  await page.getByLabel("Company Name").fill("Geheim Projekt GmbH");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Your profile is saved.")).toBeVisible();

  const other = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.79" } });
  const bert = await other.newPage();
  await signInNew(bert, "bert", { domain: "t-online.de" });
  const profile = await sendRequest<{ company_name: unknown }>(bert, "POST", "/api/functions/get-user-profile", {});
  expect(JSON.stringify(profile)).not.toContain("Geheim");
  await bert.goto("/blueprint/wizard/profile?blueprint=new");
  // From his own request for access.
  await expect(bert.getByLabel("Company Name")).toHaveValue(northfield.name);
  await expect(bert.getByLabel("Company Website")).toHaveValue("");
  const { id, version } = await sendRequest<{ id: string; version: number }>(bert, "POST", "/api/blueprints", {
    mode: "guided",
  });
  await sendRequest(bert, "PUT", `/api/blueprints/${id}`, { version, inputs: exampleFirm });
  await sendRequest(bert, "POST", `/api/blueprints/${id}/analysis`, {});
  const text = (await pdfTexts(await (await bert.request.get(`/blueprint/${id}.pdf`)).body())).join(" ");
  expect(text).toContain("27.6 hours a week");
  expect(text).not.toMatch(/Geheim|t-online/);
  await other.close();
});

test("the analysis page is short on a phone, and prints with the sheets of the PDF", async ({ page }) => {
  const id = await withAnalysis(page, "printer");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/blueprint/${id}`);
  // 60 % of its former 18,400 px.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(11_040);
  const index = page.getByRole("navigation", { name: "Sheets of this analysis" });
  await index.getByRole("link", { name: "90-day plan" }).click();
  await expect(index).toBeInViewport();
  await expect(page.getByText("Weight of the yearly value")).toBeHidden();

  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Weight of the yearly value")).toBeVisible();
  const sheets = [
    "Build it, without the retainer",
    "Where 101.0 hours a week go today",
    "Five automations in scope, in order",
    "What the model expects, and how sure it is",
    "What moves the first year most",
    "How 101.0 hours become $70,300",
    "When it pays back",
    "Ninety days, small builds first",
    "You pay $640 a month for duplicate tools",
    "Doubt a number? Change it",
  ];
  const printed = (await page.locator("main :is(h2, h3)").allInnerTexts()).filter((title) => sheets.includes(title));
  expect(printed).toEqual(sheets);
  const pdf = (await page.pdf({ format: "Letter" })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)?.length).toBeLessThanOrEqual(14);
});

test("without scripts every fold of an analysis opens", async ({ page, browser }) => {
  const id = await withAnalysis(page, "no-scripts");
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
  });
  const still = await plain.newPage();
  await still.goto(`/blueprint/${id}`);
  const folds = still.locator("main details:not(details details)");
  for (const fold of await folds.all()) {
    await fold.locator("summary").first().click();
    await expect(fold).toHaveAttribute("open", "");
  }
  expect(await folds.count()).toBeGreaterThan(6);
  await plain.close();
});
