import { expect, type Page } from "@playwright/test";

export const grid = "/automation-grid";
export const cards = (page: Page) => page.locator("[data-card]:visible");
export const filters = (page: Page) => page.getByRole("navigation", { name: "Filter by area" });
export const filter = (page: Page, name: string) => filters(page).getByRole("link", { name });
export const card = (page: Page, title: string) =>
  page.getByRole("main").getByRole("link", { name: title, exact: true });
export const drawing = (page: Page) => page.locator("dialog#drawing");

/** Opens S-03 from the grid and waits until it has loaded. */
export async function openRouting(page: Page, path = grid): Promise<void> {
  await page.goto(path);
  await card(page, "Speed-to-Lead Routing").click();
  await expect(drawing(page)).toHaveAttribute("data-state", "ready");
}
