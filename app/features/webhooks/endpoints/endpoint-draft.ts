import { askedNumber, parseNumber } from "#app/lib/forms/typed-number.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { maxRatePerMinute } from "../webhook-terms.ts";
import type { EndpointInput } from "../webhooks.ts";

export type StoredEndpoint = {
  url: string;
  description: string;
  events: string[];
  headerNames: string[];
  ratePerMinute: number | null;
};

/** The form's input. A header value of null keeps the stored value. An empty `rate` means no limit. */
export type EndpointDraft = {
  url: string;
  description: string;
  events: string[];
  headers: { name: string; value: string | null }[];
  rate: string;
};

export const emptyEndpoint: StoredEndpoint = {
  url: "",
  description: "",
  events: ["*"],
  headerNames: [],
  ratePerMinute: null,
};

export const draftOf = ({ url, description, events, headerNames, ratePerMinute }: StoredEndpoint): EndpointDraft => ({
  ...{ url, description, events },
  headers: headerNames.map((name) => ({ name, value: null })),
  rate: ratePerMinute === null ? "" : String(ratePerMinute),
});

/** Converts the draft to the API's input, or returns the first invalid field. */
export function inputOf(
  draft: EndpointDraft,
): { ok: true; input: EndpointInput } | { ok: false; fields: Record<string, string> } {
  const rate = parseNumber(draft.rate);
  const fields: Record<string, string> = {};
  if (draft.url.trim() === "") fields.url = "Enter the address that receives the events.";
  else if (!/^https?:\/\//i.test(draft.url.trim())) fields.url = "The address must begin with https://.";
  if (draft.events.length === 0) fields.events = "Choose at least one event.";
  if (rate !== null && !(Number.isInteger(rate) && rate >= 1 && rate <= maxRatePerMinute))
    fields.ratePerMinute =
      askedNumber(draft.rate) ?? `Enter a whole number from 1 to ${formatNumber(maxRatePerMinute)}.`;
  if (draft.headers.some(({ name, value }) => name.trim() === "" || value === ""))
    fields.headers = "Enter a name and a value for each header, or remove it.";
  if (Object.keys(fields).length > 0) return { ok: false, fields };
  return {
    ok: true,
    input: {
      ...{ url: draft.url.trim(), description: draft.description.trim(), events: draft.events },
      headers: draft.headers.map(({ name, value }) => ({ name: name.trim(), value })),
      ratePerMinute: rate,
    },
  };
}

const labels = {
  url: "Address",
  description: "Name",
  events: "Events",
  headerNames: "Headers",
  ratePerMinute: "Maximum per minute",
} as const;

export const changesSince = (opened: StoredEndpoint, stored: StoredEndpoint): { label: string; value: string }[] =>
  (Object.keys(labels) as (keyof typeof labels)[])
    .filter((key) => JSON.stringify(opened[key]) !== JSON.stringify(stored[key]))
    .map((key) => ({ label: labels[key], value: shown(stored[key]) }));

function shown(value: string | string[] | number | null): string {
  if (Array.isArray(value)) return value.join(", ") || "None";
  return value === null || value === "" ? "None" : String(value);
}

/** Adds or removes a name or group. `*` replaces everything; a group replaces the names of its events. */
export function toggleEvent(events: readonly string[], pattern: string): string[] {
  if (events.includes(pattern)) return events.filter((each) => each !== pattern);
  if (pattern === "*") return ["*"];
  const isOfGroup = (each: string) => pattern.endsWith(".*") && each.startsWith(pattern.slice(0, -1));
  return [...events.filter((each) => each !== "*" && !isOfGroup(each)), pattern];
}
