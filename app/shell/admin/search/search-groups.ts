import type { IconName } from "#app/ui/buttons/icon.tsx";

/* Result groups of the admin search. Safe in the browser. */

export const maxSearchLength = 100;
/** Shorter text finds pages and actions only. */
export const minSearchLength = 2;

export const searchKinds = ["prospect", "blueprint", "call", "document", "mail", "issue", "setup"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const kindLabels: Record<SearchKind, { title: string; icon: IconName }> = {
  prospect: { title: "People and companies", icon: "user" },
  blueprint: { title: "Blueprints", icon: "edit" },
  call: { title: "Calls", icon: "calendar" },
  document: { title: "Invoices", icon: "document" },
  mail: { title: "Mail", icon: "mail" },
  issue: { title: "Newsletter issues", icon: "document" },
  setup: { title: "Hosts and event types", icon: "clock" },
};

/** `href` is a path of this site. Paths under /invoices/ are files. */
export type SearchHit = { title: string; detail: string; href: string };
export type SearchGroup = { kind: SearchKind; hits: SearchHit[] };

export const isFile = (href: string): boolean => href.startsWith("/invoices/");
