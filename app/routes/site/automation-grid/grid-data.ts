import { catalog } from "#app/features/content/automations/automation-grid.ts";
import { areas, categoryOfArea, gridCategories } from "#app/features/content/automations/automation-terms.ts";
import {
  type GridChoice,
  type GridEntry,
  gridChoice,
  gridQuery,
  isShown,
  maxSearchLength,
} from "#app/lib/search/grid-search.ts";
import { matchesSearch } from "#app/lib/search/search-fold.ts";
import { type CardContent, cardOf, entryOf } from "./card-data.ts";

type CardTool = CardContent["tools"][number];
type Shown = { cards: readonly CardContent[]; entries: readonly GridEntry[]; tools: readonly CardTool[] };
let known: { of: unknown; shown: Shown } | undefined;

/** What the catalog shows, until it changes. */
function shownNow(): Shown {
  const of = catalog();
  if (known?.of !== of) {
    const cards = of.shown.map(cardOf);
    const tools = new Map(cards.flatMap((card) => card.tools.map((tool) => [tool.id, tool] as const)));
    const byName = [...tools.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
    known = { of, shown: { cards, entries: cards.map(entryOf), tools: byName } };
  }
  return known.shown;
}

/** An unknown area or tool shows nothing, so it leaves the address. Null if there is none. */
export function withoutUnknown(query: URLSearchParams): URLSearchParams | null {
  const { tools } = shownNow();
  const known = new URLSearchParams(query);
  for (const area of query.getAll("filter")) if (!isArea(area)) known.delete("filter", area);
  for (const id of query.getAll("tool")) if (!tools.some((tool) => tool.id === id)) known.delete("tool", id);
  return known.size < query.size ? known : null;
}
const isArea = (area: string) => gridCategories.some((category) => category === area);

/**
 * The grid as an address asks for it: every card, those that do not match hidden, and each filter with the address that
 * sets it and the number of automations that it would show beside the others. For loaders.
 */
export function gridAt(url: URL) {
  const { cards, entries, tools } = shownNow();
  const countOf = (choice: GridChoice) => entries.filter((entry) => isShown(entry, choice, matchesSearch)).length;
  const choice = gridChoice(
    url.searchParams,
    gridCategories,
    tools.map(({ id }) => id),
  );
  const to = (change: Partial<GridChoice>) => url.pathname + gridQuery({ ...choice, ...change });
  const areaFilter = (area: string) => ({
    name: area,
    href: to({ area }),
    isCurrent: choice.area === area,
    count: countOf({ ...choice, area }),
  });
  return {
    path: url.pathname,
    words: choice.words,
    maxSearchLength,
    cards: cards.map((card, place) => ({ ...card, isHidden: !isShown(entries[place]!, choice, matchesSearch) })),
    shown: countOf(choice),
    emptyAreas: gridCategories.filter((area) => entries.every((entry) => entry.area !== area)),
    all: areaFilter(""),
    areas: areas.map((area) => ({ ...areaFilter(categoryOfArea[area]), area })),
    tools: tools.map(({ id, name }) => {
      const others = choice.tools.filter((other) => other !== id);
      return {
        ...{ id, name },
        isChosen: choice.tools.includes(id),
        without: to({ tools: others }),
        count: countOf({ ...choice, tools: [...others, id] }),
      };
    }),
    /** Of the whole grid: nothing but an area is chosen. */
    isArea: choice.words === "" && choice.tools.length === 0,
  };
}
export type GridData = ReturnType<typeof gridAt>;
