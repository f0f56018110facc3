import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { northfield } from "../../db/world.ts";
import { accessibilityFaults, overflow } from "./accessibility.ts";
import { type Person, sendRequest, signInNew } from "./people.ts";
import type { Site } from "./site.ts";
import { settled } from "./stillness.ts";

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: { company: object; stack: object[]; processes: object[] } }
>;

/** Signs in a new user with wizard access and a finished analysis of the worked example. */
export async function clientWithAnalysis(page: Page, site: Site, name: string): Promise<Person & { id: string }> {
  const person = await signInNew(page, name, { at: site });
  const { company, stack, processes } = vectors["V1 SaaS 45 people"]!.input;
  const { id } = await sendRequest<{ id: string }>(page, "POST", "/api/blueprints", { mode: "guided" }, site);
  const about = { companyName: northfield.name };
  const draft = { version: 1, inputs: { company, stack, processes }, about };
  await sendRequest(page, "PUT", `/api/blueprints/${id}`, draft, site);
  await sendRequest(page, "POST", `/api/blueprints/${id}/analysis`, {}, site);
  return { ...person, id };
}

/**
 * Checks the page, or the `part` with a selector, at both widths: no axe violations, no sideways scrolling. With E2E_SHOTS set
 * to a directory, saves a screenshot of each as `name`.
 */
export async function look(page: Page, name: string, part?: string): Promise<void> {
  const shots = process.env["E2E_SHOTS"];
  // Resizing during a page transition would cancel it with a console error.
  await settled(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    const path = `${shots}/${name}-${width}.png`;
    if (shots && part) await page.locator(part).screenshot({ path });
    else if (shots) await page.screenshot({ path, fullPage: true });
    expect(await accessibilityFaults(page, { within: part }), `${name} at ${width}`).toEqual([]);
    expect(await overflow(page, part), `${name} at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
  }
}
