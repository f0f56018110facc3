/** What this visit came from, for forms: utm_source, utm_medium, utm_campaign of the page's address. */
export function campaign(): { utm_source?: string; utm_medium?: string; utm_campaign?: string } {
  const query = new URLSearchParams(location.search);
  const names = ["utm_source", "utm_medium", "utm_campaign"] as const;
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 100)]] : [])));
}

/** The visit's own id: of this tab, else of this browser, else made for this once from the time and chance. */
export function sessionId(): string {
  try {
    const kept = sessionStorage.getItem("session_id") || localStorage.getItem("visitor_session_id");
    if (kept) return kept.slice(0, 200);
  } catch {
    // Storage is switched off; the form works without it.
  }
  return `${Date.now()}-${crypto.getRandomValues(new Uint32Array(3)).join("")}`;
}
