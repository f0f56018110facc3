import { gridPath } from "#app/features/content/automations/automation-grid.ts";
import { gridCategories } from "#app/features/content/automations/automation-terms.ts";
import { findPage, getPage, pages } from "#app/features/content/content.ts";
import type { Choices, FrozenPaths } from "./frozen-pages.ts";

/** Content pages that are the same for everyone without a session. */
export const frozenPaths: FrozenPaths = { has: (path) => findPage(path)?.frozen ?? false };

/** Pages with copies that expire after some seconds. */
export const frozenSeconds: ReadonlyMap<string, number> = new Map(
  pages().flatMap(({ path, aliases, freshSeconds }) =>
    freshSeconds === undefined ? [] : [path, ...aliases].map((address): [string, number] => [address, freshSeconds]),
  ),
);

/** The areas of the grid: one copy each; any other value gets the plain page. Searches are not kept. */
export const frozenChoices: Choices = new Map(
  [gridPath, ...getPage(gridPath).aliases].map((path) => [
    path,
    { parameter: "filter", values: new Set(gridCategories), uncounted: ["q", "tool"] },
  ]),
);
