import { gridPath } from "#app/features/content/automation-grid.ts";
import { gridCategories } from "#app/features/content/automation-terms.ts";
import { getPage, pages } from "#app/features/content/pages.ts";
import type { Choices } from "./frozen-pages.ts";

/** Content pages that look the same for everybody without a session; rendered once and served from memory. */
export const frozenPaths: ReadonlySet<string> = new Set(
  pages.filter(({ frozen }) => frozen).flatMap(({ path, aliases }) => [path, ...aliases]),
);

/** Pages whose copy is good for some seconds only. */
export const frozenSeconds: ReadonlyMap<string, number> = new Map(
  pages.flatMap(({ path, aliases, freshSeconds }) =>
    freshSeconds === undefined ? [] : [path, ...aliases].map((address): [string, number] => [address, freshSeconds]),
  ),
);

/** The areas of the grid: one copy each, under all its addresses; any other value is the plain page. Searches are not kept. */
export const frozenChoices: Choices = new Map(
  [gridPath, ...getPage(gridPath).aliases].map((path) => [
    path,
    { parameter: "filter", values: new Set(gridCategories), uncounted: ["q", "tool"] },
  ]),
);
