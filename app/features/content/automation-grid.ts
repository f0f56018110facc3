import type { Automation } from "./automation-schema.ts";
import { gridCategories } from "./automation-terms.ts";
import { automations } from "./automations.ts";

/** Where the grid lies, and under it each of its drawings: "/automation-grid/S-03". */
export const gridPath = "/automation-grid";
export const automationPath = (id: Automation["id"]): string => `${gridPath}/${id}`;

/** The eighteen as the grid shows them: by category in the order of its filters, then by number. */
export const gridOrder: readonly Automation[] = gridCategories.flatMap((category) =>
  automations.filter((automation) => automation.category === category),
);

/** The grid as a list for machines: structured data, llms.txt, the site map. */
export const gridListing: readonly { id: Automation["id"]; name: string; description: string; href: string }[] =
  gridOrder.map(({ id, title, shortDescription }) => ({
    id,
    name: title,
    description: shortDescription,
    href: automationPath(id),
  }));

/** The drawings before and after this one, round the end of the grid to its beginning. */
export function neighborsOf(id: Automation["id"]): { before: Automation; after: Automation } {
  const place = gridOrder.findIndex((automation) => automation.id === id);
  return { before: gridOrder.at(place - 1)!, after: gridOrder[(place + 1) % gridOrder.length]! };
}
