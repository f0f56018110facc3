import { readFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import { expectAccessible } from "./accessibility.ts";
import { call, signInNew } from "./people.ts";
import { test } from "./varying-speed.ts";
import { hydrated, startDraft } from "./wizard-people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.68" } });
test.describe.configure({ timeout: 120_000 });

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: ModelInput }
>;
const firm = Object.values(vectors)[0]!.input;
const [first, second] = firm.processes;

const rowOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.locator(`input[value="${name}"]`) });

/** A draft with two processes on the owner's screen; its id. */
async function openDraft(page: Page, name: string): Promise<string> {
  await signInNew(page, name);
  const inputs = { company: firm.company, stack: firm.stack, processes: [first!, second!] };
  const id = await startDraft(page, inputs, { companyName: "Northfield" }, "processes");
  await page.goto(`/blueprint/wizard/processes?blueprint=${id}`);
  await hydrated(page);
  return id;
}

/** The owner asks a colleague about the first process; the link. */
async function makeLink(page: Page): Promise<string> {
  await rowOf(page, first!.name).getByRole("button", { name: "Ask a colleague" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask a colleague" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Enter your colleague's name.")).toBeVisible();
  await dialog.getByLabel("Colleague’s name").fill("Kim");
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

  // The owner's page does not know of it yet: another field, then the same one.
  const own = rowOf(page, second!.name);
  await own.getByLabel("People").fill("8");
  await expect(rowOf(page, first!.name).getByLabel("Hours per Person per Week")).toHaveValue("9");
  await expect(rowOf(page, first!.name).getByLabel("People")).toHaveValue("6");
  await expect(own.getByLabel("People")).toHaveValue("8");
  await expect
    .poll(async () => (await call<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`)).inputs.processes)
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
    .poll(async () => (await call<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`)).inputs.processes)
    .toMatchObject([{ hours: 12, people: 6 }, { people: 8 }]);
  await colleague.context().close();
});

test("the link works without scripts, asks about what both changed, and ends at once", async ({ page, browser }) => {
  const id = await openDraft(page, "ends");
  const url = await makeLink(page);
  const colleague = await newColleague(browser, false);
  await colleague.goto(url);
  const { version, inputs } = await call<{ version: number; inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`);
  const rows = inputs.processes.with(0, { ...inputs.processes[0]!, hours: 7 });
  await call(page, "PUT", `/api/blueprints/${id}`, { version, inputs: { processes: rows } });
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
  const stored = await call<{ inputs: ModelInput }>(page, "GET", `/api/blueprints/${id}`);
  expect(stored.inputs.processes[0]).toMatchObject({ hours: 9, people: 4 });

  await page.getByRole("button", { name: "End link for Kim" }).click();
  await expect(page.getByRole("dialog").getByText("Ended", { exact: true })).toBeVisible();
  const gone = await colleague.goto(url);
  expect(gone?.status()).toBe(410);
  await expect(colleague.getByRole("heading", { name: "This link was ended" })).toBeVisible();
  expect((await colleague.goto(`${url.slice(0, -2)}xx`))?.status()).toBe(404);
  await colleague.context().close();
});
