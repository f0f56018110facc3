import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import { northfield } from "../../db/world.ts";
import { accessibilityFaults, overflow } from "./accessibility.ts";
import { type Person, sendRequest, signInNew } from "./people.ts";
import { type Site, site } from "./site.ts";
import { settled } from "./stillness.ts";
import { storedRows } from "./stored-rows.ts";

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

const drawings = {
  summary: "Read this first.",
  sections: ["Leads", "Support"].map((title) => ({
    ...{ id: `${title.toLowerCase()}-1`, title, body: "New leads reach the CRM within a minute.", automation: null },
    diagram: "HubSpot: in\nSlack: out",
  })),
  tasks: [{ id: "task-1", title: "Build it", owner: "Builder", week: 1 }],
};

/** Publishes a full blueprint by `architect`, the email of an admin. */
export async function publishFullBlueprint(adminPage: Page, blueprintId: string, architect: string): Promise<void> {
  const [row] = await storedRows<{ id: string }>(`select id from "user" where email = $1`, [architect]);
  const endpoint = `/api/admin/blueprints/${blueprintId}`;
  await sendRequest(adminPage, "POST", `${endpoint}/unlock`, {});
  await sendRequest(adminPage, "PUT", `${endpoint}/architect`, { from: null, architectId: row!.id });
  await sendRequest(adminPage, "PUT", `${endpoint}/drawings`, { version: 1, content: drawings });
  await sendRequest(adminPage, "POST", `${endpoint}/versions`, { version: 2, note: "" });
}

/** Books a call and returns its page. */
export async function bookCall(page: Page, slug: string, email: string, at = site()): Promise<string> {
  const day = (ahead: number) => utcDate(Date.now() + ahead * dayMs);
  const path = `/api/booking/${slug}`;
  const free = `${path}/slots?from=${day(2)}&to=${day(20)}`;
  const { slots } = await sendRequest<{ slots: { start: string }[] }>(page, "GET", free, undefined, at);
  const visit = { start: slots[0]!.start, name: "Ada Lovelace", email, timezone: "Europe/London" };
  const { manageUrl } = await sendRequest<{ manageUrl: string }>(page, "POST", path, visit, at);
  return new URL(manageUrl).pathname;
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
