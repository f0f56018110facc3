type AuthQuery = { tab?: string; step?: string; notice?: string; next: string | null };

export const authPath = (query: AuthQuery): string => pathOf("/auth", query);

export const resetPath = (query: { step: string }): string => pathOf("/reset-password", query);

/** Notices about an unverified address, by the refusal code of the sign-in. */
export const unverifiedNotices: ReadonlyMap<string, string> = new Map([
  ["email_not_verified", "not-verified"],
  ["verification_mailed_recently", "not-verified-recent"],
  ["mailbox_limit", "not-verified-limit"],
]);

function pathOf(page: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? page : `${page}?${new URLSearchParams(given)}`;
}
