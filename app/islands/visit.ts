import { cut } from "#app/lib/words/cut.ts";

/** Returns the campaign of this visit for forms: utm_source, utm_medium and utm_campaign of the page's URL. */
export function campaign(): { utm_source?: string; utm_medium?: string; utm_campaign?: string } {
  const query = new URLSearchParams(location.search);
  const names = ["utm_source", "utm_medium", "utm_campaign"] as const;
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, cut(query.get(name)!, 100)]] : [])));
}
