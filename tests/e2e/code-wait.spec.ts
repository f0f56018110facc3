import { expect } from "@playwright/test";
import { indexablePages } from "#app/features/content/pages.ts";
import { promised } from "#app/features/content/promises.ts";
import { test } from "./journey.ts";

/** Texts of calls to action that open the wizard or the request for a code. */
const asks =
  "Get Your GTMarc|Start Your Free Analysis|Generate Free Analysis|Start with an Analysis|Automate This For My Business|Get Your Custom Blueprint|Start with a Blueprint|Open the wizard";

test("every call to action that needs a code shows how long the code takes", async ({ page, request }) => {
  test.setTimeout(120_000);
  const silent: string[] = [];
  let found = 0;
  for (const { path } of indexablePages) {
    const html = await (await request.get(path)).text();
    const answer = await page.evaluate(
      ([html, asks, wait]) => {
        const words = new RegExp(`^(${asks})$`);
        const main = new DOMParser().parseFromString(html!, "text/html").querySelector("main")!;
        const actions = [...main.querySelectorAll("a, button")].filter((el) => words.test(el.textContent!.trim()));
        // A card may rely on its section.
        const places = "dialog, section, article, header, [data-empty]";
        const isSaid = (el: Element | null): boolean => {
          const place = el?.closest(places);
          return Boolean(place) && (place!.textContent!.includes(wait!) || isSaid(place!.parentElement));
        };
        return {
          count: actions.length,
          silent: actions.filter((el) => !isSaid(el)).map((el) => el.textContent!),
        };
      },
      [html, asks, promised.code] as const,
    );
    found += answer.count;
    silent.push(...answer.silent.map((text) => `${path}: ${text}`));
  }
  expect(found).toBeGreaterThan(40);
  expect(silent).toEqual([]);
});
