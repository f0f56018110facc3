export function authPath(query: { tab?: string; step?: string; notice?: string; next: string | null }): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? "/auth" : `/auth?${new URLSearchParams(given)}`;
}
