import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { type CalendarServer, isInstalled, startCalendarServer } from "../fixtures/calendar-servers.ts";
import type { Product } from "../fixtures/product.ts";
import { expectAccessible, overflow } from "./accessibility.ts";
import { signInAsAdmin } from "./admins.ts";
import { test } from "./journey.ts";
import { type Site, startSite } from "./site.ts";
import { hydrated } from "./wizard-people.ts";

test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.87" } });

const openHost = async (page: Page, at = "") => {
  await page.goto(`${at}/admin/calendar/hosts`);
  await page.getByRole("table", { name: "Hosts" }).getByRole("link").first().click();
  await hydrated(page);
  return page.getByRole("form", { name: "CalDAV account" });
};

test("the address of a calendar server in a private network is refused, and the form keeps what was typed", async ({
  page,
}) => {
  await signInAsAdmin(page, "calendar");
  const form = await openHost(page);
  await form.getByRole("button", { name: "Test and connect" }).click();
  await expect(form.getByText("Please enter the user name.")).toBeVisible();
  await form.getByLabel("CalDAV server").fill("https://127.0.0.1:5232/");
  await form.getByLabel("User name").fill("host");
  await form.getByLabel("Password", { exact: true }).fill("a secret");
  await form.getByRole("button", { name: "Test and connect" }).click();
  await expect(form.getByText("The address leads to a private network. Enter a public address.")).toBeVisible();
  await expect(form.getByLabel("User name")).toHaveValue("host");
  await expectAccessible(page);
});

test.describe("with Radicale", () => {
  test.skip(!isInstalled("radicale"), "radicale must be installed");
  const firmHours = "/host/firm/";
  let dataDir: string;
  let server: CalendarServer;
  let product: Product;
  let at: Site;
  test.beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "gtmarc-connected-"));
    server = await startCalendarServer("radicale");
    await server.send("MKCALENDAR", firmHours);
    // The server is on loopback.
    const started = await startSite(dataDir, { WEBHOOK_ALLOW_PRIVATE: "on", TRUSTED_PROXIES: "127.0.0.1,::1" });
    ({ product, site: at } = started);
  });
  test.afterAll(async () => {
    product.signal("SIGTERM");
    await product.ended();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const eventsIn = async (calendar: string) => {
    const { text } = await server.send("PROPFIND", calendar, "", { depth: "1" });
    return [...text.matchAll(/<(?:\w+:)?href>([^<]+\.ics)<\/(?:\w+:)?href>/g)].map(([, href]) => href!);
  };
  const slots = async (page: Page) => {
    const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
    const query = `from=${day(3)}&to=${day(14)}&timezone=America/New_York`;
    const answer = await page.request.get(`${at.url}/api/booking/strategy-session/slots?${query}`);
    return ((await answer.json()) as { slots: { start: string }[] }).slots.map(({ start }) => start);
  };

  test("with the keyboard, an admin connects an account, chooses which calendars count, gets a call there, and disconnects", async ({
    page,
  }) => {
    await signInAsAdmin(page, "connected", at);
    const form = await openHost(page, at.url);
    await form.getByLabel("CalDAV server").focus();
    await page.keyboard.type(server.url);
    await page.keyboard.press("Tab");
    await page.keyboard.type(server.username);
    await page.keyboard.press("Tab");
    await page.keyboard.type("wrong");
    await page.keyboard.press("Enter");
    await expect(form.getByText("The server refused the user name or the password.")).toBeVisible();
    // The focus stays where the password is corrected.
    await expect(form.getByLabel("Password", { exact: true })).toBeFocused();
    for (const _ of "wrong") await page.keyboard.press("Backspace");
    await page.keyboard.type(server.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Connected. Its busy times are no longer offered").first()).toBeVisible();

    const choice = page.getByRole("form", { name: "Choice of calendars" });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(choice.getByRole("checkbox")).toHaveCount(2);
      await expectAccessible(page);
      expect(await overflow(page)).toBe(0);
    }
    // The other calendar counts too; calls go to the first one.
    const [start] = await slots(page);
    const at10 = (offset: number) => new Date(Date.parse(start!) + offset).toISOString().replace(/[-:]|\.\d+/g, "");
    const lines = [`DTSTART:${at10(0)}`, `DTEND:${at10(45 * minuteMs)}`, "UID:dentist", "DTSTAMP:20260101T000000Z"];
    const dentist = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//T//EN", "BEGIN:VEVENT", ...lines, "SUMMARY:Dentist"];
    const put = await server.send(
      "PUT",
      `${firmHours}dentist.ics`,
      [...dentist, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n"),
      {
        "content-type": "text/calendar",
      },
    );
    expect(put.status).toBe(201);
    const names = await choice
      .getByRole("checkbox")
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? ""));
    const ofFirm = choice.getByRole("checkbox", { name: names.find((name) => name.includes("firm"))! });
    const target = choice.getByLabel("Write calls to");
    const targets = await target.locator("option").allTextContents();
    await target.focus();
    await page.keyboard.press("Home");
    for (let index = 0; index < targets.indexOf("host/calls"); index += 1) await page.keyboard.press("ArrowDown");
    await expect(target.locator("option:checked")).toHaveText("host/calls");
    for (const [isChecked, isOffered] of [
      [false, true],
      [true, false],
    ] as const) {
      await ofFirm.setChecked(isChecked);
      await choice.getByRole("button", { name: "Save the choice" }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByText("Saved.", { exact: true }).first()).toBeVisible();
      await page.reload();
      await hydrated(page);
      expect(await ofFirm.isChecked()).toBe(isChecked);
      expect((await slots(page)).includes(start!)).toBe(isOffered);
    }

    const [free] = await slots(page);
    const booked = await page.request.post(`${at.url}/api/booking/strategy-session`, {
      headers: { origin: at.url },
      data: { start: free, name: "Dana Whitlock", email: "dana@northfield.example", timezone: "Europe/Vienna" },
    });
    expect(booked.status()).toBe(201);
    await expect.poll(() => eventsIn(server.calendar)).toEqual([expect.any(String)]);
    const [ref] = await eventsIn(server.calendar);
    expect((await server.send("GET", ref!)).text).toContain("Dana Whitlock");
    expect(await eventsIn(firmHours)).toHaveLength(1);

    await page.getByRole("button", { name: /^Disconnect host/ }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Disconnect" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Disconnected. Its password and busy times are deleted.").first()).toBeVisible();
    await expect(choice).toHaveCount(0);
    expect(await slots(page)).toContain(start!);
    await expectAccessible(page);
  });
});
