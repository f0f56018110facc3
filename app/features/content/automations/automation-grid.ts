import type { Automation } from "./automation-schema.ts";
import { gridCategories } from "./automation-terms.ts";
import { automations } from "./automations.ts";

/** The path of the grid, and below it those of its drawings: "/automation-grid/S-03". */
export const gridPath = "/automation-grid";
export const automationPath = (id: Automation["id"]): string => `${gridPath}/${id}`;

/** The eighteen in the order of the grid: by category in the order of its filters, then by number. */
export const gridOrder: readonly Automation[] = gridCategories.flatMap((category) =>
  automations.filter((automation) => automation.category === category),
);

/** The grid as a list for structured data, llms.txt and the site map. */
export const gridListing: readonly { id: Automation["id"]; name: string; description: string; href: string }[] =
  gridOrder.map(({ id, title, shortDescription }) => ({
    id,
    name: title,
    description: shortDescription,
    href: automationPath(id),
  }));

/** Wraps around at the ends. */
export function neighborsOf(id: Automation["id"]): { before: Automation; after: Automation } {
  const place = gridOrder.findIndex((automation) => automation.id === id);
  return { before: gridOrder.at(place - 1)!, after: gridOrder[(place + 1) % gridOrder.length]! };
}
