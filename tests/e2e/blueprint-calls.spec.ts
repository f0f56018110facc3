import { expect, type Page } from "@playwright/test";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import { clientWithAnalysis, look } from "./clients.ts";
import { test } from "./journey.ts";
import { listMails } from "./mailbox.ts";
import { sendRequest } from "./people.ts";
import { site } from "./site.ts";

async function secondAnalysis(page: Page, id: string, companyName: string): Promise<string> {
  const copy = await sendRequest<{ id: string; version: number }>(page, "POST", `/api/blueprints/${id}/duplicates`, {});
  const part = { version: copy.version, inputs: {}, about: { companyName } };
  await sendRequest(page, "PUT", `/api/blueprints/${copy.id}`, part);
  await sendRequest(page, "POST", `/api/blueprints/${copy.id}/analysis`, {});
  return copy.id;
}

async function bookFirstTime(page: Page) {
  const day = page.getByRole("button", { name: /\d free times?(, today)?$/ }).last();
  await day.click();
  await page
    .getByRole("button", { name: /^\d{1,2}:\d{2} [AP]M/ })
    .last()
    .click();
  await page.getByLabel("Name").fill("Dana Whitlock");
  await page.getByRole("button", { name: "Schedule Event" }).click();
}

test("both calls have the right brief, the pages show their times, and a second unlock call is refused", async ({
  page,
}) => {
  const dana = await clientWithAnalysis(page, site(), "two-calls");
  await secondAnalysis(page, dana.id, "Northfield Retail");

  await test.step("the unlock call, booked from the older analysis", async () => {
    await page.goto(`/blueprint/${dana.id}#full-blueprint`);
    await page.getByRole("button", { name: "Book the call" }).click();
    await expect(page).toHaveURL(new RegExp(`/schedule/blueprint-unlock-call\\?.*blueprint=${dana.id}`));
    await expect(page.getByText("Your host sees it before the call.")).toBeVisible();
    await bookFirstTime(page);
    await expect(page).toHaveURL(/\/booking\//);
  });

  await test.step("A-06 and the status page show its time", async () => {
    await page.goto(`/blueprint/${dana.id}`);
    await expect(page.locator("#full-blueprint").getByText(/Call booked: \w{3}, \w{3} \d+/)).toBeVisible();
    await look(page, "analysis-call-booked", "#full-blueprint");
    await page.goto(`/blueprint/coming-soon?blueprint=${dana.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your call is booked");
    await expect(page.getByRole("link", { name: "Move or cancel it" })).toBeVisible();
    await look(page, "coming-soon-call-booked");
  });

  await test.step("the page of the other ways names the call that opens the blueprint", async () => {
    await page.goto(`/blueprint/${dana.id}/unlock`);
    const main = page.getByRole("main");
    await expect(main).toContainText(/Blueprint unlock callCall booked: \w{3}, \w{3} \d+/);
    await expect(main).toContainText("It unlocks the full blueprint for free once it has taken place.");
    await expect(main.getByRole("link", { name: "Move or cancel it" })).toBeVisible();
    await look(page, "unlock-call-booked");
  });

  await test.step("a second one is refused by the page and the endpoint", async () => {
    await page.goto(`/schedule/blueprint-unlock-call?blueprint=${dana.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This blueprint already has its call");
    await look(page, "schedule-has-call");
    const from = utcDate(Date.now() + 2 * dayMs);
    const to = utcDate(Date.now() + 20 * dayMs);
    const { slots } = await sendRequest<{ slots: { start: string }[] }>(
      page,
      "GET",
      `/api/booking/blueprint-unlock-call/slots?from=${from}&to=${to}`,
    );
    const answer = await page.request.post("/api/booking/blueprint-unlock-call", {
      data: { start: slots.at(-1)!.start, name: "Dana", email: dana.email, timezone: "UTC", blueprint: dana.id },
      headers: { origin: site().url },
    });
    expect([answer.status(), (await answer.json()).error.code]).toEqual([409, "blueprint_has_call"]);
  });

  await test.step("a strategy call about the same analysis", async () => {
    await page.getByRole("link", { name: "book a strategy session" }).click();
    await expect(page).toHaveURL(`/schedule/strategy-session?blueprint=${dana.id}`);
    await bookFirstTime(page);
    await expect(page).toHaveURL(/\/strategy-session-confirmed/);
  });

  const briefs = async () =>
    (await listMails(/./)).filter(
      ({ text = "" }) => text.includes(dana.email) && text.includes("They booked from this analysis."),
    );
  await expect.poll(async () => (await briefs()).length).toBe(2);
  for (const { text } of await briefs()) {
    expect(text).toContain("Brief: Northfield Analytics");
    expect(text).toMatch(/Project alone/);
    expect(text).toMatch(/With the retainer/);
  }
});
