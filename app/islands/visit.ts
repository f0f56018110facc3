/** What this visit came from, for forms: utm_source, utm_medium, utm_campaign of the page's address. */
export function campaign(): { utm_source?: string; utm_medium?: string; utm_campaign?: string } {
  const query = new URLSearchParams(location.search);
  const names = ["utm_source", "utm_medium", "utm_campaign"] as const;
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 100)]] : [])));
}
