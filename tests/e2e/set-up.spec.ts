import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { codeOf, stepAt } from "#app/features/accounts/second-factor/totp.server.ts";
import { allPaths } from "#app/features/content/content.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { feedPaths } from "#app/features/newsletter/issues/feed-links.ts";
import { adminGroups } from "#app/shell/admin/navigation.ts";
import { pdfTexts } from "../fixtures/pdf-text.ts";
import { expectAccessible } from "./accessibility.ts";
import { test } from "./journey.ts";
import { linkIn, listMails, waitForMail } from "./mailbox.ts";
import { addAuthenticator } from "./passkey-people.ts";
import { type Site, startSite } from "./site.ts";
import { hydrated } from "./wizard-people.ts";

/* An owner sets up a firm from an empty data directory in the browser alone; no setting is in the environment. */

const firm = "Harbor & Vale";
const password = "Draw2Automate";
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><path fill="#0b5c8a" d="M0 0h120v30H0z"/></svg>`;
/** The defaults that the journey replaces. Paths keep their fixed names, as does the starter kit. */
const defaults =
  /GTMarc(?!-Lite-Starter-Kit)|GTMARC|hello@gtmarc\.example|#c93d0e|\$499\b|Measured first, then built|Strategy session|strategy session|automation-grid\/S-03|Eighteen automations|eighteen automations/;

/** Account, authenticator and recovery codes of a new member, on the page of their link. */
async function enroll(
  page: Page,
  [firstName, lastName]: [string, string],
  { email, hasPasskey = false }: { email?: string; hasPasskey?: boolean } = {},
) {
  if (email) await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("First Name").fill(firstName);
  await page.getByLabel("Last Name").fill(lastName);
  if (hasPasskey) {
    await page.getByRole("button", { name: "Use a passkey instead of a password" }).click();
  } else {
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
  }
  const secret = (await page.locator("code").first().textContent()) ?? "";
  await page.getByLabel("Verification Code").fill(await codeOf(secret.replaceAll(" ", ""), stepAt(new Date())));
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have kept them" }).click();
}

async function save(page: Page, at: Site, group: string, values: Record<string, string>) {
  await page.goto(`${at.url}/admin/settings/${group}`);
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  if (group === "firm") {
    const file = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(logo) };
    await page.getByLabel("Logo", { exact: true }).setInputFiles(file);
  }
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("The settings are saved and apply now.")).toBeVisible();
  await expectFits(page);
}

const expectFits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThan(1);

/** Site, sign-in, account, booking and settings: each with another frame. */
const longNamePages = [
  ...["/", "/contact", "/pricing", "/our-story", "/privacy-policy", "/no-such-page", "/auth", "/verify-access"],
  ...["/account", "/account?tab=security", "/schedule/strategy-session", "/admin/settings/firm", "/dev/mailbox"],
];

/** The footer, the automations and the title of the strategy session. */
async function changeTexts(page: Page, at: Site) {
  await page.goto(`${at.url}/admin/settings/texts/footer`);
  await hydrated(page);
  await page.getByLabel("Text", { exact: true }).fill("We plan harbors.");
  await keepText(page);
  await page.goto(`${at.url}/admin/settings/texts/automations`);
  await hydrated(page);
  await page.getByRole("checkbox", { name: "S-03 Speed-to-Lead Routing" }).uncheck();
  await keepText(page);
  await page.goto(`${at.url}/admin/calendar/event-types`);
  await hydrated(page);
  await page.getByRole("link", { name: /strategy session/i }).click();
  await page.getByLabel("Title", { exact: true }).fill("Quay hour");
  await page.getByRole("button", { name: "Save the event type" }).click();
  await expect(page.getByText("Saved. It applies from now on.")).toBeVisible();
  await expectFits(page);
}

async function keepText(page: Page) {
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("The settings are saved and apply now.")).toBeVisible();
  await expectFits(page);
}

async function invite(page: Page, at: Site, email: string, role: string) {
  await page.goto(`${at.url}/admin/team`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite to the team" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Role").selectOption({ label: role });
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("table", { name: "Open invitations" })).toContainText(email);
}

async function accept(browser: Browser, at: Site, email: string, names: [string, string]) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(at.url + linkIn(await waitForMail(email, /team/i, at), "/invitation"));
  await enroll(page, names);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${at.url}/admin`);
  await context.close();
}

