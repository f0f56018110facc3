/** Scopes of an API token. Their names are part of the API and never change. */
export const apiScopes = ["read:prospects", "read:bookings", "read:analyses", "read:analytics"] as const;
export type ApiScope = (typeof apiScopes)[number];

export const apiScopeLabels: Record<ApiScope, string> = {
  "read:prospects": "Prospects",
  "read:bookings": "Bookings",
  "read:analyses": "Analyses",
  "read:analytics": "Analytics",
};

export const isApiScope = (text: string): text is ApiScope => (apiScopes as readonly string[]).includes(text);

export const maxTokenNameLength = 80;
