import type { ActionSelection } from "../reports/lists/action-selection.ts";
import { type Vital, vitalNames } from "../reports/vitals/vital-limits.ts";
import type { HitRow } from "../store/visit-store.ts";
import { hitKinds } from "./hit-kinds.ts";

/*
 * A page reports its vitals and its engagement together when it is left (behaviors/collector.ts). PostgreSQL stores these hits in one row,
 * a quarter of their bytes; every-hit.server.ts reads them as hits again. Only hits of which nothing is lost are put together: others,
 * and those of earlier releases, are rows of `analytics_hit`.
 */

/** Vitals in thousandths of the reported value, seconds of engagement, percent of the page that was seen. */
export type Measurement = {
  atMicros: number;
  sessionId: number;
  pageId: number;
  seconds: number | null;
  scroll: number | null;
} & Record<Vital, number | null>;

export const engagement = { type: "engagement", name: "page_time" } as const;

/** Whether measurements can be among the events of this selection. */
export const mayBeMeasured = ({ kind, types, names }: ActionSelection): boolean =>
  kind === "event" && (types?.includes(engagement.type) ?? true) && (names?.includes(engagement.name) ?? true);

const maxInteger = 2 ** 31 - 1;
const maxSmall = 2 ** 15 - 1;
/** All hits of a measurement get the time of its last. Pages report them within milliseconds. */
const togetherMicros = 100_000;

const nothing: Readonly<Record<Vital | "seconds" | "scroll", number | null>> = {
  ...{ lcp: null, inp: null, cls: null, fcp: null, ttfb: null, fid: null, seconds: null, scroll: null },
};

/** Puts hits of one page together that follow each other in its session. */
export function separated(rows: readonly HitRow[]): { hits: HitRow[]; measurements: Measurement[] } {
  const hits: HitRow[] = [];
  const measurements: Measurement[] = [];
  const latest = new Map<number, Measurement>();
  for (const row of rows) {
    const { sessionId, pageId, atMicros } = row;
    const measured = sessionId === null || pageId === null ? null : measuredBy(row);
    if (measured === null) {
      hits.push(row);
      if (sessionId !== null) latest.delete(sessionId);
      continue;
    }
    const open = latest.get(sessionId!);
    if (open && open.pageId === pageId && isFree(open, measured) && isTogether(open, atMicros)) {
      Object.assign(open, measured, { atMicros: Math.max(open.atMicros, atMicros) });
      continue;
    }
    const made: Measurement = { ...nothing, ...measured, atMicros, sessionId: sessionId!, pageId: pageId! };
    measurements.push(made);
    latest.set(sessionId!, made);
  }
  return { hits, measurements };
}

const isTogether = (open: Measurement, atMicros: number) => Math.abs(open.atMicros - atMicros) <= togetherMicros;
const isFree = (open: Measurement, measured: Partial<Measurement>) =>
  Object.keys(measured).every((key) => open[key as keyof Measurement] === null);

/** Null for a hit that is none, or that has more than the columns can hold. */
function measuredBy({ kind, type, name, value, detail }: HitRow): Partial<Measurement> | null {
  if (kind === hitKinds.performance) {
    const vital = vitalNames.find((one) => one === type);
    const thousandths = value === null ? Number.NaN : Math.round(value * 1000);
    const isWhole = thousandths / 1000 === value && thousandths <= maxInteger;
    return vital && isWhole && detail === null && (name ?? null) === null ? { [vital]: thousandths } : null;
  }
  if (kind !== hitKinds.event || type !== engagement.type || name !== engagement.name || value !== null) return null;
  const { seconds, scroll_percent: scroll, ...rest } = detail ?? {};
  return isSmall(seconds) && isSmall(scroll) && Object.keys(rest).length === 0 ? { seconds, scroll } : null;
}

const isSmall = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) <= maxSmall;
