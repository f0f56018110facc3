import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import pg from "pg";
import type { Email } from "postal-mime";
import { openDatabase } from "../../server/database.ts";
import { daytimeZone } from "../fixtures/daytime-zone.ts";
import { productSettings } from "../fixtures/external-database.ts";
import type { Product } from "../fixtures/product.ts";
import { expectAccessible, overflow } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { bookCall } from "./clients.ts";
import { gtmarc } from "./command-line.ts";
import { test } from "./journey.ts";
import { linkIn, listMails, waitForMail } from "./mailbox.ts";
import { sendRequest } from "./people.ts";
import { type Site, startSite } from "./site.ts";

/*
 * A sequence that sends: an admin builds it by keyboard and enrolls five people. One books, one replies, one unsubscribes, the
 * others get the second email. Every figure on the pages is compared with the mailbox.
 *
 * The product has its own zone, so that no holiday or night delays emails. The second step is due after a day: the operator
 * moves the enrollments a day back in the database and runs the due jobs from the command line.
 */

const mailSecret = "journey-mail-secret";
const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-sending-"));
let product: Product;
let site: Site;

test.beforeAll(async () => {
  ({ product, site } = await startSite(dataDir, {
    ...{ COMPANY_TIMEZONE: daytimeZone(), TRUSTED_PROXIES: "127.0.0.1,::1" },
    ...{ MAIL_WEBHOOK_SECRET: mailSecret, MAIL_REPLY_ADDRESS: "replies@gtmarc.example" },
  }));
});
test.afterAll(async () => {
  product.signal("SIGTERM");
  await product.ended();
  rmSync(dataDir, { recursive: true, force: true });
});

const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole("button", { name }).first().focus();
  await page.keyboard.press("Enter");
};
const confirm = async (page: Page, name: string) => {
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
};
const type = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
};

const people = ["ada", "bo", "cy", "di", "ed"].map((name) => `${name}@sending.example`);
const [booking, replying, leaving, ...staying] = people as [string, string, string, ...string[]];

/** Builds, publishes and starts a sequence of two emails. Returns its path. */
async function build(page: Page): Promise<string> {
  await page.goto(`${site.url}/admin/email-sequences`);
  await press(page, /^New sequence/);
  await expect(page).toHaveURL(/\/admin\/email-sequences\/[0-9a-f-]{36}$/);
  const path = new URL(page.url()).pathname;
  await type(page, "Title", "Two letters");
  for (const day of ["Sat", "Sun"]) {
    await page.getByLabel(day, { exact: true }).focus();
    await page.keyboard.press("Space");
  }
  await page.getByLabel("From", { exact: true }).fill("00:00");
  await page.getByLabel("To", { exact: true }).fill("23:59");
  await press(page, "Add email");
  await expect(page.getByLabel("Subject", { exact: true })).toBeFocused();
  await page.keyboard.type("First letter, {{first_name|friend}}");
  await type(page, "Text", "Hello, this is the first one.");
  await type(page, "Wait after enrollment", "0");
  await press(page, "Add email");
  await expect(page.getByLabel("Subject", { exact: true })).toBeFocused();
  await page.keyboard.type("Second letter, {{first_name|friend}}");
  await type(page, "Text", "Hello again.");
  await type(page, "Wait after the previous step", "1");
  await press(page, /^Save draft/);
  await expect(page.getByText("All changes saved")).toBeVisible();
  await press(page, "Publish");
  await confirm(page, "Publish");
  await expect(page.getByText("Version 1 is published.")).toBeVisible();
  await press(page, "Start");
  await confirm(page, "Start");
  await expect(page.getByText("Running", { exact: true })).toBeVisible();
  return path;
}

async function enroll(page: Page, path: string) {
  await page.goto(`${site.url}${path}/people`);
  for (const email of people) {
    await press(page, "Enroll a person");
    await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Active");
  }
}

