import type { SearchHit } from "./search-groups.ts";

/*
 * The records that an admin last opened from the search, kept on this device. They name people, so another account on the device
 * never sees them, and signing out of the admin area deletes them.
 */

const key = "gtmarc-admin-recent";
const maxRecent = 6;

const isHit = (value: unknown): value is SearchHit =>
  typeof value === "object" &&
  value !== null &&
  ["title", "detail", "href"].every((name) => typeof (value as Record<string, unknown>)[name] === "string");

/** Returns the account's recent records, latest first; empty if storage is blocked or has other content. */
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
    // The search works without storage.
  }
}

export function forgetRecent(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing to delete.
  }
}
