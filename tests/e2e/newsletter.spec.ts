import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { linkIn, waitForMail } from "./mailbox.ts";
import { newPerson } from "./people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.77" } });

/** Opens the link of the confirmation mail and presses its button. */
async function confirm(page: Page, address: string): Promise<void> {
  await page.goto(linkIn(await waitForMail(address, /confirm your newsletter subscription/i), "/newsletter/confirm/"));
  await page.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page).toHaveURL(/\/newsletter\?said=confirmed$/);
}

/** Subscribes through the popup's endpoint, confirms, and returns the link of the welcome mail. */
async function subscribed(page: Page, address: string): Promise<string> {
  const answer = await page.request.post("/api/functions/newsletter-signup", {
    data: { email: address, source: "popup", metadata: { page: "/faq" } },
  });
  expect(answer.status()).toBe(200);
  await confirm(page, address);
  return linkIn(await waitForMail(address, /welcome to the gtmarc newsletter/i), "/unsubscribe/");
}

test("a newsletter's link opens a page to unsubscribe with one click, and to resubscribe", async ({ page }) => {
  const { email } = newPerson("leaver");
  const link = await subscribed(page, email);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leave the newsletter");
  await expect(page.getByText(`•••@${email.split("@")[1]}`).first()).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  // Opening the link does not unsubscribe, because mail scanners follow links.
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leave the newsletter");
  await page.getByRole("button", { name: "Unsubscribe", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are unsubscribed");
  await page.getByRole("button", { name: "Subscribe again" }).click();
  await expect(page.getByText("You are subscribed again")).toBeVisible();
});

test("the footer's form is disabled while it is sent, and sent once", async ({ page }) => {
  let sent = 0;
  // The page stays, so that it can be looked at.
  await page.route("**/newsletter", async (route) => {
    sent += 1;
    await route.fulfill({ status: 204 });
  });
  await page.goto("/automation-grid", { waitUntil: "networkidle" });
  const form = page.getByRole("form", { name: "Newsletter signup" });
  const email = form.getByLabel("Newsletter", { exact: true });
  // The focus loads what disables the form.
  const asked = page.waitForResponse((answer) => /\/form-sending-[\w-]+\.js$/.test(answer.url()));
  await email.fill(newPerson("footer").email);
  const script = (await asked).url();
  await page.evaluate((src) => import(src), script);
  // A form that stays on the page opens again after five seconds, which a busy machine may need to look at it.
  await form.evaluate((element: HTMLFormElement) => {
    const states: string[] = [];
    Object.assign(window, { states });
    new MutationObserver(() => {
      const controls = [...element.querySelectorAll<HTMLInputElement>("[type=email], [type=submit]")];
      states.push(controls.map(({ disabled }) => (disabled ? "disabled" : "enabled")).join(", "));
    }).observe(element, { subtree: true, attributeFilter: ["disabled"] });
  });
  await form.getByRole("button", { name: "Join" }).dblclick();
  const states = () => page.evaluate(() => (window as unknown as { states: string[] }).states);
  await expect.poll(states).toEqual(["disabled, disabled", "enabled, enabled"]);
  expect(sent).toBe(1);
});

test("topics and frequency are chosen without an account; choosing no topic unsubscribes, with a notice", async ({
  page,
}) => {
  await page.goto(await subscribed(page, newPerson("chooser").email));
  for (const topic of ["New automations", "Training", "The product"])
    await expect(page.getByLabel(topic)).toBeChecked();
  await page.getByLabel("Training").uncheck();
  await page.getByLabel("The product").uncheck();
  await page.getByLabel("At most one every three months").check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("These choices apply from the next issue on.")).toBeVisible();
  await expect(page.getByLabel("Training")).not.toBeChecked();
  await expect(page.getByLabel("New automations")).toBeChecked();
  await expect(page.getByLabel("At most one every three months")).toBeChecked();
  await page.getByLabel("New automations").uncheck();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Choose at least one topic, or unsubscribe.")).toBeVisible();
});

test("a mail program unsubscribes with one click: no cookie, no origin, no page; a repeat changes nothing", async ({
  page,
  playwright,
  baseURL,
}) => {
  const { email } = newPerson("clicker");
  await subscribed(page, email);
  const mail = await waitForMail(email, /welcome to the gtmarc newsletter/i);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const [, url] = /<(https?:[^>]+)>/.exec(header("list-unsubscribe")) ?? [];
  expect(header("list-unsubscribe")).toMatch(/<mailto:[^>]+\?subject=unsubscribe%20/);

  const program = await playwright.request.newContext({ baseURL: baseURL!, storageState: undefined });
  const path = new URL(url!).pathname;
  for (let time = 0; time < 2; time += 1) {
    const answer = await program.post(path, { form: { "List-Unsubscribe": "One-Click" } });
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain("You are unsubscribed");
  }
  expect((await program.post("/unsubscribe/unknown", { form: { "List-Unsubscribe": "One-Click" } })).status()).toBe(
    404,
  );
  await program.dispose();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are unsubscribed");

  // Returning through the form is a new subscription, which is confirmed like the first one.
  await page.getByRole("button", { name: "Subscribe again" }).click();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leave the newsletter");
});

test("a confirmation link opens a page and works once; opening it subscribes no one", async ({ page }) => {
  const { email } = newPerson("confirmer");
  const answer = await page.request.post("/api/functions/newsletter-signup", { data: { email, source: "popup" } });
  expect(await answer.json()).toEqual({
    message: expect.stringMatching(/^You've successfully joined our newsletter! Please confirm it/),
  });
  const again = await page.request.post("/api/functions/newsletter-signup", { data: { email, source: "popup" } });
  expect(await again.json()).toEqual({ message: "This email address is already subscribed." });
  const link = linkIn(await waitForMail(email, /confirm your newsletter subscription/i), "/newsletter/confirm/");
  await page.goto(link);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your subscription");
  await page.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page.getByText("Welcome Aboard!")).toBeVisible();
  await waitForMail(email, /welcome to the gtmarc newsletter/i);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your subscription is confirmed");
  await expectAccessible(page);
  const unknown = await page.goto(link.replace(/[0-9a-f]{32}/, "0".repeat(32)));
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link was already used, or it has expired");
});

test("an invalid link says so", async ({ page }) => {
  const answer = await page.goto(`/unsubscribe/${"a".repeat(32)}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link belongs to no subscription");
});

test("an issue is written, previewed, tested, sent and received; unsubscribed people get none; its mails are on the mail page", async ({
  page,
}) => {
  const stamp = Date.now().toString(36);
  const reader = newPerson("reader").email;
  const gone = newPerson("gone").email;
  await subscribed(page, reader);
  const leave = await subscribed(page, gone);
  await page.request.post(leave, { form: { "List-Unsubscribe": "One-Click" } });

  const admin = await signInAsAdmin(page, "editor");
  await page.goto("/admin/newsletter");
  await page.getByRole("button", { name: "Write an issue" }).first().click();
  await expect(page).toHaveURL(/\/admin\/newsletter\/[0-9a-f-]{36}/);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Enter the subject.")).toBeVisible();
  await expect(page.getByLabel("Subject")).toBeFocused();
  const subject = `Three hours back, drawn ${stamp}`;
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Preview text").fill("What one automation returned, and what it took.");
  await page
    .getByLabel("Text", { exact: true })
    .fill(
      "## The drawing\n\nIt saved **three hours** a week.\n\n- one\n- two\n\n<script>alert(1)</script>\n\n[See it](/automation-grid)",
    );
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { name: subject })).toBeVisible();
  await expect(preview.getByText("<script>alert(1)</script>")).toBeVisible();
  await page.getByRole("tab", { name: "Text" }).click();
  await expect(preview.getByText("It saved three hours a week.")).toBeVisible();

  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByRole("dialog").getByLabel("Email")).toHaveValue(admin.email);
  // Unsubscribed people get no test mails either; the refusal is shown in the dialog.
  await page.getByRole("dialog").getByLabel("Email").fill(gone);
  await page.getByRole("button", { name: "Send the test" }).click();
  await expect(page.getByRole("dialog")).toContainText("This address gets no newsletter");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText(subject);
  await expect(page.getByRole("dialog")).not.toContainText("gets no newsletter");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(admin.email);
  await page.getByRole("button", { name: "Send the test" }).click();
  const trial = await waitForMail(admin.email, new RegExp(`\\[Test\\] ${subject}`));
  expect(trial.text).toContain("three hours");
  const wayOut = await page.request.get(linkIn(trial, "/unsubscribe/"));
  expect([wayOut.status(), await wayOut.text()]).toEqual([200, expect.stringContaining("This link came from a test")]);

  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("dialog").getByText(subject)).toBeVisible();
  await page.getByRole("button", { name: "Send now" }).click();
  const mail = await waitForMail(reader, new RegExp(subject));
  expect(mail.html).toContain("<strong>three hours</strong>");
  expect(mail.text).toContain(reader);
  expect(mail.headers.find(({ key }) => key === "list-unsubscribe-post")?.value).toBe("List-Unsubscribe=One-Click");
  await expect(page.getByText("Sent", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();

  const reading = await page
    .context()
    .browser()!
    .newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.78" } });
  const anyone = await reading.newPage();
  const origin = new URL(page.url()).origin;
  const feeds = ["/newsletter/feed.xml", "/newsletter/atom.xml"].map((path) => `${origin}${path}`);
  const listed = async () => {
    const texts = await Promise.all(
      [...feeds, `${origin}/sitemap.xml`].map(async (url) => (await anyone.request.get(url)).text()),
    );
    return texts.map((text) => text.includes(stamp));
  };
  expect(await listed()).toEqual([false, false, false]);
  await page.getByRole("button", { name: "Publish in the archive" }).click();
  await expect(page.getByRole("dialog")).toContainText("Anyone can then read it");
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("link", { name: "Show the public page" })).toBeVisible();
  const path = (await page.getByRole("link", { name: "Show the public page" }).getAttribute("href"))!;
  const opened = await anyone.goto(`${origin}${path}`);
  expect(opened?.status()).toBe(200);
  await expect(anyone.getByRole("heading", { level: 1 })).toHaveText(subject);
  await expect(anyone.getByRole("link", { name: "See it" })).toHaveAttribute("href", /^http.*\/automation-grid$/);
  expect(await anyone.content()).not.toMatch(new RegExp(`${reader}|/unsubscribe/`));
  await expect(anyone.locator("link[type='application/atom+xml']")).toHaveAttribute("href", "/newsletter/atom.xml");
  await expectAccessible(anyone);
  expect(await listed()).toEqual([true, true, true]);
  for (const url of feeds) {
    const faults = await anyone.evaluate(async (address) => {
      // DOMParser would be blocked by the page's policy.
      const request = new XMLHttpRequest();
      request.open("GET", address);
      request.overrideMimeType("application/xml");
      request.responseType = "document";
      await new Promise((resolve) => {
        request.onloadend = resolve;
        request.send();
      });
      const feed = request.responseXML;
      if (!feed) return ["not well-formed"];
      const links = [...feed.querySelectorAll("link")].map(
        (link) => link.getAttribute("href") ?? link.textContent ?? "",
      );
      return [...feed.querySelectorAll("parsererror"), ...links.filter((link) => !/^https?:/.test(link))].map(String);
    }, url);
    expect(faults, url).toEqual([]);
  }
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("button", { name: "Publish in the archive" })).toBeVisible();
  expect((await anyone.goto(`${origin}${path}`))?.status()).toBe(404);
  expect(await listed()).toEqual([false, false, false]);
  await reading.close();

  await page.goto(`/admin/mail?q=${encodeURIComponent(gone)}`);
  await expect(page.getByRole("link", { name: /welcome/i })).toBeVisible();
  await expect(page.getByRole("link", { name: subject })).toHaveCount(0);
  await page.goto("/admin/mail");
  await page.getByRole("searchbox", { name: "Search address or subject" }).fill(reader);
  await expect(page).toHaveURL(/q=reader/);
  await page.getByRole("row").filter({ hasText: reader }).getByRole("link", { name: subject }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(subject);
  await expect(page.frameLocator("iframe").getByRole("heading", { name: subject })).toBeVisible();
  await expect(page.getByText("Saved as a file").last()).toBeVisible();
  await expect(page.getByText("One-Click")).toBeVisible();
  await page.goto("/admin/mail/suppressions");
  await expect(page.getByText(gone)).toBeVisible();
});

test("the newsletter's page subscribes without scripts", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto("/newsletter");
  const { email } = newPerson("plain");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page).toHaveURL(/\/newsletter\?said=pending$/);
  await expect(page.getByText("Check your inbox")).toBeVisible();
  await confirm(page, email);
  await expect(page.getByText("Welcome Aboard!")).toBeVisible();
  await context.close();
});
