import { type Browser, expect, type Page } from "@playwright/test";
import { bookCall, clientWithAnalysis } from "./clients.ts";
import { test } from "./journey.ts";
import { linkIn, waitForMail } from "./mailbox.ts";
import { newPerson, sendRequest, signInNew } from "./people.ts";
import { site } from "./site.ts";

/* The pages of a client without scripts: they can be read, they say what is missing, and every form that can be sent, by a button
   or by Enter, is one that an endpoint accepts. */

const lost = "Answers are saved with JavaScript only: what you enter now is lost.";
const sentences: Readonly<Record<string, string | null>> = {
  "/account": "Some actions on this page need JavaScript.",
  "/account?tab=profile": null,
  "/account?tab=email": null,
  "/account?tab=security": "Deleting your account needs JavaScript.",
  "/blueprint/wizard/mode": "Starting and changing a blueprint need JavaScript.",
  "/blueprint/wizard/profile?blueprint=new": lost,
  "/quick-start": lost,
  "/blueprint/ID/unlock": "Paying and requesting an invoice need JavaScript. For an invoice without it, write to ",
};

/** The page in a browser without scripts, with the session of `from`. */
async function plainPage(browser: Browser, baseURL: string | undefined, from?: Page): Promise<Page> {
  const context = await browser.newContext({
    ...{ javaScriptEnabled: false, baseURL: baseURL! },
    ...(from && { storageState: await from.context().storageState() }),
    extraHTTPHeaders: { "x-forwarded-for": "203.0.113.93" },
  });
  return context.newPage();
}

/** The posts of the page's forms that a button or Enter in a field sends: their address, and what they contain. */
const postsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.forms].flatMap((form) => {
      if (form.method !== "post") return [];
      const controls = [...form.elements] as (HTMLInputElement | HTMLButtonElement)[];
      const first = controls.find(({ type }) => type === "submit");
      const shown = controls.filter((control) => control.checkVisibility() && !control.disabled);
      const isTyped = shown.some(({ type }) => /^(text|email|search|url|tel|password)$/.test(type));
      const canSend = shown.some(({ type }) => type === "submit") || (isTyped && !first?.disabled);
      const fields = Object.fromEntries(new FormData(form, first?.disabled ? null : first));
      return canSend ? [{ action: form.action, fields: fields as Record<string, string> }] : [];
    }),
  );

/** Sends every form of the page that can be sent; returns those that no endpoint accepts. */
async function refusedPosts(page: Page): Promise<string[]> {
  const refused: string[] = [];
  for (const { action, fields } of await postsOf(page)) {
    if (action.endsWith("/api/auth/sign-out")) continue;
    const headers = { origin: new URL(action).origin, "content-type": "application/x-www-form-urlencoded" };
    const data = new URLSearchParams(fields).toString();
    const answer = await page.request.post(action, { data, headers, maxRedirects: 0 });
    if (answer.status() === 405 || answer.status() >= 500) refused.push(`${answer.status()} ${action} ${data}`);
  }
  return refused;
}

