import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { test } from "./journey.ts";
import { accessCodeIn, waitForMail } from "./mailbox.ts";
import { signInNew } from "./people.ts";

const landing = "/automation-blueprint-gtmarc";
const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: ModelInput }
>;

const card = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const button = (page: Page, title: string) => card(page, title).getByRole("link").last();
const cards = ["Automation analysis", "Fixed-price project", "Managed RevOps and automation"] as const;

/** Sends a request with the page's session, like the page's own script. */
const call = (page: Page, method: string, path: string, body: unknown) =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(path, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as { id: string; version: number };
    },
    [method, path, body] as const,
  );

test("before an analysis every action starts one, afterwards the next step is to build", async ({ page }) => {
  await page.goto("/pricing");
  await expect(card(page, cards[0]).getByText("Start Here")).toBeVisible();
  await expect(card(page, cards[0])).toHaveAttribute("data-next", "true");
  for (const [title, label] of [
    [cards[0], "Generate Free Analysis"],
    [cards[1], "Start with an Analysis"],
    [cards[2], "Start with an Analysis"],
  ] as const) {
    await expect(button(page, title)).toHaveText(label);
    await expect(button(page, title)).toHaveAttribute("href", landing);
  }

  const { email } = await signInNew(page, "pricing", { access: false });
  await page.goto("/pricing");
  await expect(button(page, cards[0])).toHaveText("Generate Free Analysis");

  await call(page, "POST", "/api/functions/request-access-code", { email, company_name: "Northfield" });
  const code = accessCodeIn(await waitForMail(email, /your gtmarc access code/i));
  await call(page, "POST", "/api/functions/validate-access-code", { code });
  const { id, version } = await call(page, "POST", "/api/blueprints", { mode: "guided" });
  const inputs = Object.values(vectors)[0]!.input;
  await call(page, "PUT", `/api/blueprints/${id}`, { version, inputs });
  await call(page, "POST", `/api/blueprints/${id}/analysis`, {});

  await page.goto("/pricing");
  await expect(card(page, cards[0]).getByText("Completed")).toBeVisible();
  await expect(page.getByText("Start Here")).toHaveCount(0);
  await expect(card(page, cards[0])).not.toHaveAttribute("data-next");
  await expect(card(page, cards[1])).toHaveAttribute("data-next", "true");
  for (const [title, label, href] of [
    [cards[0], "View Your GTMarc", "/blueprint/wizard/mode"],
    [cards[1], "Schedule Implementation Call", "/contact"],
    [cards[2], "Start with Implementation Call", "/contact"],
  ] as const) {
    await expect(button(page, title)).toHaveText(label);
    await expect(button(page, title)).toHaveAttribute("href", href);
  }
});

test("the ways to the full blueprint are one table, and the claims link to their explanations", async ({ page }) => {
  await page.goto("/pricing");
  const table = page.getByRole("table", { name: "Ways to access the full blueprint" });
  await expect(table.getByRole("row")).toHaveCount(4);
  await expect(table.getByRole("rowheader", { name: /Strategy call.*Recommended.*Free.*30 minutes/ })).toBeVisible();
  await expect(table.getByRole("rowheader", { name: /Instant unlock.*\$499.*one time/ })).toBeVisible();
  await expect(table.getByRole("rowheader", { name: /Full implementation.*\$5,000\+/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /3-5x return within 6 months/ })).toHaveAttribute(
    "href",
    "/assumptions#return-six-months",
  );
});