/** The texts of every public page, admin page, feed, document and mail, by address. */
async function everyText(page: Page, at: Site): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const files = ["/llms.txt", "/site.webmanifest", "/favicon.svg", "/robots.txt", "/.well-known/security.txt"];
  // The log of changes names the former values.
  const admin = adminGroups.flatMap(({ links }) => links.map(({ href }) => href)).filter((href) => !/audit/.test(href));
  for (const path of [
    ...allPaths(),
    ...Object.values(feedPaths),
    ...files,
    ...admin,
    "/auth",
    "/account",
    "/no-such-page",
    "/admin/analytics/import",
  ])
    texts.set(path, await (await page.request.get(at.url + path)).text());
  const pdf = await page.request.get(`${at.url}/sample-analysis.pdf`);
  texts.set("sample PDF", (await pdfTexts(await pdf.body())).join(" "));
  // The license names the authors of the product.
  const kit = await page.request.get(`${at.url}${starterKit.path}`);
  for (const [name, content] of Object.entries(
    unzipSync(await kit.body(), { filter: ({ name }) => name !== "LICENSE" }),
  ))
    texts.set(`kit ${name}`, name.endsWith(".pdf") ? (await pdfTexts(content)).join(" ") : strFromU8(content));
  for (const mail of await listMails(/team/i, at)) texts.set(`mail ${mail.subject}`, `${mail.html} ${mail.text}`);
  return texts;
}

async function expectNoDefaults(page: Page, at: Site) {
  const texts = await everyText(page, at);
  const left = [...texts].flatMap(([where, text]) => {
    const place = text.search(defaults);
    return place < 0 ? [] : [`${where}: ${text.slice(Math.max(0, place - 80), place + 40)}`];
  });
  expect(left).toEqual([]);
  for (const [where, text] of [
    ["/", firm],
    ["/", "7 Quay Lane"],
    ["/", "https://social.example/harbor"],
    ["/", "/brand/accent.css?v=0b5c8a"],
    ["/contact", "office@harbor.example"],
    ["/terms-of-service", "Harbor and Vale LLC"],
    ["/privacy-policy", "Harbor and Vale LLC"],
    ["/pricing", "$777"],
    ["/pricing", "We plan harbors."],
    ["/contact", "Quay hour"],
    ["/automation-grid", "Seventeen automations"],
    ["/", "/brand/logo"],
    [feedPaths.rss, firm],
    ["sample PDF", firm],
  ] as const)
    expect(texts.get(where)!.replaceAll("&amp;", "&"), where).toContain(text);
}

