import { expect, type Page } from "@playwright/test";
import { signInAsAdmin } from "./admins.ts";
import { clientWithAnalysis, look, publishFullBlueprint } from "./clients.ts";
import { gtmarc } from "./command-line.ts";
import { test } from "./journey.ts";
import { linkIn, waitForMail } from "./mailbox.ts";
import { site as startedSite } from "./site.ts";
import { storedRows } from "./stored-rows.ts";

/* Client and architect of a published full blueprint: comments, their mails, and the link for readers without an account. */

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.87" }, viewport: { width: 1440, height: 900 } });

function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  return problems;
}

/** Sends the mails about comments as if the ten minutes had passed. */
async function sendCommentMails(): Promise<void> {
  await storedRows(
    `update section_comment set created_at = created_at - interval '10 minutes' where noticed_at is null`,
  );
  await gtmarc(["jobs", "run-due"]);
}

test("a client asks, the architect replies, both are mailed; a share link shows the blueprint until it is ended", async ({
  page,
  browser,
}) => {
  const site = startedSite();
  const problems = problemsOf(page);
  const dana = await clientWithAnalysis(page, site, "asking");
  const adminPage = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const adminProblems = problemsOf(adminPage);
  const architect = await signInAsAdmin(adminPage, "answering", site);
  await publishFullBlueprint(adminPage, dana.id, architect.email);
  const full = `${site.url}/blueprint/${dana.id}/full`;
  const leads = (at: Page) => at.getByRole("region", { name: "Comments on Leads" });

  await test.step("the client asks about a section", async () => {
    await page.goto(full);
    await look(page, "comments-empty");
    await leads(page).getByText("Comment or ask a question").click();
    await leads(page).getByLabel("Your comment on “Leads”").fill("Which form does this mean?\nThe one for partners?");
    await leads(page).getByRole("button", { name: "Send" }).click();
    await expect(leads(page).getByText("Which form does this mean?")).toBeVisible();
    await expect(leads(page).getByText("Waiting for an answer")).toBeVisible();
    await expect(leads(page).getByLabel("Your comment on “Leads”")).toHaveValue("");
    await look(page, "comments-asked");
  });

  await test.step("a mistaken comment is deleted before anyone is mailed", async () => {
    await leads(page).getByLabel("Your comment on “Leads”").fill("Never mind.");
    await leads(page).getByRole("button", { name: "Send" }).click();
    const mistake = leads(page).getByRole("listitem").filter({ hasText: "Never mind." });
    await mistake.getByText("Delete", { exact: true }).click();
    await mistake.getByRole("button", { name: "Delete the comment" }).click();
    await expect(mistake).toHaveCount(0);
  });

  await test.step("the architect is mailed, finds it on today's page, and replies beside the section", async () => {
    await sendCommentMails();
    const mail = await waitForMail(architect.email, /^1 comment from Northfield Analytics/);
    expect(mail.text).toContain("The one for partners?");
    expect(mail.text).not.toContain("Never mind.");
    await adminPage.goto(`${site.url}/admin`);
    const questions = adminPage.getByRole("region", { name: /^Open questions/ });
    await expect(questions).toContainText("Leads, since");
    await look(adminPage, "today-question");
    await questions.getByRole("link").first().click();
    await expect(adminPage).toHaveURL(new RegExp(`/admin/blueprint/${dana.id}#comments-leads-1$`));
    const section = adminPage
      .locator("details")
      .filter({ has: adminPage.getByText("Open question") })
      .first();
    await section.locator("summary").first().click();
    await expect(leads(adminPage)).toBeVisible();
    await look(adminPage, "editor-question");
    await leads(adminPage).getByLabel("Your reply on “Leads”").fill("Yes, both forms.");
    await leads(adminPage).getByRole("button", { name: "Reply" }).click();
    await expect(leads(adminPage).getByText("Yes, both forms.")).toBeVisible();
    await expect(leads(adminPage).getByText("Answered", { exact: true })).toBeVisible();
  });

  await test.step("the client is mailed and reads the reply", async () => {
    await sendCommentMails();
    const mail = await waitForMail(dana.email, /^A reply on your full blueprint/);
    expect(mail.text).toContain("Yes, both forms.");
    await page.goto(site.url + linkIn(mail, "/full"));
    await expect(leads(page).getByText("Yes, both forms.")).toBeVisible();
    await expect(leads(page).getByText("Answered", { exact: true })).toBeVisible();
    await look(page, "comments-answered");
  });

  await test.step("without scripts a comment is posted, and a refused one keeps its text", async () => {
    const context = await browser.newContext({
      ...{ javaScriptEnabled: false, storageState: await page.context().storageState() },
      viewport: { width: 390, height: 844 },
    });
    const plain = await context.newPage();
    await plain.goto(full);
    await leads(plain).getByLabel("Your comment on “Leads”").fill("Thanks.");
    await leads(plain).getByRole("button", { name: "Send" }).click();
    await expect(plain).toHaveURL(`${full}#comments-leads-1`);
    await expect(leads(plain).getByText("Thanks.")).toBeVisible();
    await context.clearCookies();
    await leads(plain).getByLabel("Your comment on “Leads”").fill("One more thing.");
    await leads(plain).getByRole("button", { name: "Send" }).click();
    await expect(plain.getByRole("alert")).toHaveText(/Your session has ended/);
    await expect(plain.getByLabel("Your comment")).toHaveValue("One more thing.");
    await context.close();
  });

  await test.step("the blueprint is shared, read in a private window, and gone when the link is ended", async () => {
    await page.goto(full);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share the full blueprint" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const url = await dialog.getByLabel("Address").inputValue();
    expect(url).toMatch(/\/share\/[\w-]{43}\/full$/);
    await look(page, "share-full-blueprint");

    const reader = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const readerProblems = problemsOf(reader);
    const answer = await reader.goto(url);
    expect(answer?.headers()).toMatchObject({
      "x-robots-tag": expect.stringContaining("noindex"),
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
    });
    const html = await answer!.text();
    for (const secret of [dana.id, dana.email, "Which form", architect.email.split("@")[0]!])
      expect(html).not.toContain(secret);
    await expect(reader.getByRole("heading", { name: "Support" })).toBeVisible();
    await expect(reader.getByText("Build it")).toBeVisible();
    await expect(reader.getByRole("checkbox")).toHaveCount(0);
    await expect(reader.getByText("Comment or ask a question")).toHaveCount(0);
    await look(reader, "shared-full-blueprint");
    expect(readerProblems).toEqual([]);

    await dialog.getByRole("button", { name: "End link" }).click();
    await expect(dialog.getByText("it never works again", { exact: false })).toBeVisible();
    expect((await reader.request.get(url)).status()).toBe(200);
    await dialog.getByRole("button", { name: "End the link" }).click();
    await expect(dialog.getByRole("button", { name: "Create link" })).toBeVisible();
    expect((await reader.goto(url))?.status()).toBe(410);
    await expect(reader.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  });

  expect(problems).toEqual([]);
  expect(adminProblems).toEqual([]);
});
