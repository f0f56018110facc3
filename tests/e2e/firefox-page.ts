import { existsSync } from "node:fs";
import { expect } from "@playwright/test";
import puppeteer, { type ElementHandle, type Page } from "puppeteer-core";

const programs = [process.env["FIREFOX_PATH"], "/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Path of an installed Firefox; undefined if there is none. */
export const firefoxPath = (): string | undefined => programs.find((path) => path && existsSync(path));

/** Firefox over WebDriver BiDi, with the errors of its console and every violation of a page's policy. */
export async function openFirefox(executablePath: string) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    extraPrefsFirefox: { "dom.webdriver.enabled": false, "app.update.auto": false },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(`${page.url()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${String(error)}`));
  await page.evaluateOnNewDocument(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      reportError(new Error(`${effectiveDirective}: ${blockedURI}`)),
    ),
  );
  return { browser, page, complaints };
}

/** The visible field with this label: the `index`th of several. */
export async function field(page: Page, label: string, index = 0): Promise<ElementHandle<HTMLInputElement>> {
  const found = await page.waitForFunction(
    (wanted: string, place: number) =>
      [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")].filter((each) => {
        const texts = [each.getAttribute("aria-label"), ...[...(each.labels ?? [])].map((one) => one.textContent)];
        return (
          each.checkVisibility() && texts.some((text) => text?.trim().replace(/\s*\(?optional\)?$/i, "") === wanted)
        );
      })[place],
    { timeout: 45_000 },
    label,
    index,
  );
  return found as ElementHandle<HTMLInputElement>;
}

export async function fill(page: Page, label: string, text: string, index = 0): Promise<void> {
  const input = await field(page, label, index);
  await input.focus();
  await input.evaluate((each) => each.select());
  await page.keyboard.press("Backspace");
  await input.type(text);
  expect(await input.evaluate((each) => each.value), label).toBe(text);
}

/** Checks the box whose label contains this name, with the mouse. */
export async function tick(page: Page, name: string): Promise<void> {
  const label = await page.waitForFunction(
    (wanted: string) =>
      [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")]
        .flatMap((box) => [...(box.labels ?? [])])
        .find((each) => each.textContent.includes(wanted) && each.checkVisibility()),
    { timeout: 45_000 },
    name,
  );
  await (label as ElementHandle<HTMLLabelElement>).click();
}

export async function choose(page: Page, label: string, option: string, index = 0): Promise<void> {
  const select = await field(page, label, index);
  const value = await select.evaluate(
    (each, wanted) =>
      [...(each as unknown as HTMLSelectElement).options].find((one) => one.text === wanted || one.value === wanted)
        ?.value,
    option,
  );
  expect(value, `${label}: ${option}`).toBeDefined();
  await select.select(value!);
}

/** Clicks the first visible link or button that begins with this text, in the open dialog if there is one. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const pattern = typeof name === "string" ? `^${name}` : name.source;
  const found = await page.waitForFunction(
    (source: string) => {
      const within = document.querySelector("dialog[open]") ?? document.body;
      const [links, buttons] = ["a[href]", "button:not([role=tab])"].map((each) => [
        ...within.querySelectorAll<HTMLElement>(each),
      ]);
      return [...buttons!, ...links!].find(
        (each) => each.checkVisibility() && new RegExp(source).test((each.ariaLabel ?? each.textContent).trim()),
      );
    },
    { timeout: 45_000 },
    pattern,
  );
  await (found as ElementHandle<HTMLElement>).click();
}

export async function reaches(page: Page, address: RegExp): Promise<void> {
  await expect.poll(() => page.url()).toMatch(address);
  await page.waitForFunction(() => document.readyState === "complete");
}

export const shows = (page: Page, text: string) =>
  page.waitForFunction((wanted: string) => document.body.textContent.includes(wanted), { timeout: 45_000 }, text);
