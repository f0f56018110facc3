import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type StripeStandIn, startStripe } from "../fakes/stripe-server.ts";
import { type CalendarServer, isInstalled, startCalendarServer } from "../fixtures/calendar-servers.ts";
import type { Product } from "../fixtures/product.ts";
import { expectAccessible } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { waitForMail } from "./mailbox.ts";
import { type Site, startSite } from "./site.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.91" } });

const servers = ["radicale", "xandikos"] as const;
const missing = servers.filter((name) => !isInstalled(name));
test.skip(missing.length > 0, `${missing.join(" and ")} must be installed for calendars of two servers`);

const keys = { key: "sk_test_kickoff", secret: "whsec_kickoff" };
const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-kickoff-"));
let stripe: StripeStandIn;
let product: Product;
let site: Site;
let calendars: CalendarServer[];

test.beforeAll(async () => {
  stripe = await startStripe(keys);
  calendars = await Promise.all(servers.map((name) => startCalendarServer(name)));
  ({ product, site } = await startSite(dataDir, {
    ...{ STRIPE_SECRET_KEY: keys.key, STRIPE_WEBHOOK_SECRET: keys.secret, STRIPE_API_URL: stripe.url },
    // The servers are on loopback.
    ...{ WEBHOOK_ALLOW_PRIVATE: "on", TRUSTED_PROXIES: "127.0.0.1,::1" },
  }));
  stripe.sendTo(`${site.url}/api/webhooks/stripe`);
});
test.afterAll(async () => {
  product.signal("SIGTERM");
  await product.ended();
  await stripe.stop();
  for (const calendar of calendars) await calendar.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function connect(page: Page, { url, username, password }: CalendarServer) {
  const form = page.getByRole("form", { name: "CalDAV account" });
  await form.getByLabel("CalDAV server").fill(url);
  await form.getByLabel("User name").fill(username);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Test and connect" }).click();
  await expect(page.getByText("Connected. Its busy times are no longer offered").first()).toBeVisible();
}

/** Starts of the events in a calendar, in UTC. */
async function startsIn({ send, calendar }: CalendarServer): Promise<string[]> {
  const { text } = await send("PROPFIND", calendar, "", { depth: "1" });
  const refs = [...text.matchAll(/<(?:\w+:)?href>([^<]+\.ics)<\/(?:\w+:)?href>/g)].map(([, href]) => href!);
  const events = await Promise.all(refs.map((ref) => send("GET", ref)));
  return events.flatMap((event) => [...event.text.matchAll(/DTSTART:(\d{8}T\d{6}Z)/g)].map(([, start]) => start!));
}

/** The last free time of the last free day that is shown: an earlier one may begin too soon by the time it is booked. */
const chooseLastTime = async (page: Page) => {
  await page
    .getByRole("button", { name: /\d free times?(, today)?$/ })
    .last()
    .click();
  await page
    .getByRole("button", { name: /^\d{1,2}:\d{2} [AP]M/ })
    .last()
    .click();
};

test("an owner offers a paid kickoff with two hosts; a client on a phone books, pays and moves it, and both calendars agree", async ({
  page,
  browser,
}) => {
  await signInAsAdmin(page, "kickoff", site);
  await page.goto(`${site.url}/admin/calendar/hosts`);
  await page.getByRole("table", { name: "Hosts" }).getByRole("link").first().click();
  await connect(page, calendars[0]!);
  await page.goto(`${site.url}/admin/calendar/hosts`);
  await page.getByRole("button", { name: "Add a host" }).click();
  await page.getByLabel("Name").fill("Mara Lind");
  await page.getByLabel("Email").fill("mara@gtmarc.example");
  await page.getByRole("button", { name: "Add the host" }).click();
  await page.getByRole("link", { name: "Mara Lind" }).click();
  await connect(page, calendars[1]!);

  await page.goto(`${site.url}/admin/calendar/event-types`);
  await page.getByRole("button", { name: "Add an event type" }).click();
  await page.getByLabel("Title").fill("Kickoff");
  await page.getByRole("button", { name: "Add the event type" }).click();
  await page.getByRole("link", { name: "Kickoff", exact: true }).click();
  await page.getByLabel("Duration").fill("60");
  await page.getByLabel("Who takes the call").selectOption("collective");
  await page.getByLabel("Mara Lind").check();
  await page.getByLabel("Price").fill("150");
  await page.getByLabel("Refund when canceled until").fill("24");
  await page.getByLabel("Can be booked").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save the event type" }).click();
  await expect(page.getByText("Saved. It applies from now on.")).toBeVisible();

  const phone = await (
    await browser.newContext({
      viewport: { width: 390, height: 844 },
      extraHTTPHeaders: { "x-forwarded-for": "203.0.113.92" },
    })
  ).newPage();
  const email = "dana@northfield.example";
  await phone.goto(`${site.url}/schedule/kickoff`);
  await expect(phone.getByText("$150.00 (USD), paid when you book")).toBeVisible();
  await expect(phone.getByText("With GTMarc and Mara Lind")).toBeVisible();
  await chooseLastTime(phone);
  await phone.getByLabel("Name").fill("Dana Whitlock");
  await phone.getByLabel("Email").fill(email);
  // The price rises while the form is open: the client is asked again.
  await page.getByLabel("Price").fill("160");
  await page.getByRole("button", { name: "Save the event type" }).click();
  await expect.poll(() => page.request.get(`${site.url}/schedule/kickoff`).then((r) => r.text())).toContain("$160.00");
  await phone.getByRole("button", { name: "Schedule Event" }).click();
  await expect(phone.getByText("The price changed to $160.00 (USD). Please check and confirm.")).toBeVisible();
  await expect(phone.getByText("$160.00 (USD), paid when you book")).toBeVisible();
  await phone.getByRole("button", { name: "Schedule Event" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Pay to book your call");
  await expectAccessible(phone);
  for (const calendar of calendars) expect(await startsIn(calendar)).toEqual([]);
  await phone.getByRole("button", { name: "Pay $160.00" }).click();
  await phone.getByRole("button", { name: "Pay" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Your call is booked");
  await waitForMail(email, /^Booked: /, site);

  const both = () => Promise.all(calendars.map(startsIn));
  await expect.poll(both).toEqual([[expect.any(String)], [expect.any(String)]]);
  const [[before], [copy]] = (await both()) as [[string], [string]];
  expect(copy).toBe(before);

  await phone.getByRole("link", { name: "Move this call" }).click();
  // On another day than the call, however late it is on this one.
  await phone.getByRole("link", { name: /^Next month/ }).click();
  await expect(phone.getByRole("grid")).toHaveAttribute("aria-busy", "false");
  await chooseLastTime(phone);
  await phone.getByRole("button", { name: "Move the Call" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Your call has a new time");
  await expectAccessible(phone);
  await expect
    .poll(async () => {
      const [[one], [other]] = (await both()) as [[string], [string]];
      return one === other && one !== before;
    })
    .toBe(true);

  // What a cancellation would mean is said before it.
  await phone.getByRole("button", { name: "Cancel this call" }).click();
  await expect(phone.getByText(/\$160\.00 (in full|was refundable)/)).toBeVisible();
});
