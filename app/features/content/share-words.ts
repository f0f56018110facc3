import { getPage, type Page, sheetName } from "./pages.ts";

/** The text of a page's share picture: its headline, line by line, then the line under the rule. */
export function wordsOf(page: Page): readonly string[] {
  if (page.path === "/") return [...page.headline, "Hours, dollars and payback for your firm"];
  return [...page.headline, kindOf(page), sheetName(page)];
}

/** The page's name; where the headline is that already, what the page belongs to. */
function kindOf(page: Page): string {
  if (page.headline.join(" ") !== page.name) return page.name;
  return typeof page.sheet === "string" ? getPage("/automation-grid").name : page.group;
}
