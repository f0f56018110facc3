import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { expectAccessible } from "./accessibility.ts";
import { sendRequest, signInAgain, signInNew } from "./people.ts";
import { test } from "./varying-speed.ts";
import { hydrated, newAccessAdmin, startDraft, userIdOf } from "./wizard-people.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.64" } });

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: ModelInput }
>;
const firm = Object.values(vectors)[0]!.input;

const alerts = (page: Page) => page.locator("#draft-alerts");
const saved = (page: Page) => expect(page.getByText(/^Saved/)).toBeVisible();
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

test("two tabs: the later one shows the differences and lets the user choose", async ({ page, context }) => {
  await signInNew(page, "tabs");
  const id = await startDraft(page, { company: firm.company }, { companyName: "Northfield" });
  const other = await context.newPage();
  const address = `/blueprint/wizard/profile?blueprint=${id}`;
  await page.goto(address);
  await other.goto(address);
  // Otherwise the other tab would restore this device's copy of a pending save.
  await hydrated(other);
  // The page already said "Saved" before, so wait for this save's response.
  const arrived = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await page.getByLabel("Employees").fill("50");
  await page.getByLabel("Employees").press("Tab");
  await arrived;
  await saved(page);

  await other.getByLabel("Employees").fill("60");
  await other.getByLabel("Company Name").fill("Northfield Analytics");
  await expect(alerts(other)).toContainText("This blueprint was changed on another device or tab");
  await expect(alerts(other).getByRole("row", { name: "Employees 60 50" })).toBeVisible();
  // Only conflicting fields are asked about.
  await expect(alerts(other).getByRole("row")).toHaveCount(2);
  await expect(other.getByLabel("Company Name")).toHaveValue("Northfield Analytics");
  await goOn(other);
  await expect(other).toHaveURL(address);
  await other.getByRole("button", { name: "Load the newer values" }).click();
  await expect(other.getByLabel("Employees")).toHaveValue("50");
  await expect(other.getByLabel("Company Name")).toHaveValue("Northfield Analytics");
  await expect(alerts(other)).toBeHidden();
  await saved(other);

  const stale = other.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await other.getByLabel("Employees").fill("70");
  await other.getByLabel("Employees").press("Tab");
  await stale;
  await page.getByLabel("Employees").fill("80");
  await page.getByLabel("Employees").press("Tab");
  await page.getByRole("button", { name: "Keep what I typed" }).click();
  await saved(page);
  const stored = await sendRequest<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`);
  expect(stored.inputs.company.employees).toBe(80);
});

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const rowOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.locator(`input[value="${name}"]`) });

test("two devices change different processes and lose no data; conflicts in one field ask, and both choices work", async ({
  page,
  browser,
}) => {
  const person = await signInNew(page, "devices");
  const [first, second] = firm.processes;
  const inputs = { company: firm.company, stack: [], processes: [first!, second!] };
  const id = await startDraft(page, inputs, { companyName: "Northfield" }, "processes");
  const context = await browser.newContext({
    userAgent: iphone,
    extraHTTPHeaders: { "x-forwarded-for": "203.0.113.65" },
  });
  const phone = await context.newPage();
  await signInAgain(phone, person);
  const address = `/blueprint/wizard/processes?blueprint=${id}`;
  for (const device of [page, phone]) {
    await device.goto(address);
    await hydrated(device);
  }
  const read = () => sendRequest<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`);
  const put = (device: Page) => device.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  const hours = (device: Page, name: string) => rowOf(device, name).getByLabel("Hours per Person per Week");

  await test.step("different processes", async () => {
    const arrived = put(page);
    await hours(page, first!.name).fill("11");
    await arrived;
    const merged = put(phone);
    await rowOf(phone, second!.name).getByLabel("People").fill("4");
    await merged;
    await expect(hours(phone, first!.name)).toHaveValue("11");
    await expect(alerts(phone)).toBeHidden();
    const [one, two] = (await read()).inputs.processes;
    expect([one!.hours, two!.people]).toEqual([11, 4]);
  });

  await test.step("the same field, this device's value", async () => {
    const arrived = put(phone);
    await hours(phone, first!.name).fill("12");
    await arrived;
    await hours(page, first!.name).fill("13");
    await expect(alerts(page)).toContainText(/Safari on iPhone saved at \d/);
    await expect(
      alerts(page).getByRole("row", { name: `${first!.name}: Hours per Person per Week 13 12` }),
    ).toBeVisible();
    await expectAccessible(page);
    const kept = put(page);
    await page.getByRole("button", { name: "Keep what I typed" }).click();
    await kept;
    const [one, two] = (await read()).inputs.processes;
    expect([one!.hours, two!.people]).toEqual([13, 4]);
  });

  await test.step("the same field, the other device's value", async () => {
    await hours(phone, first!.name).fill("14");
    await expect(alerts(phone)).toContainText("changed on another device or tab");
    await phone.getByRole("button", { name: "Load the newer values" }).click();
    await expect(hours(phone, first!.name)).toHaveValue("13");
    await expect(alerts(phone)).toBeHidden();
    expect((await read()).inputs.processes[0]!.hours).toBe(13);
  });
  await context.close();
});

