import type { Add } from "./queue.ts";
import { makeInteractions, makeLayoutShift } from "./vitals.ts";

type Timing = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  interactionId?: number;
  processingStart: number;
};
/** With fields that TypeScript's library lacks. */
export type Navigation = PerformanceNavigationTiming & { activationStart?: number };

/**
 * Measures the vitals of this document and of the browser's soft navigations. `report` adds them once per page and returns
 * them; call it when the page is hidden. `wasHidden`: the page was not visible while loading, so its paint times are
 * meaningless.
 */
export function watchVitals(add: Add, path: () => string, navigation: Navigation | undefined, wasHidden: boolean) {
  const activationMs = navigation?.activationStart ?? 0;
  const counted = () => (performance as { interactionCount?: number }).interactionCount ?? 0;

  let page_path = path();
  let isReported = false;
  let shift = makeLayoutShift();
  let interactions = makeInteractions();
  let countBefore = 0;
  let softStart = 0;
  let single: Record<string, number | undefined> = {
    ttfb: navigation && Math.max(navigation.responseStart - activationMs, 0),
  };

  function restart() {
    page_path = path();
    isReported = false;
    shift = makeLayoutShift();
    interactions = makeInteractions();
    countBefore = counted();
    single = {};
  }

  function report() {
    if (isReported) return;
    isReported = true;
    const vitals = { ...single, cls: shift.value(), inp: interactions.value(counted() - countBefore) };
    for (const [metric_type, value] of Object.entries(vitals))
      if (value !== undefined) add("performance", { metric_type, metric_value: +value.toFixed(3), page_path });
    return vitals;
  }

  function observe(type: string, take: (entry: Timing) => void) {
    if (PerformanceObserver.supportedEntryTypes.includes(type))
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) take(entry as Timing);
      }).observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit);
  }
  const paint = (metric: string, { startTime }: Timing) => {
    if (!softStart && !wasHidden) single[metric] = Math.max(startTime - activationMs, 0);
  };
  observe("paint", (entry) => entry.name === "first-contentful-paint" && paint("fcp", entry));
  observe("largest-contentful-paint", (entry) => paint("lcp", entry));
  observe("layout-shift", (entry) => shift.add(entry));
  observe("event", (entry) => interactions.add(entry));
  observe("first-input", (entry) => {
    single["fid"] = entry.processingStart - entry.startTime;
    interactions.add(entry);
  });
  observe("soft-navigation", ({ startTime }) => {
    // Another state of the same page, such as a filter, is not a new page.
    if (path() === page_path) return;
    report();
    restart();
    softStart = startTime;
  });
  observe("interaction-contentful-paint", ({ startTime }) => {
    if (softStart) single["lcp"] = startTime - softStart;
  });

  return {
    report,
    /** For a page restored from the back/forward cache. */
    restart,
  };
}

/** Loading times of a loaded document, in ms. */
export function pageMetrics(navigation: Navigation): Record<string, number> {
  const since = (end: number, start = navigation.activationStart ?? 0) => Math.max(0, Math.round(end - start));
  return {
    page_load_time: since(navigation.loadEventEnd),
    ttfb: since(navigation.responseStart),
    dns_time: since(navigation.domainLookupEnd, navigation.domainLookupStart),
    tcp_time: since(navigation.connectEnd, navigation.connectStart),
  };
}
