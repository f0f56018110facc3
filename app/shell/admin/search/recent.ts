import type { SearchHit } from "./search-groups.ts";

/*
 * What an admin opened last from the search, kept on this device. It names people, so another account on the same device
 * never sees it, and signing out of the admin area deletes it.
 */

const key = "gtmarc-admin-recent";
const maxRecent = 6;

const isHit = (value: unknown): value is SearchHit =>
  typeof value === "object" &&
  value !== null &&
  ["title", "detail", "href"].every((name) => typeof (value as Record<string, unknown>)[name] === "string");

/** The records that this account opened last, the latest first; none if the storage is blocked or holds something else. */
export function readRecent(account: string): SearchHit[] {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "null") as { account?: unknown; hits?: unknown } | null;
    if (stored?.account !== account || !Array.isArray(stored.hits)) return [];
    return stored.hits.filter(isHit).filter(({ href }) => href.startsWith("/"));
  } catch {
    return [];
  }
}

export function keepRecent(account: string, hit: SearchHit): void {
  const hits = [hit, ...readRecent(account).filter(({ href }) => href !== hit.href)].slice(0, maxRecent);
  try {
    localStorage.setItem(key, JSON.stringify({ account, hits }));
  } catch {
    // Full or blocked storage: the search works without.
  }
}

export function forgetRecent(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked storage holds nothing.
  }
}
