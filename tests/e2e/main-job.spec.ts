import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import ical from "ical.js";
import { findTool } from "#app/features/content/tools/tools.ts";
import {
  activityLabels,
  focusLabels,
  frequencyLabels,
  outcomeLabels,
  revenueBandLabels,
} from "#app/features/roi/inputs/input-labels.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { waitForMail } from "./mailbox.ts";
import { newPerson, signUpAndIn } from "./people.ts";
import { test } from "./varying-speed.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.50" } });

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: ModelInput }
>;
const firm = Object.values(vectors)[0]!.input;

test("from the first page to an analysis and a booked call", async ({ page }) => {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  const dana = newPerson("dana");

  await test.step("reads the home page and follows a link to the landing page", async () => {
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: "Get Your GTMarc" }).first().click();
    await expect(page).toHaveURL("/automation-blueprint-gtmarc");
  });

  await test.step("creates an account, verifies the address, signs in", () => signUpAndIn(page, dana));

  await test.step("requests access and gets a code by email", async () => {
    await page.goto("/automation-blueprint-gtmarc");
    await page.getByRole("button", { name: "Start Your Free Analysis" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(dana.email);
    await dialog.getByLabel("Company Name").fill("Northfield Analytics");
    await dialog.getByLabel("Company Website").fill("www.northfield.example/about");
    await dialog.getByLabel("Role").fill("Head of Revenue Operations");
    await dialog.getByLabel("Industry").selectOption("SaaS");
    await dialog.getByRole("button", { name: "Request Access" }).click();
    await expect(dialog.getByText("Your request is in")).toBeVisible();
    const confirmation = await waitForMail(dana.email, /access request/i);
    expect(confirmation.text).toContain("a few minutes");
  });

  await test.step("enters the code", async () => {
    const mail = await waitForMail(dana.email, /access code/i);
    const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(mail.text ?? "")?.[0];
    await page.goto("/verify-access");
    await page.getByLabel("Access Code").fill(code!.toLowerCase());
    await page.getByRole("button", { name: "Validate Code" }).click();
    await expect(page).toHaveURL(/\/blueprint\/wizard\/mode/);
  });

  await test.step("fills in the company", async () => {
    await page.getByRole("link", { name: "Start guided blueprint" }).click();
    const { company } = firm;
    await page.getByLabel("Company Name").fill("Northfield Analytics");
    await page.getByLabel("Employees").fill(String(company.employees));
    await page.getByLabel("Annual Revenue").selectOption(revenueBandLabels[company.revenueBand]);
    await page.getByLabel("Industry").selectOption(company.industry);
    await page.getByLabel("Focus Area").selectOption(focusLabels[company.focus]);
    await page.getByLabel("Top Outcome").selectOption(outcomeLabels[company.topOutcome]);
    await page.getByLabel("Estimated Loaded Cost per Hour (USD)").fill(String(company.hourlyCost));
    await expect(page.getByText(/Saved/)).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
  });

  await test.step("picks the tools and corrects what they cost", async () => {
    await expect(page).toHaveURL(/tech-stack/);
    for (const { id, monthlyUsd } of firm.stack) {
      const { name } = findTool(id)!;
      await page.getByRole("checkbox", { name, exact: true }).check();
      await page.getByRole("group", { name, exact: true }).getByLabel("Monthly Cost (USD)").fill(String(monthlyUsd));
    }
    await page.getByRole("button", { name: "Continue" }).click();
  });

  await test.step("describes the processes; a reload loses no input", async () => {
    await expect(page).toHaveURL(/processes/);
    for (const [index, process] of firm.processes.entries()) await fillProcess(page, index, process);
    await expect.poll(() => unsavedOn(page)).toEqual([]);
    await page.reload();
    await expect(page.getByLabel("Process Name")).toHaveCount(firm.processes.length);
    await expect(page.getByLabel("Process Name").first()).toHaveValue(firm.processes[0]!.name);
  });

  await test.step("gets the analysis with the model's figures", async () => {
    await page.getByRole("button", { name: "Generate Analysis" }).click();
    await expect(page).toHaveURL(/\/blueprint\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("hours");
    await expect(page.getByLabel("Process Name")).toHaveCount(0);
    // biome-ignore lint/performance/useDomNodeTextContent: tests the visible text
    const text = (await page.getByRole("main").innerText()).replace(/\s+/g, " ");
    for (const figure of ["27.6", "22.8", "32.6", "$70,300", "$17,300", "8.5", "10.5", "$88,300"])
      expect(text).toContain(figure);
    const order = ["S-01", "S-07", "CS-02", "S-04", "S-06"].map((id) => text.indexOf(id));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order).toEqual([...order].sort((one, other) => one - other));
  });

  await test.step("books the strategy call and gets it as a calendar file", async () => {
    await page
      .getByRole("link", { name: /Book a strategy session/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/schedule\/strategy-session/);
    await page
      .getByRole("button", { name: /^\d{1,2}:\d\d [AP]M/ })
      .last()
      .click();
    await page.getByLabel("Name", { exact: true }).fill("Dana Whitlock");
    await page.getByLabel("Email").fill(dana.email);
    await page.getByRole("button", { name: "Schedule Event" }).click();
    await expect(page).toHaveURL(/\/strategy-session-confirmed/);
    const mail = await waitForMail(dana.email, /strategy session/i);
    const file = mail.attachments.find(({ mimeType }) => mimeType === "text/calendar");
    const calendar = new ical.Component(ical.parse(textOf(file!.content)));
    const event = new ical.Event(calendar.getFirstSubcomponent("vevent")!);
    expect(event.duration.toSeconds()).toBe(45 * 60);
    const atTheFirm = await waitForMail("hello@gtmarc.example", /strategy session/i);
    expect(atTheFirm.text).toContain(dana.email);
  });

  expect(problems).toEqual([]);
});

/** Drafts with local changes that the server has not confirmed. */
const unsavedOn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("gtmarc.blueprint.")));

async function fillProcess(page: Page, index: number, process: ModelInput["processes"][number]) {
  const names = page.getByLabel("Process Name");
  if ((await names.count()) <= index) await page.getByRole("button", { name: "Add a process" }).click();
  await names.nth(index).fill(process.name);
  await page.getByLabel("Area", { exact: true }).nth(index).selectOption(focusLabels[process.area]);
  await page.getByLabel("Activity", { exact: true }).nth(index).selectOption(activityLabels[process.activity]);
  await page.getByLabel("Hours per Person per Week").nth(index).fill(String(process.hours));
  await page.getByLabel("People", { exact: true }).nth(index).fill(String(process.people));
  await page.getByLabel("Frequency").nth(index).selectOption(frequencyLabels[process.frequency]);
  await page.getByLabel("Pain").nth(index).selectOption(String(process.pain));
}

const textOf = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === "string" ? content : new TextDecoder().decode(content);