/** The reply as a mail server passes it on. */
async function reply(page: Page, from: string, { messageId, replyTo }: Email) {
  const raw = [
    `From: <${from}>`,
    `To: <${replyTo?.[0]?.address ?? "desk@gtmarc.example"}>`,
    `Subject: Re: First letter`,
    `Message-ID: <answer@sending.example>`,
    `In-Reply-To: ${messageId}`,
    `Date: ${new Date().toUTCString()}`,
    "",
    "Thank you. Please call me.",
  ].join("\r\n");
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", mailSecret).update(`${time}.${raw}`).digest("hex");
  const answer = await page.request.post(`${site.url}/api/webhooks/mail`, {
    headers: { "content-type": "message/rfc822", "gtmarc-signature": `t=${time},v1=${signature}` },
    data: Buffer.from(raw),
  });
  expect(await answer.json()).toEqual({ kind: "reply", noted: 1 });
}

/** Simulates that a day has passed since the first email. */
async function passDay() {
  const { connection, release } = await openDatabase(await productSettings(dataDir), "command");
  const client = new pg.Client(connection);
  await client.connect();
  const { rowCount } = await client.query(
    `update sequence_enrollment set last_step_at = last_step_at - interval '4 days', due_at = now() where state = 'active'`,
  );
  await client.end();
  await release();
  expect(rowCount).toBe(staying.length);
}

type Line = { email: string; state: string; reason: string | null; done: number };
const enrollments = async (page: Page, path: string) => {
  const list = `/api/admin/sequences/${path.split("/").at(-1)}/enrollments`;
  const { rows } = await sendRequest<{ rows: Line[] }>(page, "GET", list, undefined, site);
  return Object.fromEntries(rows.map(({ email, state, reason, done }) => [email, `${state} ${reason} ${done}`]));
};

test("five people are mailed; one books, one replies, one unsubscribes, the others finish, and the figures agree", async ({
  page,
}) => {
  await signInAsAdmin(page, "sender", site);
  const path = await build(page);
  await enroll(page, path);

  await gtmarc(["jobs", "run-due"], { at: site });
  for (const email of people) await waitForMail(email, /^First letter, friend$/, site);
  await bookCall(page, "strategy-session", booking, site);
  await reply(page, replying, await waitForMail(replying, /^First letter/, site));
  await page.goto(site.url + linkIn(await waitForMail(leaving, /^First letter/, site), "/unsubscribe/"));
  await page.getByRole("button", { name: "Unsubscribe", exact: true }).click();
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  const [left, stayed] = [
    { [booking]: "finished goal 1", [replying]: "exited reply 1", [leaving]: "exited unsubscribed 1" },
    (line: string) => Object.fromEntries(staying.map((email) => [email, line])),
  ];
  await expect.poll(() => enrollments(page, path)).toEqual({ ...left, ...stayed("active null 1") });

  await passDay();
  await gtmarc(["jobs", "run-due"], { at: site });
  for (const email of staying) await waitForMail(email, /^Second letter, friend$/, site);
  await expect.poll(() => enrollments(page, path)).toEqual({ ...left, ...stayed("finished completed 2") });
  const received = (await listMails(/letter, friend$/, site)).map(
    ({ to, subject }) => `${to?.[0]?.address} ${subject}`,
  );
  expect(received.sort()).toEqual(
    [
      ...people.map((email) => `${email} First letter, friend`),
      ...staying.map((email) => `${email} Second letter, friend`),
    ].sort(),
  );

  await page.goto(`${site.url}/admin/email-sequences`);
  const line = page.getByRole("row", { name: /Two letters/ });
  for (const [place, count] of Object.entries({ 3: "0", 4: "0", 5: "3", 6: "2", 7: "0" }))
    await expect(line.getByRole("cell").nth(Number(place) - 1)).toHaveText(count);

  await page.goto(`${site.url}/admin/outreach-analytics`);
  const figure = (label: string, name: string, count: number) =>
    expect(page.getByRole("link", { name: `${label}, ${name}: ${count}. Show the people`, exact: true })).toBeVisible();
  await figure("Two letters", "Sent", received.length);
  await figure("Two letters", "Delivered", received.length);
  await figure("1. First letter, [First name]", "Sent", people.length);
  await figure("2. Second letter, [First name]", "Sent", staying.length);
  for (const name of ["Replies", "Unsubscribed", "Bookings (last touch)"]) await figure("Two letters", name, 1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: "Two letters, Replies: 1. Show the people", exact: true }).press("Enter");
  await expect(page.getByRole("row", { name: new RegExp(replying) })).toBeVisible();
  await expect(page.getByRole("table").getByRole("link")).toHaveCount(1);
});
