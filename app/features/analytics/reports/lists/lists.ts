import { reportedRevenue } from "#app/features/analytics/storage/hit-kinds.ts";
import type { VisitDimension } from "#app/features/analytics/visits/visit-filter.ts";
import { ownValue } from "#app/lib/program/own-value.ts";
import type { ActionGroup, ActionSelection } from "./action-selection.ts";

export const cards = {
  sources: "Sources",
  pages: "Pages",
  goals: "Goals",
  devices: "Devices",
  behavior: "Behavior",
} as const;
export type Card = keyof typeof cards;

/**
 * visits: visits by a dimension. pages: views by page. actions: hits of one kind, by name, page or metadata. `dimension`: the filter
 * that a row adds; rows of lists without one open their visits instead.
 */
type Source =
  | { of: "visits"; dimension: VisitDimension }
  | { of: "pages"; dimension: "page" }
  | { of: "actions"; dimension?: VisitDimension; selection: ActionSelection; by: ActionGroup; hasValue?: true };

export type ReportList = Source & {
  card: Card | null;
  label: string;
  column: string;
  none: string;
  /** Not on shared links: texts of buttons can contain names of clients. */
  isPrivate?: true;
};

const visits = (dimension: VisitDimension) => ({ of: "visits" as const, dimension });
const events = (type: string) => ({ kind: "event" as const, types: [type] });
const behaviors = (type: string) => ({ kind: "behavior" as const, types: [type] });

const frustration = (type: string, label: string) =>
  ({
    ...{ card: null, label, column: "Page", none: "Unknown page", of: "actions" as const },
    selection: behaviors(type),
  }) as const;

export const reportLists = {
  source: { card: "sources", label: "Sources", column: "Source", none: "Direct or unknown", ...visits("source") },
  channel: { card: "sources", label: "Channels", column: "Channel", none: "Unknown", ...visits("channel") },
  referrer: { card: "sources", label: "Referrers", column: "Referrer", none: "No referrer", ...visits("referrer") },
  medium: { card: "sources", label: "UTM medium", column: "Medium", none: "No medium", ...visits("medium") },
  campaign: { card: "sources", label: "Campaigns", column: "Campaign", none: "No campaign", ...visits("campaign") },
  page: { card: "pages", label: "Pages", column: "Page", none: "Unknown page", of: "pages", dimension: "page" },
  entry: { card: "pages", label: "Entry pages", column: "Entry page", none: "No page view", ...visits("entry") },
  exit: { card: "pages", label: "Exit pages", column: "Exit page", none: "No page view", ...visits("exit") },
  goal: {
    ...{ card: "goals", label: "Goals", column: "Goal", none: "Unnamed", dimension: "goal", hasValue: true },
    ...{ of: "actions", by: "name", selection: { kind: "conversion", types: ["goal_complete", "revenue"] } },
  },
  conversion: {
    ...{ card: "goals", label: "All conversions", column: "Conversion", none: "Unnamed", dimension: "goal" },
    ...{ of: "actions", by: "name", hasValue: true },
    selection: {
      kind: "conversion",
      types: ["goal_complete", "revenue", "form_submit", "button_click", "download", "video_play", reportedRevenue],
    },
  },
  device: { card: "devices", label: "Devices", column: "Device", none: "Unknown", ...visits("device") },
  browser: { card: "devices", label: "Browsers", column: "Browser", none: "Unknown", ...visits("browser") },
  os: { card: "devices", label: "Systems", column: "System", none: "Unknown", ...visits("os") },
  screen: { card: "devices", label: "Screens", column: "Screen", none: "Unknown", ...visits("screen") },
  language: { card: "devices", label: "Languages", column: "Language", none: "Unknown", ...visits("language") },
  timezone: { card: "devices", label: "Time zones", column: "Time zone", none: "Unknown", ...visits("timezone") },
  outbound: {
    ...{ card: "behavior", label: "Outbound links", column: "Site", none: "Unknown" },
    ...{ of: "actions", by: { detail: "href" }, selection: { ...events("click"), names: ["outbound_link"] } },
  },
  download: {
    ...{ card: "behavior", label: "Downloads", column: "File", none: "Unnamed", dimension: "goal" },
    ...{ of: "actions", by: "name", selection: { kind: "conversion", types: ["download"] } },
  },
  missing: {
    ...{ card: "behavior", label: "404 pages", column: "Address", none: "Unknown page", dimension: "page" },
    ...{ of: "actions", by: "page", selection: { ...events("error"), names: ["not_found"] } },
  },
  click: {
    ...{ card: "behavior", label: "Clicks", column: "Button or link", none: "Without text", isPrivate: true },
    ...{ of: "actions", by: { detail: "element_text" }, selection: { ...events("click"), names: ["button", "link"] } },
  },
  rage: { ...frustration("rage_click", "Rage clicks"), by: "page and name" },
  dead: { ...frustration("dead_click", "Dead clicks"), by: "page and name" },
  fault: { ...frustration("error", "Errors"), by: { detail: "message", withPage: true } },
} as const satisfies Record<string, ReportList>;

export type ListKey = keyof typeof reportLists;
export const listKeys = Object.keys(reportLists) as ListKey[];
export const isListKey = (key: string | null | undefined): key is ListKey =>
  typeof key === "string" && Object.hasOwn(reportLists, key);

export const listOf = (key: ListKey): ReportList => reportLists[key];

/** Returns the lists of a card. The first one is the default. */
export const listsOf = (card: Card, isShared = false): ListKey[] =>
  listKeys.filter((key) => listOf(key).card === card && !(isShared && listOf(key).isPrivate));

/** Returns the list of a card that the URL selects: `?tab.sources=channel`. */
export function shownList(card: Card, params: URLSearchParams, isShared = false): ListKey {
  const keys = listsOf(card, isShared);
  return keys.find((key) => key === params.get(`tab.${card}`)) ?? keys[0]!;
}

const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  channel: {
    ...{ direct: "Direct", search: "Search engines", social: "Social networks", assistant: "AI assistants" },
    ...{ email: "Email", paid: "Paid ads", campaign: "Other campaigns", referral: "Other websites" },
  },
  device: { desktop: "Desktop", phone: "Phone", tablet: "Tablet", unknown: "Unknown" },
};

/** `sentence("access.code_accepted") === "Access code accepted"` */
const sentence = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replace(/[._]/g, " ");

/** Returns the label of a value of a list, filter or visit; empty and null values are unknown. */
export function valueLabel(key: string, value: string | null): string {
  if (value === "" || value === null) return isListKey(key) ? reportLists[key].none : "None";
  if (["goal", "conversion", "event"].includes(key) && /^[a-z_ ]+(\.[a-z_]+)?$/.test(value)) return sentence(value);
  if (["source", "referrer", "outbound"].includes(key)) return value.replace(/^https?:\/\/(www\.)?/, "");
  return ownValue(ownValue(valueLabels, key) ?? {}, value) ?? value;
}
