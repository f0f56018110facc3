import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { expectAccessible } from "./accessibility.ts";
import { sendRequest, signInAgain, signInNew } from "./people.ts";
import { test } from "./varying-speed.ts";
import { startDraft, userIdOf } from "./wizard-people.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.61" } });

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: ModelInput }
>;
const firm = Object.values(vectors)[0]!.input;

const saved = (page: Page) => expect(page.getByText(/^Saved/)).toBeVisible();
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

/** Funnel steps that this page reports from now on. */
function reported(page: Page): string[] {
  const steps: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/track-funnel-event")) return;
    const { stage, substage } = request.postDataJSON() as { stage: string; substage: string };
    steps.push(`${stage} ${substage}`);
  });
  return steps;
}

/** Expects no console messages and no axe violations. */
function watched(page: Page) {
  const problems: string[] = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  return {
    problems,
    look: () => expectAccessible(page),
  };
}

test("the guided wizard by checkboxes and Enter alone, from an empty page to the analysis, with every step reported", async ({
  page,
}) => {
  const { problems, look } = watched(page);
  const steps = reported(page);
  await signInNew(page, "guided");
  await page.goto("/blueprint/wizard");
  await expect(page).toHaveURL("/blueprint/wizard/mode");
  await look();
  await page.getByRole("link", { name: "Start guided blueprint" }).click();
  await expect(page.getByLabel("Company Name")).toBeVisible();
  await look();
  await page.getByLabel("Company Name").fill("Northfield Analytics");
  await page.getByLabel("Employees").fill("45");
  await page.getByLabel("Annual Revenue").selectOption("$5M to $10M");
  await page.getByLabel("Industry").selectOption("SaaS");
  await page.getByLabel("Focus Area").selectOption("Revenue Operations");
  await page.getByLabel("Top Outcome").selectOption("Respond faster");
  await page.getByLabel("Top Outcome").press("Tab");
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await goOn(page);

  await expect(page.getByRole("heading", { level: 1, name: /Which tools/ })).toBeFocused();
  const tools = page.getByLabel("Search 70 tools");
  for (const word of ["hub", "pipe", "mailch", "customer", "typef", "slack", "calend", "zend", "looker", "panda"]) {
    await tools.fill(word);
    await tools.press("Enter");
    await expect(tools).toHaveValue("");
  }
  await expect(page.getByLabel("Monthly Cost (USD)")).toHaveCount(10);
  await expect(page.getByText("10 tools, $4,158 a month").first()).toBeVisible();
  await expect(page.getByText("You pay $640 a month for duplicate tools")).toBeVisible();
  await look();
  await goOn(page);

  const work = page.getByLabel("Search 48 kinds of work");
  for (const word of ["lead entry", "lead routing", "follow-up e", "weekly pipe", "proposals", "ticket triage"]) {
    await work.fill(word);
    await work.press("Enter");
    await expect(work).toHaveValue("");
  }
  await expect(page.getByLabel("Process Name")).toHaveCount(6);
  await expect(page.getByText("Typical values")).toHaveCount(6);
  await expect(page.getByRole("complementary").getByText("27.6 h/wk")).toBeVisible();
  await look();
  await page.getByRole("button", { name: "Generate Analysis" }).click();
  await expect(page).toHaveURL(/\/blueprint\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("27.6 hours a week");
  expect(problems).toEqual([]);
  for (const step of [
    "wizard mode_viewed",
    "wizard profile_viewed",
    "wizard guided_started",
    "wizard profile_completed",
    "wizard tech_stack_viewed",
    "wizard tech_stack_completed",
    "wizard processes_viewed",
    "wizard processes_completed",
  ])
    await expect.poll(() => steps).toContain(step);
});

test("quick start: two answers, results that list assumptions, refined in the guided wizard", async ({ page }) => {
  const { problems, look } = watched(page);
  const steps = reported(page);
  await signInNew(page, "quick");
  await page.goto("/blueprint/wizard/mode");
  await page.getByRole("link", { name: "Take the quick start" }).click();
  await expect(page).toHaveURL("/quick-start");
  await page.getByRole("button", { name: "Generate Analysis" }).click();
  await expect(page.getByLabel("Employees")).toHaveAccessibleDescription(/whole number from 1 to 100,000/);
  await expect(page.getByLabel("Focus Area")).toHaveAccessibleDescription(/choose one from the list/);
  await expect(page.getByText("2 fields need attention")).toBeVisible();
  await look();

  await page.getByLabel("Employees").fill("200");
  await page.getByLabel("Focus Area").selectOption("Customer Lifecycle");
  await expect(page.getByLabel("Annual Revenue")).toHaveValue("25-50M");
  await expect(page.getByLabel("Top Outcome")).toHaveValue("retention");
  await expect(page.getByRole("checkbox", { name: /^Ticket triage/ })).toBeChecked();
  await page.getByLabel("Industry").selectOption("Healthcare");
  await page.getByRole("checkbox", { name: "HubSpot", exact: true }).check();
  await page.getByRole("checkbox", { name: "Salesforce", exact: true }).check();
  await saved(page);
  await look();
  await page.reload();
  await expect(page.getByLabel("Employees")).toHaveValue("200");
  await expect(page.getByLabel("Industry")).toHaveValue("Healthcare");
  await expect(page.getByRole("checkbox", { name: "HubSpot", exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Generate Analysis" }).click();

  await expect(page).toHaveURL(/\/quick-start\/results\?blueprint=/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { name: "What these figures assume" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No verdict yet: we need real hours" })).toBeVisible();
  const table = page.getByRole("table", { name: "What was assumed" });
  await expect(table.getByRole("row")).toHaveCount(7);
  await expect(table).toContainText("$25M to $50M");
  await expect(table).not.toContainText("Healthcare");
  await look();
  await page.getByRole("link", { name: "See all five sheets" }).click();
  await expect(page).toHaveURL(/\/blueprint\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("link", { name: "6 answers are assumed" })).toBeVisible();
  await page.getByLabel("Loaded cost per hour", { exact: true }).fill("95");
  await expect(page.getByRole("link", { name: "5 answers are assumed" })).toBeVisible();
  await expect(page.getByRole("table", { name: "What was assumed" })).not.toContainText("Cost per hour");
  await page.goBack();
  await page.getByRole("link", { name: "Refine in the guided blueprint" }).click();
  await expect(page).toHaveURL(/wizard\/profile\?blueprint=/);
  await expect(page.getByLabel("Employees")).toHaveValue("200");
  await page.getByLabel("Estimated Loaded Cost per Hour (USD)").fill("95");
  await saved(page);
  await page.getByRole("link", { name: "Processes" }).click();
  await expect(page.getByLabel("Process Name")).toHaveCount(6);
  await expect(page.getByText("Assumed hours")).toHaveCount(6);
  await page.getByRole("button", { name: /These hours are right.*Ticket triage/ }).click();
  await expect(page.getByText("Assumed hours")).toHaveCount(5);
  await saved(page);
  await page.getByRole("button", { name: "Generate Analysis" }).click();
  await expect(page).toHaveURL(/\/blueprint\/[0-9a-f-]{36}$/);
  await page.goto("/quick-start/results");
  await expect(page.getByText("rev. 2")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No verdict yet: we need real hours" })).toHaveCount(0);
  await expect(page.getByRole("table", { name: "What was assumed" })).not.toContainText("Cost per hour");
  expect(problems).toEqual([]);
  for (const substage of ["viewed", "started", "completed", "refined"])
    await expect.poll(() => steps).toContain(`quick_start ${substage}`);
});

test("a draft started in one browser is resumed in another", async ({ page, browser }) => {
  const person = await signInNew(page, "resume");
  await page.goto("/blueprint/wizard/profile?blueprint=new");
  await page.getByLabel("Company Name").fill("Two Rivers Studio");
  await page.getByLabel("Employees").fill("5");
  await saved(page);
  await page.close();

  const elsewhere = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.62" } });
  const there = await elsewhere.newPage();
  await signInAgain(there, person);
  await there.goto("/blueprint/wizard/mode");
  await expect(there.getByRole("heading", { name: "Two Rivers Studio" })).toBeVisible();
  await there.getByRole("link", { name: "Resume" }).click();
  await expect(there.getByLabel("Company Name")).toHaveValue("Two Rivers Studio");
  await expect(there.getByLabel("Employees")).toHaveValue("5");
  await elsewhere.close();
});

test("invalid input: every field has its message, and typed text is kept", async ({ page }) => {
  await signInNew(page, "invalid");
  await page.goto("/blueprint/wizard/profile?blueprint=new");
  const described = (label: string, words: RegExp) =>
    expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(words);
  await goOn(page);
  await described("Employees", /whole number from 1 to 100,000/);
  for (const list of ["Annual Revenue", "Industry", "Focus Area", "Top Outcome"]) await described(list, /choose one/);
  await expect(page.getByRole("group", { name: "5 fields need attention" })).toBeFocused();

  await page.getByLabel("Company Website").fill("no site");
  await page.getByLabel("Employees").fill("many");
  await page.getByLabel("Estimated Loaded Cost per Hour (USD)").fill("7000");
  await page.getByLabel("Estimated Loaded Cost per Hour (USD)").press("Tab");
  await described("Company Website", /Please enter a valid website/);
  await described("Employees", /whole number/);
  await described("Estimated Loaded Cost per Hour (USD)", /from 25 to 500/);
  await page.getByLabel("Industry").selectOption("SaaS");
  await saved(page);
  await page.reload();
  await expect(page.getByLabel("Employees")).toHaveValue("many");
  await expect(page.getByLabel("Company Website")).toHaveValue("no site");
  await expect(page.getByLabel("Estimated Loaded Cost per Hour (USD)")).toHaveValue("7000");

  await page.getByLabel("Company Website").fill("northfield.io");
  await page.getByLabel("Employees").fill("1.2k");
  await page.getByLabel("Estimated Loaded Cost per Hour (USD)").fill("$ 75.50");
  await page.getByLabel("Annual Revenue").selectOption("Over $50M");
  await page.getByLabel("Focus Area").selectOption("Revenue Operations");
  await page.getByLabel("Top Outcome").selectOption("Respond faster");
  await goOn(page);
  await expect(page).toHaveURL(/tech-stack/);

  await page.getByLabel("Your own tool").fill("House CRM");
  await page.getByRole("button", { name: "Add tool" }).click();
  await page.getByLabel("Your own tool").fill("");
  await page.getByRole("button", { name: "Add tool" }).click();
  await described("Your own tool", /Give the tool a name/);
  await goOn(page);
  await described("Monthly Cost (USD)", /0 if it is free/);
  await page.getByLabel("Monthly Cost (USD)").fill("-5");
  await described("Monthly Cost (USD)", /from 0/);
  await page.getByLabel("Monthly Cost (USD)").fill("1,5k");
  await goOn(page);

  await expect(page).toHaveURL(/processes/);
  await page.getByRole("button", { name: "Generate Analysis" }).click();
  await expect(page.getByText("Add at least one process")).toBeVisible();
  await page.getByLabel("Hours per Person per Week").fill("-1");
  await page.getByRole("button", { name: "Generate Analysis" }).click();
  await described("Process Name", /give the process a name/);
  await page.getByLabel("Process Name").fill("Month end");
  await page.getByLabel("Area", { exact: true }).selectOption("");
  await page.getByRole("button", { name: "Generate Analysis" }).click();
  for (const list of ["Area", "Activity", "Frequency", "Pain"]) await described(list, /choose one from the list/);
  await described("Hours per Person per Week", /from 0 to 60/);
  await described("People", /1 or more/);
  await page.getByLabel("Hours per Person per Week").fill("61");
  await page.getByLabel("People", { exact: true }).fill("2.5");
  await page.getByLabel("Pain").selectOption("3, slows us down");
  await described("Hours per Person per Week", /from 0 to 60/);
  await page.reload();
  await expect(page.getByLabel("Hours per Person per Week")).toHaveValue("61");
  await expect(page.getByLabel("People", { exact: true })).toHaveValue("2.5");
  await expect(page.getByLabel("Process Name")).toHaveValue("Month end");
  await page.getByLabel("Hours per Person per Week").fill("6");
  await page.getByLabel("People", { exact: true }).fill("2");
  await page.getByLabel("Area", { exact: true }).selectOption("Revenue Operations");
  await page.getByLabel("Activity", { exact: true }).selectOption("Data processing and reporting");
  await page.getByLabel("Frequency").selectOption("Monthly");
  await page.getByRole("button", { name: "Generate Analysis" }).click();
  await expect(page).toHaveURL(/\/blueprint\/[0-9a-f-]{36}$/);
});

test("without access every page says so and links to code entry", async ({ page }) => {
  await signInNew(page, "stranger", { access: false });
  for (const path of ["/blueprint/wizard/mode", "/blueprint/wizard/profile", "/quick-start", "/quick-start/results"]) {
    expect((await page.goto(path))?.status(), path).toBe(403);
    await expect(
      page.getByText("Access Required: You need a valid access code to use the GTMarc Blueprint Wizard."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Enter an access code" })).toHaveAttribute("href", "/verify-access");
  }
});

test("the first wizard page of a sixth device is replaced by the refusal", async ({ page }) => {
  await signInNew(page, "devices");
  const about = { p_user_id: await userIdOf(page), p_user_agent: "journey" };
  for (let device = 0; device < 5; device += 1)
    await sendRequest(page, "POST", "/api/rpc/user_has_wizard_access_secure", {
      ...about,
      p_ip_hash: String(device).repeat(64),
    });
  expect((await page.goto("/blueprint/wizard/mode"))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your wizard is closed at the moment");
  await expect(page.getByText("This account was used on more than 5 devices within 24 hours.")).toBeVisible();
  await expect(page.getByRole("link", { name: "See where you are signed in" })).toBeVisible();
  await expectAccessible(page);
});

test("the blueprint list: duplicate, compare two, delete and undo", async ({ page }) => {
  await signInNew(page, "list");
  const ids: string[] = [];
  for (const companyName of ["Northfield", "Harborview"]) {
    const id = await startDraft(page, firm, { companyName });
    await sendRequest(page, "POST", `/api/blueprints/${id}/analysis`, {});
    ids.push(id);
  }
  await page.goto("/blueprint/wizard/mode");
  await page.getByRole("checkbox", { name: "Compare Northfield" }).check();
  await page.getByRole("checkbox", { name: "Compare Harborview" }).check();
  await expect(page.getByRole("link", { name: "Compare", exact: true })).toHaveAttribute(
    "href",
    `/blueprint/compare?a=${ids[0]}&b=${ids[1]}`,
  );
  const names = page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 3 });
  await page.getByRole("listitem").filter({ hasText: "Northfield" }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Northfield is deleted.")).toBeVisible();
  await expect(names.filter({ hasText: "Northfield" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Your blueprints" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(names.filter({ hasText: "Northfield" })).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Your blueprints" })).toBeFocused();
  await page.getByRole("listitem").filter({ hasText: "Harborview" }).getByRole("button", { name: "Duplicate" }).click();
  await expect(names.filter({ hasText: "Harborview" })).toHaveCount(2);
});
