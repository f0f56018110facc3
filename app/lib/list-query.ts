export type ListSort<Key extends string> = { key: Key; direction: "asc" | "desc" };

/** What an address says about a list: `?q=&sort=&direction=&after=&before=`; unknown words fall back. */
export type ListQuery<Key extends string> = {
  search: string;
  sort: ListSort<Key>;
  /** Cursors made by the server (platform/keyset); at most one is set. */
  after: string | null;
  before: string | null;
};

const longestSearch = 100;

/** Reads a list's order, place and search words from an address. `fallback` is the default order. */
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
    search: (params.get("q") ?? "").trim().slice(0, longestSearch),
    sort: key ? { key, direction } : fallback,
    after,
    before: after ? null : params.get("before"),
  };
}

/**
 * The address of the same list with some words changed; null takes one out. Whatever else changes, the place in the list
 * starts anew unless a cursor is among the changes.
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

/** How many rows a page of a list shows: `shownText(50, true) === "50 shown, more on the next page"`. */
export const shownText = (count: number, hasMore: boolean): string =>
  `${count.toLocaleString("en-US")} shown${hasMore ? ", more on the next page" : ""}`;
