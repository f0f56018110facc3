import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { findTool } from "#app/features/content/tools/tools.ts";
import { focusLabels, outcomeLabels, revenueBandLabels } from "#app/features/roi/inputs/input-labels.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { signInNew } from "./people.ts";
import { test } from "./varying-speed.ts";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.63" } });

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: ModelInput }
>;
const firm = Object.values(vectors)[0]!.input;

/** A user who types one key per sixty milliseconds and thinks before every answer. */
const keyMs = 60;
const thinkMs = { answer: 4000, choice: 2500, tool: 2000, process: 5000, page: 5000 };
/** Six minutes: less than a third of the time that the page states for the three steps. */
const maxMs = 6 * minuteMs;

/** A user with a keyboard and no mouse. Time is simulated as the sum of keys and pauses. */
function keyboardPerson(page: Page) {
  const spent = { keys: 0, tabs: 0, answers: 0, ms: 0 };
  const pass = (ms: number) => {
    spent.ms += ms;
  };
  const press = async (key: string) => {
    spent.keys += 1;
    if (key === "Tab") spent.tabs += 1;
    await page.keyboard.press(key);
    pass(keyMs);
  };
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() || "");
  const label = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? "");
  return {
    spent,
    pass,
    press,
    type: async (text: string) => {
      for (const letter of text) await press(letter);
    },
    /** Presses Tab until the field or link with this name has the focus. */
    tabTo: async (name: string) => {
      for (let tabs = 0; tabs < 60; tabs += 1) {
        if ((await label()) === name || (await focused()).startsWith(name)) return;
        await press("Tab");
      }
      throw new Error(`No way to ${name} by Tab`);
    },
    answer: (think: number) => {
      spent.answers += 1;
      pass(think);
    },
  };
}

test("a first-time user enters the 45-person firm by keyboard alone in under six minutes", async ({ page }) => {
  await signInNew(page, "first");
  await page.goto("/blueprint/wizard/mode");
  const dana = keyboardPerson(page);

  dana.pass(thinkMs.page);
  await dana.tabTo("Start guided blueprint");
  await dana.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /Which company/ })).toBeVisible();
  dana.pass(thinkMs.page);

  const { company } = firm;
  const profile = [
    ["Company Name", "Northfield Analytics"],
    ["Employees", String(company.employees)],
    ["Annual Revenue", revenueBandLabels[company.revenueBand].slice(0, 3)],
    ["Industry", company.industry],
    ["Focus Area", focusLabels[company.focus].slice(0, 3)],
    ["Top Outcome", outcomeLabels[company.topOutcome].slice(0, 3)],
  ] as const;
  for (const [name, text] of profile) {
    await dana.tabTo(name);
    dana.answer(name === "Company Name" || name === "Employees" ? thinkMs.answer : thinkMs.choice);
    await dana.type(text);
  }
  await dana.press("Control+Enter");

  await expect(page.getByRole("heading", { level: 1, name: /Which tools/ })).toBeVisible();
  dana.pass(thinkMs.page);
  await dana.tabTo("Search 70 tools");
  for (const { id } of firm.stack) {
    dana.answer(thinkMs.tool);
    await dana.type(findTool(id)!.name.slice(0, 4));
    await dana.press("Enter");
  }
  await expect(page.getByLabel("Monthly Cost (USD)")).toHaveCount(firm.stack.length);
  // Reviews every cost; the firm pays list prices.
  for (const _ of firm.stack) dana.pass(thinkMs.tool);
  await dana.press("Control+Enter");

  await expect(page.getByRole("heading", { level: 1, name: /Where do the hours go/ })).toBeVisible();
  dana.pass(thinkMs.page);
  await dana.tabTo("Search 48 kinds of work");
  for (const { name } of firm.processes) {
    dana.answer(thinkMs.process);
    await dana.type(name.toLowerCase().slice(0, 8));
    await dana.press("Enter");
  }
  await expect(page.getByLabel("Process Name")).toHaveCount(firm.processes.length);
  // Reads the typical hours of every row.
  for (const _ of firm.processes) dana.pass(thinkMs.process);
  await dana.press("Control+Enter");

  await expect(page).toHaveURL(/\/blueprint\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("27.6 hours a week");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("$70,300");
  const { keys, tabs, answers, ms } = dana.spent;
  const figures = `${answers} answers, ${keys} keys (${tabs} of them Tab), no clicks, ${Math.round(ms / 1000)} seconds`;
  test.info().annotations.push({ type: "first-time user", description: figures });
  process.stdout.write(`    first-time user: ${figures}\n`);
  expect(answers).toBe(22);
  expect(ms, figures).toBeLessThan(maxMs);
});
