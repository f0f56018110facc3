import {
  clockOf,
  isoMonth,
  isoMonthDay,
  isoShortMonth,
  isoShortWeekday,
  isoWeekday,
} from "#app/lib/dates/date-text.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { hourSeconds } from "#app/lib/durations.ts";
import { type LinearScale, linearScale, roundDomain } from "#app/lib/linear-scale.ts";
import { shortUsd } from "#app/lib/money.ts";
import { formatCompact } from "#app/lib/numbers.ts";
import type { BucketUnit } from "../period/period.ts";
import { figureOf, type Metric, metrics } from "./metrics.ts";

/* The geometry of the chart: positions in units of its view box, labels as text. Pure, for the server and the browser. */

export type ChartForm = "wide" | "narrow";

const sizes = {
  wide: { width: 1120, height: 268, left: 52, right: 1108, top: 46, bottom: 236, labelEvery: 110 },
  narrow: { width: 350, height: 236, left: 42, right: 342, top: 46, bottom: 206, labelEvery: 84 },
} as const;

type Point = { at: Date; value: number };

/**
 * Returns the drawing of a series. `unfinished`: the line to the last value, which can still change; null if the period has ended. `peak`:
 * the largest value; null if all are zero.
 */
export function seriesDrawing(
  data: {
    series: readonly Point[];
    compared: readonly Point[] | null;
    metric: Metric;
    unit: BucketUnit;
    timezone: string;
    /** Days (YYYY-MM-DD) of the annotations, in order. */
    notes: readonly string[];
    /** The current time if the period has not ended: its bucket is unfinished, and later ones have no value. */
    now: Date | null;
  },
  form: ChartForm,
) {
  const { series, metric, unit, timezone, now } = data;
  const known = now === null ? series.length : knownCount(series, now);
  const finished = now === null ? known : Math.max(known - 1, 0);
  const { width, height, left, right, top, bottom, labelEvery } = sizes[form];
  const compared = data.compared?.slice(0, series.length) ?? null;
  const step = (right - left) / Math.max(series.length, 1);
  const xOf = (index: number) => round(left + step * (index + 0.5));
  const values = series.map(({ value }) => value);
  const all = [0, ...values, ...(compared ?? []).map(({ value }) => value)];
  const scale = linearScale(domainOf(metric, Math.max(...all), Math.min(...all)), [bottom, top]);
  const yOf = (value: number) => round(scale(value));
  const path = (points: readonly Point[], first = 0) =>
    points.map(({ value }, index) => `${index === 0 ? "M" : "L"}${xOf(first + index)},${yOf(value)}`).join("") +
    // Closed, so that a single point is drawn.
    (points.length === 1 ? "Z" : "");
  const current = path(series.slice(0, finished));
  const beforeLast = Math.max(finished - 1, 0);
  const largest = Math.max(...values);
  const peakAt = largest > 0 ? values.indexOf(largest) : -1;
  const valueText = (index: number, value: number) =>
    index < finished ? figureOf(metric, value) : index < known ? `${figureOf(metric, value)} so far` : "not yet";
  const anchorAt = (x: number): "start" | "middle" | "end" =>
    x < left + 40 ? "start" : x > right - 40 ? "end" : "middle";
  const labelStep = Math.max(1, Math.ceil(labelEvery / step));
  return {
    ...{ width, height, left, right, top, bottom },
    ticks: ticksOf(metric, scale).map((value) => ({ y: yOf(value), label: tickLabel(metric, value) })),
    days: series.flatMap(({ at }, index) =>
      index % labelStep === 0
        ? [{ x: xOf(index), label: bucketLabel(at, unit, timezone), anchor: anchorAt(xOf(index)) }]
        : [],
    ),
    columns: series.map(({ at, value }, index) => {
      const before = compared?.[index];
      const past = before ? `; ${bucketLabel(before.at, unit, timezone, true)}: ${figureOf(metric, before.value)}` : "";
      return {
        x: xOf(index),
        left: round(left + step * index),
        width: round(step),
        y: index < known ? yOf(value) : null,
        title: `${bucketLabel(at, unit, timezone, true)}: ${valueText(index, value)}${past}`,
      };
    }),
    path: current,
    area: finished === 0 ? "" : `${current}L${xOf(finished - 1)},${bottom}L${xOf(0)},${bottom}Z`,
    unfinished:
      finished === known
        ? null
        : {
            path: path(series.slice(beforeLast, known), beforeLast),
            ...{ x: xOf(known - 1), y: yOf(series[known - 1]!.value) },
          },
    comparedPath: compared && compared.length > 0 ? path(compared) : null,
    peak:
      peakAt < 0
        ? null
        : {
            ...{ x: xOf(peakAt), y: yOf(series[peakAt]!.value), anchor: anchorAt(xOf(peakAt)) },
            label: figureOf(metric, series[peakAt]!.value),
          },
    notes: data.notes.map((day, index) => ({
      x: xOf(bucketOf(series, day, timezone)),
      number: index + 1,
    })),
  };
}

export const knownCount = (series: readonly Point[], now: Date): number =>
  series.findLastIndex(({ at }) => at.getTime() <= now.getTime()) + 1;

const round = (value: number) => Math.round(value * 10) / 10;

const secondSteps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, hourSeconds];

function domainOf(metric: Metric, most: number, lowest: number): LinearScale["domain"] {
  const { form } = metrics[metric];
  if (form === "seconds") {
    const step = secondSteps.find((seconds) => most / seconds <= 4) ?? Math.ceil(most / 4 / hourSeconds) * hourSeconds;
    return [0, Math.max(Math.ceil(most / step), 1) * step];
  }
  const least = form === "rate" ? 0.1 : form === "dollars" ? 10 : 4;
  const domain = roundDomain([lowest, Math.max(most, least)], 4);
  return form === "rate" ? [0, Math.min(domain[1], 1)] : domain;
}

function ticksOf(metric: Metric, scale: LinearScale): number[] {
  const [, top] = scale.domain;
  if (metrics[metric].form !== "seconds") return scale.ticks(4);
  const step = secondSteps.find((seconds) => top / seconds <= 4) ?? top / 4;
  return Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
}

function tickLabel(metric: Metric, value: number): string {
  const { form } = metrics[metric];
  if (form === "count") return formatCompact(value);
  return form === "dollars" ? shortUsd(value) : figureOf(metric, value).replace(" 00s", "");
}

/** Formats the start of a bucket; `isLong` adds the year and everything else that identifies it. */
export function bucketLabel(at: Date, unit: BucketUnit, timezone: string, isLong = false): string {
  const { date } = wallClock(at, timezone);
  if (unit === "hour") return isLong ? `${isoShortWeekday(date)}, ${clockOf(at, timezone)}` : clockOf(at, timezone);
  if (unit === "month") return isLong ? isoMonth(date) : isoShortMonth(date);
  if (!isLong) return isoMonthDay(date);
  return unit === "week" ? `Week from ${isoWeekday(date)}` : isoWeekday(date);
}

/** The first bucket of the last day that is not after this one. */
function bucketOf(series: readonly Point[], day: string, timezone: string): number {
  const starts = series.map(({ at }) => wallClock(at, timezone).date);
  return Math.max(starts.indexOf(starts.findLast((start) => start <= day) ?? day), 0);
}
