import { formatUsd } from "#app/lib/money.ts";
import { formatNumber, formatRounded } from "#app/lib/numbers.ts";

export type Totals = {
  visits: number;
  visitors: number;
  /** Includes views of visitors who ask not to be tracked, unless filters are set. */
  views: number;
  /** Fraction of the visits, 0 to 1; 0 without visits. */
  bounceRate: number;
  averageVisitSeconds: number;
  conversions: number;
  revenueUsd: number;
};

type MetricForm = {
  label: string;
  definition: string;
  form: "count" | "rate" | "seconds" | "dollars";
  better: "up" | "down";
};

/** The key figures of a report, in display order. */
export const metrics = {
  visitors: {
    label: "Visitors",
    definition:
      "People with at least one visit, counted once a day by address and browser, however many tabs they open. No cookies connect days, so a person who returns on another day or with another browser counts again.",
    form: "count",
    better: "up",
  },
  visits: {
    label: "Visits",
    definition: "Activity of a visitor until a pause of 30 minutes. Midnight does not end a visit.",
    form: "count",
    better: "up",
  },
  views: {
    label: "Page views",
    definition:
      "Pages that were shown. Without a filter this includes visitors who ask not to be tracked; they have no visits.",
    form: "count",
    better: "up",
  },
  bounceRate: {
    label: "Bounce rate",
    definition: "Share of visits with at most one page and no click, event or conversion.",
    form: "rate",
    better: "down",
  },
  averageVisitSeconds: {
    label: "Average visit",
    definition: "Time from the first to the last recorded action of a visit, averaged over all visits.",
    form: "seconds",
    better: "up",
  },
  conversions: {
    label: "Conversions",
    definition:
      "Visits with at least one conversion: a goal, a sent form, a download, a call to action or a payment. The rate is their share of all visits.",
    form: "count",
    better: "up",
  },
  revenueUsd: {
    label: "Revenue",
    definition:
      "Payments in US dollars, without what was refunded, lost to a dispute or is in an open dispute, each on its day. Card payments count once the page has confirmed them, invoices in the visit that requested them. The values of other conversions are in the list of goals.",
    form: "dollars",
    better: "up",
  },
} as const satisfies Record<keyof Totals, MetricForm>;

export type Metric = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as Metric[];
export const isMetric = (name: string | null): name is Metric => name !== null && Object.hasOwn(metrics, name);

/** `percent(0.4567) === "45.7%"`, `percent(1) === "100%"`, `percent(null) === "–"` */
export const percent = (part: number | null): string =>
  part === null ? "–" : `${formatRounded(part * 100, part > 0 && part < 0.01 ? 2 : 1)}%`;

/** `duration(125) === "2m 05s"` */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m ${String(whole % 60).padStart(2, "0")}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
}

export function figureOf(metric: Metric, value: number): string {
  const { form } = metrics[metric];
  if (form === "rate") return percent(value);
  if (form === "seconds") return duration(value);
  return form === "dollars" ? formatUsd(value) : formatNumber(Math.round(value));
}

/** The difference from the compared period. `tone`: whether it is an improvement. */
export type Change = { text: string; tone: "good" | "bad" | "same" };

/** From this factor on, changes are shown as a factor: "×1,478" instead of "+147,700%". */
const factorFrom = 10;

/** Formats a relative change, "+12%" or "×14"; null without a value to compare with. */
export function relativeChange(current: number, compared: number): string | null {
  if (compared === 0) return current === 0 ? "0%" : null;
  const factor = current / compared;
  return factor >= factorFrom ? `×${formatNumber(Math.round(factor))}` : signed((factor - 1) * 100, "%");
}

function signed(size: number, unit: string): string {
  const shown = Math.abs(size) >= 10 ? Math.round(Math.abs(size)) : roundTo(Math.abs(size), 1);
  return `${signOf(size, shown)}${formatNumber(shown)}${unit}`;
}

const signOf = (size: number, shown: number) => (shown === 0 ? "" : size > 0 ? "+" : "−");

const roundTo = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** The value that `figureOf` prints; a rate in percent. Changes are computed from it, so that printed figures add up. */
function printedValue(metric: Metric, value: number): number {
  const { form } = metrics[metric];
  if (form === "rate") return Number.parseFloat(percent(value));
  if (form === "seconds") return value < 3599.5 ? Math.round(value) : Math.floor(Math.round(value) / 60) * 60;
  return form === "dollars" && Math.abs(value) < 999.5 ? roundTo(value, 2) : Math.round(value);
}

/**
 * Formats the change of a metric: rates in percentage points, others relative; null without a value to compare with. It is the change
 * of the printed figures, which readers subtract from each other; exports have exact values.
 */
export function changeOf(metric: Metric, current: number, compared: number): Change | null {
  const { form, better } = metrics[metric];
  const [now, before] = [printedValue(metric, current), printedValue(metric, compared)];
  const points = roundTo(now - before, 2);
  const text =
    form === "rate"
      ? `${signOf(points, points)}${formatRounded(Math.abs(points), 2)} pts`
      : relativeChange(now, before);
  if (text === null) return null;
  if (text.startsWith("0")) return { text, tone: "same" };
  return { text, tone: now > before === (better === "up") ? "good" : "bad" };
}
