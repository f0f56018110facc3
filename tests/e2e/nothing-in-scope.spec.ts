import { spawnSync } from "node:child_process";
import { type APIResponse, expect, type Page } from "@playwright/test";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { look } from "./clients.ts";
import { test } from "./journey.ts";
import { listMails } from "./mailbox.ts";
import { sendRequest, signInNew } from "./people.ts";
import { site } from "./site.ts";
import { startDraft } from "./wizard-people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.72" } });

const offers = /\$499|unlock|full blueprint is|strategy session|kickoff|book (a|the) call|implementation call/i;
const salesLinks = 'a[href*="/unlock"], a[href*="/schedule/"], a[href*="/contact"], a[href*="#full-blueprint"]';
const canReadPdf = spawnSync("pdftotext", ["-v"]).status === 0;

async function textOfPdf(answer: APIResponse): Promise<string> {
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  const { stdout } = spawnSync("pdftotext", ["-", "-"], { input: await answer.body(), encoding: "utf8" });
  return stdout.replaceAll(/\s+/g, " ");
}

async function expectNothingForSale(page: Page) {
  const main = page.locator("main");
  expect(await main.textContent()).not.toMatch(offers);
  await expect(main.locator(salesLinks)).toHaveCount(0);
}

test("with nothing in scope no project is sold", async ({ page, browser }) => {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  const { email } = await signInNew(page, "small");
  const small = { ...exampleFirm, processes: [{ ...exampleFirm.processes[0]!, hours: 1, people: 1 }] };
  const id = await startDraft(page, small, { companyName: "Small Firm" }, "processes");
  const analysis = `/blueprint/${id}`;

  await test.step("the analysis says so and lists free options", async () => {
    await page.goto(`/blueprint/wizard/processes?blueprint=${id}`);
    await page.getByRole("button", { name: "Generate Analysis" }).click();
    await expect(page).toHaveURL(new RegExp(`${analysis}$`));
    await expect(page.getByRole("heading", { name: "Not worth automating yet" })).toBeVisible();
    await expect(
      page.locator("#opportunities").getByText("Nothing is in scope yet: every point is hollow."),
    ).toBeVisible();
    await expect(page.locator("#return")).toHaveCount(0);
    await expectNothingForSale(page);
    await expect(page.locator("#next").getByRole("link", { name: "Get the starter kit" })).toBeVisible();
    await expect(page.locator("#next").getByText("comes closest")).toBeVisible();
    await look(page, "nothing-in-scope");
  });

  await test.step("the newsletter's link opens its form", async () => {
    await page.getByRole("link", { name: "Subscribe to the newsletter" }).click();
    await expect(page).toHaveURL("/newsletter");
    await expect(page.getByRole("main").getByRole("textbox", { name: "Email" })).toBeVisible();
    await page.goBack();
  });

  await test.step("neither the unlock page nor its endpoint sells it", async () => {
    await page.goto(`${analysis}/unlock`);
    await expect(page).toHaveURL(analysis);
    for (const data of [{ method: "call" }, { method: "payment" }]) {
      const headers = { origin: site().url };
      const answer = await page.request.post(`/api/blueprints/${id}/unlock`, { data, headers });
      expect([answer.status(), (await answer.json()).error.code]).toEqual([409, "nothing_in_scope"]);
    }
    await page.goto(`/blueprint/coming-soon?blueprint=${id}`);
    await expect(page.getByText("Nothing is in scope yet")).toBeVisible();
    await expect(page.locator("main").locator(salesLinks)).toHaveCount(0);
    expect(await page.locator("main").textContent()).not.toMatch(/\$499|strategy call/);
    await look(page, "coming-soon-nothing-in-scope");
  });

  await test.step("account and blueprint list say the same", async () => {
    await page.goto("/account");
    const row = page.getByRole("list", { name: "Your blueprints" }).getByRole("listitem");
    await expect(row).toContainText("Not worth automating yet");
    expect(await row.textContent()).not.toMatch(offers);
    await look(page, "account-nothing-in-scope");
    await page.goto("/blueprint/wizard/mode");
    await expect(page.getByText("Not worth automating yet")).toBeVisible();
  });

  await test.step("PDF, shared page and mails do not sell it either", async () => {
    if (canReadPdf) {
      const text = await textOfPdf(await page.request.get(`${analysis}.pdf`));
      expect(text).not.toMatch(offers);
      for (const said of ["Nothing is in scope yet", "free starter kit", "newsletter", "When to come back"])
        expect(text).toContain(said);
    }
    const { url } = await sendRequest<{ url: string }>(page, "POST", `/api/blueprints/${id}/share`, {});
    const reader = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await reader.goto(url);
    await expect(reader.getByRole("heading", { name: "Not worth automating yet" })).toBeVisible();
    await expectNothingForSale(reader);
    await reader.context().close();
    const mails = (await listMails(/./)).filter(({ to }) => to?.some(({ address }) => address === email));
    expect(mails.length).toBeGreaterThan(1);
    expect(mails.filter(({ text = "" }) => offers.test(text)).map(({ subject }) => subject)).toEqual([]);
  });
  expect(problems).toEqual([]);
});
