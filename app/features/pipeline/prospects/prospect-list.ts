import { coldAfterDays } from "#app/features/content/cold-leads.ts";
import type { ListQuery } from "#app/lib/addresses/list-query.ts";
import { dayMs } from "#app/lib/durations.ts";
import { isReadable } from "#app/lib/text.ts";
import type { Source } from "../projection/projection.ts";
import { openStages, type Stage, stageKeys } from "./stages.ts";

export const prospectSorts = ["company", "score", "value", "activity", "stage_age"] as const;
export type ProspectSort = (typeof prospectSorts)[number];

export const sourceLabels: Record<Source, string> = {
  access_request: "Access request",
  newsletter: "Newsletter",
  training: "Training",
  kit: "Starter kit",
  account: "Account",
  analysis: "Finished analysis",
  booking: "Booked call",
  payment: "Payment",
  email: "Email",
  manual: "Added by hand",
  import: "Import",
};

export const dueFilters = { late: "Late", today: "Today", week: "Next 7 days", none: "No next step" } as const;
export type DueFilter = keyof typeof dueFilters;

export const scoreFilters = [30, 50, 70] as const;

export const sizeFilters = {
  small: { label: "1 to 9 people", from: 1, to: 9 },
  target: { label: "10 to 200 people", from: 10, to: 200 },
  large: { label: "More than 200 people", from: 201, to: 1_000_000 },
} as const;
export type SizeFilter = keyof typeof sizeFilters;

export type ProspectFilters = {
  search: string;
  stage: Stage | null;
  /** An admin's id, or `none`. */
  owner: string | null;
  minScore: number | null;
  size: SizeFilter | null;
  source: Source | null;
  due: DueFilter | null;
  /** IANA name of the time zone of `due` for admins without a calendar. */
  firmZone: string;
  tag: string | null;
  /** Open, and without activity for `coldAfterDays`. */
  isCold: boolean;
};

export const hasFilters = ({ firmZone: _, ...filters }: ProspectFilters): boolean =>
  Object.values(filters).some((value) => value !== null && value !== "" && value !== false);

export { coldAfterDays };

export const isCold = ({ stage, lastSeenAt }: { stage: Stage; lastSeenAt: Date }, now: Date): boolean =>
  (openStages as readonly Stage[]).includes(stage) && now.getTime() - lastSeenAt.getTime() > coldAfterDays * dayMs;

export type ProspectQuery = ListQuery<ProspectSort> & { filters: ProspectFilters };

const known = <Key extends string>(keys: readonly Key[], word: string | null): Key | null =>
  keys.find((key) => key === word) ?? null;

const maxTagLength = 40;

/** Text that the database cannot store counts as missing. */
const readable = (text: string) => (isReadable(text) ? text : "");

/**
 * Reads the filters from a URL: `?stage=&owner=&score=&size=&source=&due=&tag=&cold=1`; unknown values are ignored. `firmZone`:
 * COMPANY_TIMEZONE, needed for `due` only.
 */
export function readProspectFilters(params: URLSearchParams, search: string, firmZone: string): ProspectFilters {
  const score = Number(params.get("score"));
  return {
    search: readable(search),
    firmZone,
    stage: known(stageKeys, params.get("stage")),
    owner: params.get("owner") || null,
    minScore: scoreFilters.find((from) => from === score) ?? null,
    size: known(Object.keys(sizeFilters) as SizeFilter[], params.get("size")),
    source: known(Object.keys(sourceLabels) as Source[], params.get("source")),
    due: known(Object.keys(dueFilters) as DueFilter[], params.get("due")),
    tag: readable(params.get("tag") ?? "").slice(0, maxTagLength) || null,
    isCold: params.get("cold") === "1",
  };
}
