import { expect } from "@playwright/test";
import { indexablePages } from "#app/features/content/content.ts";
import { codeWithin } from "#app/features/content/promises.ts";
import { test } from "./journey.ts";

/** Texts of calls to action that open the wizard or the request for a code. */
const asks =
  "Get Your GTMarc|Start Your Free Analysis|Generate Free Analysis|Start with an Analysis|Automate This For My Business|Get Your Custom Blueprint|Start with a Blueprint|Open the wizard";

test("a page with a call to action that needs a code says once how long the code takes", async ({ page, request }) => {
  const wrong: string[] = [];
  let asking = 0;
  for (const { path } of indexablePages()) {
    const html = await (await request.get(path)).text();
    const { asked, said } = await page.evaluate(
      ([html, asks, wait]) => {
        const words = new RegExp(`^(${asks})$`);
        const main = new DOMParser().parseFromString(html!, "text/html").querySelector("main")!;
        return {
          asked: [...main.querySelectorAll("a, button")].some((el) => words.test(el.textContent!.trim())),
          said: main.textContent!.split(wait!).length - 1,
        };
      },
      [html, asks, codeWithin(0)] as const,
    );
    if (asked) asking += 1;
    if (asked ? said !== 1 : said > 1) wrong.push(`${path}: ${said}`);
  }
  expect(asking).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
