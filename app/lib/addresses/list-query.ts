import { formatNumber } from "#app/lib/numbers.ts";

export type ListSort<Key extends string> = { key: Key; direction: "asc" | "desc" };

/** The list parameters of a URL: `?q=&sort=&direction=&after=&before=`; unknown values fall back to the default. */
export type ListQuery<Key extends string> = {
  search: string;
  sort: ListSort<Key>;
  /** Cursors created by the server (platform/database/keyset); at most one is set. */
  after: string | null;
  before: string | null;
};

const maxSearchLength = 100;

export function readListQuery<Key extends string>(
  params: URLSearchParams,
  keys: readonly Key[],
  fallback: ListSort<Key>,
): ListQuery<Key> {
  const key = keys.find((known) => known === params.get("sort"));
  const asked = params.get("direction");
  const direction = asked === "asc" || asked === "desc" ? asked : fallback.direction;
  const after = params.get("after");
  return {
    search: searchIn(params),
    sort: key ? { key, direction } : fallback,
    after,
    before: after ? null : params.get("before"),
  };
}

/** The words that a list is searched for (`?q=`), at most 100 characters. */
export const searchIn = (params: URLSearchParams): string => (params.get("q") ?? "").trim().slice(0, maxSearchLength);

/** The cursors of a URL (`?after=&before=`), for lists that need nothing else of `readListQuery`. */
export const placeIn = (params: URLSearchParams): Pick<ListQuery<never>, "after" | "before"> => ({
  after: params.get("after"),
  before: params.get("before"),
});

/**
 * Returns the URL of the same list with some parameters changed; null removes one. Returns to the first page unless a
 * cursor is among the changes.
 *
 * @example withQuery("?q=dana&after=x", { sort: "email" }) // "?q=dana&sort=email"
 */
export function withQuery(search: string, changes: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams(search);
  params.delete("after");
  params.delete("before");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") params.delete(name);
    else params.set(name, value);
  }
  const query = params.toString();
  return query ? `?${query}` : "?";
}

/** The number of rows on a page of a list: `shownText(50, true) === "50 shown, more on the next page"`. */
export const shownText = (count: number, hasMore: boolean): string =>
  `${formatNumber(count)} shown${hasMore ? ", more on the next page" : ""}`;
