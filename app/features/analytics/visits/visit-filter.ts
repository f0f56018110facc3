import { z } from "zod";
import { text } from "#app/lib/text.ts";
import { sourceName } from "../collecting/sources/source-name.ts";

/**
 * Dimensions for filters and breakdowns, with their labels. `page`: any page of the visit; `event` and `goal`: the name of an event or
 * conversion in the visit.
 */
export const dimensionLabels = {
  ...{ page: "Page", entry: "Entry page", exit: "Exit page", source: "Source", channel: "Channel" },
  ...{ referrer: "Referrer", medium: "UTM medium", campaign: "Campaign", device: "Device", browser: "Browser" },
  ...{ os: "System", screen: "Screen", language: "Language", timezone: "Time zone" },
  ...{ event: "Event", goal: "Conversion" },
};
export type VisitDimension = keyof typeof dimensionLabels;
export const visitDimensions = Object.keys(dimensionLabels) as [VisitDimension, ...VisitDimension[]];

const maxWildcards = 5;

/** Whether a value stands for several. */
export const isPattern = (value: string): boolean => value.includes("*");

/**
 * A condition on visits: any of the values, or none of them. `*` in a value stands for any characters; an empty value matches visits
 * without this fact, such as those without a campaign.
 */
export const VisitFilter = z.object({
  dimension: z.enum(visitDimensions),
  isExcluded: z.boolean(),
  values: z
    .array(
      text({ max: 300 }).refine(
        (value) => value.split("*").length <= maxWildcards + 1,
        `Use * at most ${maxWildcards} times in a value.`,
      ),
    )
    .min(1)
    .max(20),
});
export type VisitFilter = z.infer<typeof VisitFilter>;

export const maxFilters = 10;

const isDimension = (name: string): name is VisitDimension => Object.hasOwn(dimensionLabels, name);

/** Old links and segments may contain sources as they were reported. */
const namedSource = (value: string) => (isPattern(value) ? value : sourceName(value));

/**
 * Reads the filters of a URL: `?page=/pricing&not.source=google.com&page=/faq`. Repeated names are alternatives. Unknown names and
 * invalid values are ignored.
 */
export function readFilters(params: URLSearchParams): VisitFilter[] {
  const filters: VisitFilter[] = [];
  for (const name of new Set(params.keys())) {
    const isExcluded = name.startsWith("not.");
    const dimension = isExcluded ? name.slice(4) : name;
    if (!isDimension(dimension)) continue;
    const given = dimension === "source" ? params.getAll(name).map(namedSource) : params.getAll(name);
    const parsed = VisitFilter.safeParse({ dimension, isExcluded, values: [...new Set(given)] });
    if (parsed.success) filters.push(parsed.data);
  }
  return filters.slice(0, maxFilters);
}

export const filterParams = (filters: readonly VisitFilter[]): [name: string, value: string][] =>
  filters.flatMap(({ dimension, isExcluded, values }) =>
    values.map((value): [string, string] => [isExcluded ? `not.${dimension}` : dimension, value]),
  );
