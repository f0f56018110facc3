import {
  filterParams,
  readFilters,
  type VisitDimension,
  type VisitFilter,
} from "#app/features/analytics/visits/visit-filter.ts";
import { withQuery } from "#app/lib/addresses/list-query.ts";

/*
 * The URL of a report: `?period=7d&compare=year&metric=visits&page=/pricing&not.source=google.com&tab.sources=channel`. Safe in the
 * browser.
 */

const reportNames = ["period", "from", "to", "compare"] as const;

const addressOf = (params: URLSearchParams) => {
  const query = params.toString();
  return query ? `?${query}` : "?";
};

/** Returns the period, comparison and filters of a URL, for links to the other pages of a report. */
export function reportSearch(search: string): string {
  const params = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of reportNames) {
    const value = params.get(name);
    if (value) kept.set(name, value);
  }
  for (const [name, value] of filterParams(readFilters(params))) kept.append(name, value);
  return addressOf(kept);
}

export function withFilters(search: string, filters: readonly VisitFilter[]): string {
  const known = readFilters(new URLSearchParams(search)).map((filter) => [nameOf(filter), null] as const);
  const params = new URLSearchParams(withQuery(search, Object.fromEntries(known)));
  for (const [name, value] of filterParams(filters)) params.append(name, value);
  return addressOf(params);
}

export function withFilter(search: string, dimension: VisitDimension, value: string, isExcluded = false): string {
  const filters = readFilters(new URLSearchParams(search));
  const others = filters.filter((one) => one.dimension !== dimension || one.isExcluded !== isExcluded);
  return withFilters(search, [...others, { dimension, isExcluded, values: [value] }]);
}

export const withoutFilter = (search: string, filter: VisitFilter): string =>
  withQuery(search, { [nameOf(filter)]: null });

const nameOf = ({ dimension, isExcluded }: VisitFilter) => (isExcluded ? `not.${dimension}` : dimension);

export const areSameFilters = (one: readonly VisitFilter[], other: readonly VisitFilter[]): boolean =>
  new URLSearchParams(filterParams(one)).toString() === new URLSearchParams(filterParams(other)).toString();

/**
 * Returns the URL to redirect to after submitting a new filter (`?filter=page&is=not&value=/faq`), or null without one. The value is
 * added to those of the same filter.
 */
export function addedFilter(search: string): string | null {
  const params = new URLSearchParams(search);
  const dimension = params.get("filter");
  if (dimension === null) return null;
  const name = params.get("is") === "not" ? `not.${dimension}` : dimension;
  const value = params.get("value") ?? "";
  for (const field of ["filter", "is", "value"]) params.delete(field);
  const isKnown = readFilters(new URLSearchParams([[name, value]])).length > 0;
  if (isKnown && !params.getAll(name).includes(value)) params.append(name, value);
  return addressOf(params);
}
