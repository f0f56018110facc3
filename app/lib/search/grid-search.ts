/* Filters of the grid, for server and browser. Imports nothing: the browser loads the search (search-fold.ts) when someone searches. */

export type GridChoice = {
  /** Exact name of a category. */
  area: string;
  /** Ids of tools of the catalogue; an automation must be drawn with all of them. */
  tools: readonly string[];
  /** Words that an automation's card must contain, in any order. */
  words: string;
};

export type GridEntry = {
  area: string;
  tools: readonly string[];
  /** All words of the card, in the form that `matches` expects. */
  text: string;
};

export const maxSearchLength = 60;

/** Parses the choice from a URL. Ignores unknown areas and tools. */
export function gridChoice(query: URLSearchParams, areas: readonly string[], tools: readonly string[]): GridChoice {
  const area = query.get("filter") ?? "";
  const named = query.getAll("tool");
  return {
    area: areas.includes(area) ? area : "",
    tools: tools.filter((id) => named.includes(id)),
    words: (query.get("q") ?? "").trim().slice(0, maxSearchLength),
  };
}

/** Returns the query of a choice, "" for the whole grid: "?filter=Revenue+Operation&tool=hubspot&q=lead". */
export function gridQuery({ area, tools, words }: GridChoice): string {
  const query = new URLSearchParams(tools.map((id) => ["tool", id]));
  if (area) query.set("filter", area);
  if (words) query.set("q", words);
  return query.size > 0 ? `?${query}` : "";
}

/** `matches`: whether a text has all typed words (`matchesSearch`). Called only if there are words. */
export const isShown = (
  entry: GridEntry,
  { area, tools, words }: GridChoice,
  matches: (text: string, words: string) => boolean,
): boolean =>
  (!area || entry.area === area) &&
  tools.every((id) => entry.tools.includes(id)) &&
  (!words || matches(entry.text, words));