test("text typed before the page's code has loaded is saved like other text", async ({ page }) => {
  await signInNew(page, "early");
  const id = await startDraft(page, { company: firm.company }, { companyName: "Northfield" });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`/blueprint/wizard/profile?blueprint=${id}`, { waitUntil: "commit" });
  await page.getByLabel("Company Name").fill("Northfield Analytics");
  const answer = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  arrive();
  await answer;
  await expect(page.getByLabel("Company Name")).toHaveValue("Northfield Analytics");
  const stored = await sendRequest<{ about: { companyName: string } }>(page, "GET", `/api/blueprints/${id}`);
  expect(stored.about.companyName).toBe("Northfield Analytics");
});

test("a minute offline: typing continues across steps, is shown as unsaved, stored locally, and sent later", async ({
  page,
  context,
}) => {
  await signInNew(page, "offline");
  const id = await startDraft(page, { company: firm.company }, { companyName: "Northfield" });
  // Wait until the page has loaded completely: the router has fetched the manifest of the other steps.
  const whole = page.waitForResponse((response) => response.url().includes("__manifest"));
  await page.goto(`/blueprint/wizard/profile?blueprint=${id}`);
  await expect(page.getByLabel("Employees")).toHaveValue("45");
  await whole;
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByLabel("Employees").fill("47");
  await page.getByLabel("Employees").press("Tab");
  await expect(page.getByText("Offline. Kept on this device")).toBeVisible();
  await expect(alerts(page)).toContainText("No connection");
  await goOn(page);
  await expect(page.getByRole("heading", { level: 1, name: /Which tools/ })).toBeVisible();
  await page.getByLabel("Search 70 tools").fill("slack");
  await page.getByLabel("Search 70 tools").press("Enter");
  await goOn(page);
  await page.getByLabel("Search 48 kinds of work").fill("proposals");
  await page.getByLabel("Search 48 kinds of work").press("Enter");
  await page.getByRole("button", { name: "Generate Analysis" }).click();
  await expect(page.getByText("You are offline. Everything is kept on this device")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("checkbox", { name: "Slack", exact: true })).toBeChecked();
  await context.setOffline(false);
  await saved(page);
  await expect(alerts(page)).toBeHidden();
  const stored = await sendRequest<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`);
  expect(stored.inputs.company.employees).toBe(47);
  expect(stored.inputs.stack.map((tool) => tool.id)).toEqual(["slack"]);
  expect(stored.inputs.processes.map((process) => process.name)).toEqual(["Proposals"]);
});

test("text typed offline before the tab was closed is restored and sent at the next visit", async ({
  page,
  context,
}) => {
  await signInNew(page, "closed");
  const id = await startDraft(page, { company: firm.company }, { companyName: "Northfield" });
  const address = `/blueprint/wizard/profile?blueprint=${id}`;
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByLabel("Employees").fill("47");
  await expect(page.getByText("Offline. Kept on this device")).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto(address);
  await expect(later.getByLabel("Employees")).toHaveValue("47");
  await saved(later);
  const stored = await sendRequest<{ inputs: ModelInput }>(later, "GET", `/api/blueprints/${id}`);
  expect(stored.inputs.company.employees).toBe(47);
});

test("access that ends during a draft: shown at once, edits stored locally, sent when access returns", async ({
  page,
  browser,
}) => {
  await signInNew(page, "revoked");
  const userId = await userIdOf(page);
  const doorkeeper = await newAccessAdmin(browser);
  const id = await startDraft(page, { company: firm.company }, { companyName: "Northfield" });
  const address = `/blueprint/wizard/profile?blueprint=${id}`;
  await page.goto(address);
  await expect(page.getByLabel("Employees")).toHaveValue("45");
  await doorkeeper.end(userId);
  await page.getByLabel("Employees").fill("48");
  await page.getByLabel("Employees").press("Tab");
  await expect(alerts(page)).toContainText("Access Required: You need a valid access code");
  await expect(alerts(page)).toContainText("kept on this device");
  await expect(alerts(page).getByRole("link", { name: "Enter an access code" })).toBeVisible();
  await goOn(page);
  await expect(page).toHaveURL(address);
  await expect(alerts(page)).toBeFocused();
  await page.getByLabel("Company Name").fill("Northfield Analytics");
  expect((await page.goto(address))?.status()).toBe(403);

  await doorkeeper.restore(userId);
  await page.goto(address);
  await expect(page.getByLabel("Employees")).toHaveValue("48");
  await expect(page.getByLabel("Company Name")).toHaveValue("Northfield Analytics");
  await saved(page);
  await expect
    .poll(
      async () =>
        (await sendRequest<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`)).inputs.company.employees,
    )
    .toBe(48);
  await doorkeeper.leave();
});

test("on a phone the save state and the exit keep one line in the wizard's header", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInNew(page, "narrow-header");
  const id = await startDraft(page, { company: firm.company }, { companyName: "Northfield" });
  for (const blueprint of ["new", id]) {
    await page.goto(`/blueprint/wizard/profile?blueprint=${blueprint}`);
    const status = page.getByRole("status").first();
    await expect(status).toHaveText(blueprint === "new" ? "Not saved yet" : /^Saved/);
    const lines = await status.evaluate(
      (line) => line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight),
    );
    expect(lines).toBeLessThan(1.5);
    expect((await page.getByRole("link", { name: "Leave", exact: true }).boundingBox())!.height).toBeLessThanOrEqual(
      44,
    );
  }
});
