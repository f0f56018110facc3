import { getPage, type Page, sheetName } from "../content.ts";

/** Returns the text of a page's share picture: the lines of its headline, then the line below the rule. */
export function pictureText(page: Page): readonly string[] {
  if (page.path === "/") return [...page.headline, "Hours, dollars and payback for your firm"];
  return [...page.headline, kindOf(page), sheetName(page)];
}

/** The page's name or, if that is the headline, the group of the page. */
function kindOf(page: Page): string {
  if (page.headline.join(" ") !== page.name) return page.name;
  return typeof page.sheet === "string" ? getPage("/automation-grid").name : page.group;
}
