import { counted, spelled } from "#app/lib/numbers.ts";
import type { Automation } from "./automation-schema.ts";
import type { AutomationStory } from "./automation-story-schema.ts";
import { gridCategories } from "./automation-terms.ts";
import { automations } from "./automations.ts";

/*
 * The automations that the site shows, in the order of the grid. The firm can hide and reorder the specified ones and add its own
 * (catalog-text.ts), so read them when a page is made, not when its module loads. The return model has only the specified ones, all of
 * them (docs/decisions/0292).
 */

/** An automation that the firm has written. It has no figures of the return model. */
export type OwnAutomation = Omit<Automation, "id" | "needs" | "covers" | "outcomeTags" | "kitTemplate"> &
  Omit<AutomationStory, "id"> & {
    id: string;
    /** What a client has to have, in words. */
    needs: string;
  };
export type GridAutomation = Automation | OwnAutomation;
export const isOwnAutomation = (automation: GridAutomation): automation is OwnAutomation => "workflow" in automation;

export type Catalog = {
  shown: readonly GridAutomation[];
  /** Of the specified and the firm's own ones. */
  hidden: readonly { id: string; title: string }[];
};

/** By category in the order of the grid's filters, then by number. */
const defaultCatalog: Catalog = {
  shown: gridCategories.flatMap((category) => automations.filter((automation) => automation.category === category)),
  hidden: [],
};

let read = (): Catalog => defaultCatalog;

/** Where the catalog is on the server: the settings. A browser knows only what is hidden (hidden.ts). */
export const readCatalogFrom = (source: () => Catalog): void => {
  read = source;
};
export const catalog = (): Catalog => read();
export const defaultOrder = defaultCatalog.shown;

/** The path of the grid, and below it those of its drawings: "/automation-grid/S-03". */
export const gridPath = "/automation-grid";
export const automationPath = (id: string): string => `${gridPath}/${id}`;

/** The grid as a list for structured data, llms.txt and the site map. */
export const gridListing = (): { id: string; name: string; description: string; href: string }[] =>
  read().shown.map(({ id, title, shortDescription }) => ({
    ...{ id, name: title },
    description: shortDescription,
    href: automationPath(id),
  }));

/** `eighteen automations` */
export const automationCount = (): string => {
  const count = read().shown.length;
  return count === 1 ? "one automation" : `${spelled(count)} automations`;
};
/** `18 revenue automations` */
export const countedAutomations = (kind = "automation"): string => counted(read().shown.length, kind);

/** Wraps around at the ends; null for the only one. */
export function neighborsOf(id: string): { before: GridAutomation; after: GridAutomation } | null {
  const { shown } = read();
  const place = shown.findIndex((automation) => automation.id === id);
  return shown.length > 1 ? { before: shown.at(place - 1)!, after: shown[(place + 1) % shown.length]! } : null;
}