for (const width of [1440, 390])
  test(`an owner sets up the firm from an empty folder in a browser of ${width} px, and no default is left${width === 390 ? " on the account page" : ""}`, async ({
    browser,
  }) => {
    const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-set-up-"));
    const { product, site: at } = await startSite(dataDir, {}, { first: true });
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    try {
      const page = await context.newPage();
      const link = /\S+\/setup\?token=\S+/.exec(product.output())![0];
      const hasPasskey = width === 390;
      if (hasPasskey) await addAuthenticator(page);
      await page.goto(link);
      await hydrated(page);
      await expectAccessible(page);
      await enroll(page, ["Dana", "Reed"], { email: "dana@harbor.example", hasPasskey });
      await expect(page).toHaveURL(/\/admin\/settings\/first$/);
      await page.getByLabel("Name of the firm").fill(firm);
      await page.getByLabel("Sender").fill(`${firm} <office@harbor.example>`);
      await expectFits(page);
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page).toHaveURL(/\/admin$/);
      await expect(page.getByRole("link", { name: `${firm} admin` })).toBeVisible();
      await expect(page.getByRole("link", { name: "Enter the legal identity" })).toBeVisible();

      await save(page, at, "firm", {
        "Accent color": "#0b5c8a",
        "Contact address": "office@harbor.example",
        "Social network pages": "https://social.example/harbor",
      });
      await save(page, at, "legal", {
        "Legal name": "Harbor and Vale LLC",
        "Postal address": "7 Quay Lane\nBoston, MA 02110",
      });
      await save(page, at, "prices", { "Full blueprint, USD": "777" });
      await changeTexts(page, at);
      await invite(page, at, "sam@harbor.example", "Sales");
      await invite(page, at, "finn@harbor.example", "Finance");
      await accept(browser, at, "sam@harbor.example", ["Sam", "Cole"]);
      await accept(browser, at, "finn@harbor.example", ["Finn", "Ward"]);
      await page.goto(`${at.url}/admin/team`);
      await page.getByRole("button", { name: "Invite" }).click();
      const inviting = page.getByRole("dialog", { name: "Invite to the team" });
      await inviting.getByLabel("Email").fill("sam@harbor.example");
      await inviting.getByRole("button", { name: "Send invitation" }).click();
      await expect(inviting.getByText("This person is in the team already.")).toBeVisible();
      await expect(inviting.getByLabel("Email")).toBeFocused();
      await expect(inviting.getByLabel("Email")).toHaveAccessibleDescription("This person is in the team already.");
      await page.goto(`${at.url}/admin/team`);
      for (const text of ["Dana Reed", "Sam Cole", "Finn Ward", "Finance"])
        await expect(page.getByRole("table", { name: "Team" })).toContainText(text);
      await expectFits(page);

      await page.goto(`${at.url}/pricing`);
      await expect(page.getByRole("link", { name: `${firm} home` }).first()).toBeVisible();
      await expectFits(page);
      // Responses depend on the way to sign in, not on the width.
      if (hasPasskey) expect(await (await page.request.get(`${at.url}/account`)).text()).not.toMatch(defaults);
      else await expectNoDefaults(page, at);
      for (const mail of await listMails(/team/i, at)) expect(mail.from?.address).toBe("office@harbor.example");
      // The link made the owner and is over.
      await page.goto(link);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set-up is done");
    } finally {
      await context.close();
      product.signal("SIGTERM");
      await product.ended();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

test("a firm with the longest name fits its pages and mails at every width", async ({ browser }) => {
  const name = `${"W".repeat(60)} Consulting Partner`;
  const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-long-name-"));
  const { product, site: at } = await startSite(dataDir, { FIRM_NAME: name });
  // In another zone the scheduler names the host beside the times.
  const context = await browser.newContext({ reducedMotion: "reduce", timezoneId: "Europe/Vienna" });
  try {
    const page = await context.newPage();
    await page.goto(/\S+\/setup\?token=\S+/.exec(product.output())![0]);
    await hydrated(page);
    await enroll(page, ["Dana", "Reed"], { email: "dana@harbor.example" });
    await expect(page).toHaveURL(/\/admin\/settings\/first$/);
    await invite(page, at, "sam@harbor.example", "Sales");
    const wide: string[] = [];
    const measure = async (what: string, page: Page) => {
      for (const width of [320, 390, 900, 1101, 1181, 1321, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) wide.push(`${what} at ${width} px: ${over} px`);
        const menu = page.getByRole("button", { name: "Menu", exact: true });
        if (await menu.isVisible()) await expect(menu, `${what} at ${width} px`).toBeInViewport({ ratio: 1 });
      }
    };
    for (const path of [...longNamePages, ...adminGroups.flatMap(({ links }) => links.map(({ href }) => href))]) {
      await page.goto(at.url + path);
      await measure(path, page);
    }
    await waitForMail("sam@harbor.example", /team/i, at);
    const reader = await context.newPage();
    for (const { html, subject } of await listMails(/team/i, at)) {
      await reader.setContent(html!);
      await measure(subject!, reader);
    }
    expect(wide).toEqual([]);
  } finally {
    await context.close();
    product.signal("SIGTERM");
    await product.ended();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