test("without scripts a client's pages say so and show no dead button", async ({ page, browser, baseURL }) => {
  const { id } = await clientWithAnalysis(page, site(), "plain-client");
  const plain = await plainPage(browser, baseURL, page);
  const found: string[] = [];
  const refused: string[] = [];
  for (const path of [
    ...["", "?tab=profile", "?tab=email", "?tab=security"].map((tab) => `/account${tab}`),
    ...[
      "/invoices",
      ...Object.keys(sentences)
        .filter((path) => !path.startsWith("/account"))
        .map((path) => path.replace("ID", id)),
      `/blueprint/wizard/tech-stack?blueprint=${id}`,
    ],
    ...[`/blueprint/wizard/processes?blueprint=${id}`, `/blueprint/${id}`],
    `/blueprint/coming-soon?blueprint=${id}`,
  ]) {
    expect((await plain.goto(path))?.status(), path).toBe(200);
    const sentence = sentences[path.replace(id, "ID")];
    if (sentence !== null)
      expect((await plain.locator("noscript").filter({ visible: true }).allTextContents()).join(" "), path).toContain(
        sentence ?? (path.startsWith("/blueprint/wizard/") ? lost : "Some actions on this page need JavaScript."),
      );
    await expect(
      plain.getByRole("link", { name: /^(Start guided blueprint|Take the quick start)/ }),
      path,
    ).toBeHidden();
    await expect(plain.getByText(/saved? (as you type|and leave)/i).filter({ visible: true }), path).toHaveCount(0);
    if (sentence === lost) {
      await expect(plain.getByRole("status").first(), path).toHaveText("Not saved yet");
      await expect(plain.getByRole("link", { name: "Leave", exact: true }), path).toBeVisible();
      await expect(plain.getByRole("contentinfo"), path).toBeHidden();
    }
    if (path.endsWith("/unlock")) await expect(plain.getByLabel("Company name"), path).toBeHidden();
    const visible = plain.locator(":is(main, footer) :is(button, [role=button]):visible");
    for (const button of await visible.all()) {
      const name = `${path}: ${(await button.textContent())?.trim()}`;
      expect(await button.evaluate((element) => (element as HTMLButtonElement).form?.method), name).toBe("post");
      found.push(name);
    }
    refused.push(...(await refusedPosts(plain)).map((post) => `${path}: ${post}`));
  }
  expect(refused).toEqual([]);
  for (const name of ["?tab=profile: Save Changes", "?tab=email: Change Email", "?tab=security: Change Password"])
    expect(
      found.some((each) => each.startsWith(`/account${name}`)),
      name,
    ).toBe(true);
  await plain.context().close();
});

test("without scripts every form that a stranger can send is accepted by an endpoint", async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = newPerson("plain-stranger");
  const call = await bookCall(page, "strategy-session", email);
  const token = call.split("/").at(-1)!;
  await sendRequest(page, "POST", "/api/functions/newsletter-signup", { email, source: "page" });
  const confirm = linkIn(await waitForMail(email, /confirm/i), "/newsletter/confirm");
  const plain = await plainPage(browser, baseURL);
  const refused: string[] = [];
  for (const path of [
    ...["/auth", "/auth?tab=signup", "/auth?step=link", "/reset-password", "/reset-password?step=code"],
    ...["/verify-access", "/request-access", "/training/register", "/newsletter", confirm, "/downloads", "/contact"],
    ...["/estimate", "/sample-analysis", "/privacy/my-data", "/setup", "/invitation?token=x", "/auth/verify?token=x"],
    ...["/schedule/strategy-session", call, `${call}?cancel=ask`, `/schedule/strategy-session?move=${token}`],
  ]) {
    await plain.goto(path);
    refused.push(...(await refusedPosts(plain)).map((post) => `${path}: ${post}`));
  }
  expect(refused).toEqual([]);
  await plain.context().close();
});

test("without scripts a client changes the profile, the password and the sessions", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signInNew(page, "plain-account", { access: false });
  const plain = await plainPage(browser, baseURL, page);
  await plain.goto("/account?tab=profile");
  await plain.getByLabel("First Name").fill("Dana");
  await plain.getByLabel("Company Name").fill("Northfield");
  await plain.getByLabel("Company Name").press("Enter");
  await expect(plain.getByLabel("Last Name")).toHaveAccessibleDescription("Last name is required");
  await expect(plain.getByLabel("First Name")).toHaveValue("Dana");
  await plain.getByLabel("Last Name").fill("Whitlock");
  await plain.getByRole("button", { name: "Save Changes" }).click();
  await expect(plain.getByText("Your profile is saved.")).toBeVisible();
  await expect(plain.getByLabel("Last Name")).toHaveValue("Whitlock");

  await plain.goto("/account?tab=security");
  const password = "Meadow2Lines";
  const change = async (confirmed: string) => {
    await plain.getByLabel("Current Password").fill(person.password);
    await plain.getByLabel("New Password", { exact: true }).fill(password);
    await plain.getByLabel("Confirm New Password").fill(confirmed);
    await plain.getByRole("button", { name: "Change Password" }).click();
  };
  await change("Other2Lines");
  await expect(plain.getByLabel("Confirm New Password")).toHaveAccessibleDescription("Passwords don't match");
  await change(password);
  await expect(plain.getByText("Your password is changed.")).toBeVisible();
  await plain.context().close();
});
