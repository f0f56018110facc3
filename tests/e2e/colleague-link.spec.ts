import { readFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { expectAccessible } from "./accessibility.ts";
import { sendRequest, signInAgain, signInNew } from "./people.ts";
import { test } from "./varying-speed.ts";
import { hydrated, startDraft } from "./wizard-people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.68" } });

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: ModelInput }
>;
const firm = Object.values(vectors)[0]!.input;
const [first, second] = firm.processes;

const rowOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.locator(`input[value="${name}"]`) });

/** Opens a draft with two processes as its owner; returns its id. */
async function openDraft(page: Page, name: string): Promise<string> {
  await signInNew(page, name);
  const inputs = { company: firm.company, stack: firm.stack, processes: [first!, second!] };
  const id = await startDraft(page, inputs, { companyName: "Northfield" }, "processes");
  await page.goto(`/blueprint/wizard/processes?blueprint=${id}`);
  await hydrated(page);
  return id;
}

async function makeLink(page: Page): Promise<string> {
  await rowOf(page, first!.name).getByRole("button", { name: "Ask a colleague" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask a colleague" });
  const name = dialog.getByLabel("Colleague’s name");
  await name.fill("\u200b");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(name).toHaveAccessibleDescription("Enter your colleague's name.");
  await name.fill("Kim");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByLabel("Link for Kim").inputValue();
  await expect(dialog.getByText("Not used yet")).toBeVisible();
  return url;
}

const newColleague = async (browser: Browser, javaScriptEnabled = true) =>
  (
    await browser.newContext({
      viewport: { width: 390, height: 844 },
      javaScriptEnabled,
      extraHTTPHeaders: { "x-forwarded-for": "203.0.113.69" },
    })
  ).newPage();

test("a colleague fills in a process, and the owner's typing is merged with it", async ({ page, browser }) => {
  const id = await openDraft(page, "asks");
  const url = await makeLink(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close" }).click();

  const colleague = await newColleague(browser);
  await colleague.goto(url);
  await expect(colleague.getByRole("heading", { name: "Help describe a process" })).toBeVisible();
  await expect(colleague.getByText("Kim, Northfield is preparing an automation analysis")).toBeVisible();
  await expect(colleague.getByText(second!.name)).toHaveCount(0);
  await expectAccessible(colleague);
  await colleague.getByLabel("Hours per Person per Week").fill("9");
  await colleague.getByLabel("People").fill("6");
  await colleague.getByRole("button", { name: "Save" }).click();
  await expect(colleague.getByText("Thank you.")).toBeVisible();

  // The owner's page has not loaded it yet: change another field, then the same one.
  const own = rowOf(page, second!.name);
  await own.getByLabel("People").fill("8");
  await expect(rowOf(page, first!.name).getByLabel("Hours per Person per Week")).toHaveValue("9");
  await expect(rowOf(page, first!.name).getByLabel("People")).toHaveValue("6");
  await expect(own.getByLabel("People")).toHaveValue("8");
  await expect
    .poll(
      async () => (await sendRequest<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`)).inputs.processes,
    )
    .toMatchObject([{ hours: 9, people: 6 }, { people: 8 }]);

  await colleague.goto(url);
  await colleague.getByLabel("Hours per Person per Week").fill("10");
  await colleague.getByRole("button", { name: "Save" }).click();
  await expect(colleague.getByText("Thank you.")).toBeVisible();
  await rowOf(page, first!.name).getByLabel("Hours per Person per Week").fill("12");
  const alerts = page.locator("#draft-alerts");
  await expect(alerts).toContainText("This blueprint was changed by a colleague");
  await expect(alerts).toContainText("Kim (colleague) saved at");
  await page.getByRole("button", { name: "Keep what I typed" }).click();
  await expect
    .poll(
      async () => (await sendRequest<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`)).inputs.processes,
    )
    .toMatchObject([{ hours: 12, people: 6 }, { people: 8 }]);
  await colleague.context().close();
});

test("the link works without scripts, asks about conflicting changes, and ends at once", async ({ page, browser }) => {
  const id = await openDraft(page, "ends");
  const url = await makeLink(page);
  const colleague = await newColleague(browser, false);
  await colleague.goto(url);
  const { version, inputs } = await sendRequest<{ version: number; inputs: ModelInput }>(
    page,
    "GET",
    `/api/blueprints/${id}`,
  );
  const rows = inputs.processes.with(0, { ...inputs.processes[0]!, hours: 7 });
  await sendRequest(page, "PUT", `/api/blueprints/${id}`, { version, inputs: { processes: rows } });
  await colleague.getByLabel("Hours per Person per Week").fill("9");
  await colleague.getByLabel("People").fill("many");
  await colleague.getByRole("button", { name: "Save" }).click();
  await expect(colleague.getByText("Saved, except for what is marked below")).toBeVisible();
  await expect(colleague.getByLabel("People")).toHaveValue("many");
  await expect(colleague.getByText("People: enter a whole number, 1 or more.")).toBeVisible();
  await expect(colleague.getByRole("row", { name: "Hours per Person per Week 9 7" })).toBeVisible();
  await colleague.getByRole("button", { name: "Use mine" }).click();
  await expect(colleague.getByLabel("Hours per Person per Week")).toHaveValue("9");
  await colleague.getByLabel("People").fill("4");
  await colleague.getByRole("button", { name: "Save" }).click();
  await expect(colleague.getByText("Thank you.")).toBeVisible();
  const stored = await sendRequest<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`);
  expect(stored.inputs.processes[0]).toMatchObject({ hours: 9, people: 4 });

  await page.getByRole("button", { name: "End link for Kim" }).click();
  await expect(page.getByRole("dialog").getByText("Ended", { exact: true })).toBeVisible();
  const gone = await colleague.goto(url);
  expect(gone?.status()).toBe(410);
  await expect(colleague.getByRole("heading", { name: "This link was ended" })).toBeVisible();
  expect((await colleague.goto(`${url.slice(0, -2)}xx`))?.status()).toBe(404);
  await colleague.context().close();
});

const stored = async (page: Page, id: string) =>
  (await sendRequest<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`)).inputs;

/** A tool's row with its cost, on the owner's page and on the colleague's. */
const toolLine = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

test("a colleague fills in the stack and one process while the owner's second device edits both, and nothing is lost", async ({
  page,
  browser,
}) => {
  const owner = await signInNew(page, "stack-asks");
  const [crm, chat] = [
    { id: "hubspot", category: "crm", monthlyUsd: 1600 },
    { id: "slack", category: "chat", monthlyUsd: 400 },
  ];
  const inputs = { company: firm.company, stack: [crm, chat], processes: [first!, second!] };
  const id = await startDraft(page, inputs, { companyName: "Northfield" }, "tech-stack");
  const address = `/blueprint/wizard/tech-stack?blueprint=${id}`;
  await page.goto(address);
  await hydrated(page);
  await page.getByRole("button", { name: "Ask a colleague" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask a colleague" });
  await dialog.getByLabel("Colleague’s name").fill("Kim");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByLabel("Link for Kim").inputValue();
  await page.getByRole("button", { name: "Close" }).click();

  const laptop = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.70" } });
  const laptopPage = await laptop.newPage();
  await signInAgain(laptopPage, owner);
  await laptopPage.goto(address);
  await hydrated(laptopPage);
  const kim = await newColleague(browser);
  await kim.goto(url);
  await hydrated(kim);

  await test.step("the colleague prices, sorts and adds tools; the second device changes others", async () => {
    const arrived = laptopPage.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
    await toolLine(laptopPage, "Slack").getByLabel("Monthly Cost (USD)").fill("450");
    await arrived;
    await expectAccessible(kim);
    await toolLine(kim, "HubSpot").getByLabel("Monthly Cost (USD)").fill("1500");
    await kim.getByText("Add or remove tools").click();
    await kim.getByRole("checkbox", { name: "Pipedrive" }).check();
    await toolLine(kim, "Pipedrive").getByLabel("Monthly Cost (USD)").fill("300");
    await toolLine(kim, "Pipedrive")
      .getByRole("checkbox", { name: /Not an overlap/ })
      .check();
    await toolLine(kim, "Slack").getByLabel("Category of Slack").selectOption({ label: "Reporting" });
    await kim.getByLabel("Another tool").fill("Sheet of doom");
    await kim.getByLabel("Its monthly cost").fill("12");
    await kim.getByLabel("What it is for").selectOption({ label: "Billing" });
    await expectAccessible(kim);
    await kim.getByRole("button", { name: "Save" }).click();
    await expect(kim.getByText("Thank you.")).toBeVisible();
    expect((await stored(page, id)).stack).toEqual([
      { ...crm, monthlyUsd: 1500 },
      { id: "pipedrive", category: "crm", monthlyUsd: 300, overlaps: false },
      { ...chat, category: "bi", monthlyUsd: 450 },
      { id: "Sheet of doom", category: "billing", monthlyUsd: 12 },
    ]);
  });

  await test.step("both devices of the owner merge it with their own changes", async () => {
    await toolLine(page, "HubSpot").getByLabel("Category of HubSpot").selectOption({ label: "Forms" });
    await expect(toolLine(page, "HubSpot").getByLabel("Monthly Cost (USD)")).toHaveValue("1500");
    await expect(toolLine(page, "Sheet of doom")).toBeVisible();
    await expect
      .poll(async () => (await stored(page, id)).stack[0])
      .toEqual({ ...crm, category: "forms", monthlyUsd: 1500 });
    expect((await stored(page, id)).stack).toHaveLength(4);
  });

  await test.step("a category changed by both sides asks the colleague", async () => {
    await kim.goto(url);
    await hydrated(kim);
    const arrived = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
    await toolLine(page, "Slack").getByLabel("Category of Slack").selectOption({ label: "Surveys" });
    await arrived;
    await toolLine(kim, "Slack").getByLabel("Category of Slack").selectOption({ label: "Team chat" });
    await kim.getByRole("button", { name: "Save" }).click();
    await expect(kim.getByRole("row", { name: "Slack: Category Team chat Surveys" })).toBeVisible();
    await expectAccessible(kim);
    await kim.getByRole("button", { name: "Keep the draft’s" }).click();
    await expect(toolLine(kim, "Slack").getByLabel("Category of Slack")).toHaveValue("survey");
    await expect(kim.getByRole("row")).toHaveCount(0);
  });

  await test.step("one process, while the second device edits another and the tools", async () => {
    await page.goto(`/blueprint/wizard/processes?blueprint=${id}`);
    await hydrated(page);
    await laptopPage.goto(`/blueprint/wizard/processes?blueprint=${id}`);
    await hydrated(laptopPage);
    const processUrl = await makeLink(page);
    await page.getByRole("button", { name: "Close" }).click();
    await kim.goto(processUrl);
    const arrived = laptopPage.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
    await rowOf(laptopPage, second!.name).getByLabel("People").fill("9");
    await arrived;
    await kim.getByLabel("Hours per Person per Week").fill("8");
    await kim.getByRole("button", { name: "Save" }).click();
    await expect(kim.getByText("Thank you.")).toBeVisible();
    await rowOf(page, first!.name).getByLabel("People").fill("5");
    await expect
      .poll(async () => (await stored(page, id)).processes)
      .toMatchObject([
        { hours: 8, people: 5 },
        { hours: second!.hours, people: 9 },
      ]);
    expect((await stored(page, id)).stack).toHaveLength(4);
  });
  await kim.context().close();
  await laptop.close();
});
