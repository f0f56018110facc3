import type { Opportunity } from "#app/features/roi/analysis-shape.ts";
import { linearScale, roundDomain } from "#app/lib/linear-scale.ts";
import { shortUsd } from "#app/lib/money.ts";
import { rounded, type Tick } from "./money-axis.ts";

export interface QuadrantPoint {
  id: string;
  rank: number;
  inScope: boolean;
  x: number;
  y: number;
  label: { text: string; x: number; y: number; anchor: "start" | "end" | "middle" };
}

export interface QuadrantDrawing {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  middleX: number;
  middleY: number;
  efforts: Tick[];
  money: Tick[];
  /** Quarter circles around the upper left corner; points on one have equal priority. */
  arcs: string[];
  /** The first arc, which encloses "build first"; null if nothing is in scope. */
  first: string | null;
  points: QuadrantPoint[];
  radius: number;
  /**
   * The labels of the quarters. A label moves inward if its corner is occupied, and is omitted if there is no room.
   * Empty if nothing is in scope, because the labels advise building.
   */
  corners: QuadrantPoint["label"][];
}

export interface Candidate extends Pick<Opportunity, "id" | "inScope" | "effort" | "annualValue"> {
  title: string;
}

const efforts = [1, 2, 3, 4, 5];

const sizes = { wide: [520, 420], narrow: [300, 330], print: [350, 372] } as const;

/** Horizontal offsets from the true position, nearest first; enough for five points in one corner. */
const aside = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6, -7, 7, -8, 8];

/**
 * Impact against effort: yearly value upwards, effort from left to right. Every point has its rank and, if it fits, its
 * name or id. Overlapping points are moved apart horizontally.
 */
export function quadrantDrawing(
  candidates: readonly Candidate[],
  layout: "wide" | "narrow" | "print",
): QuadrantDrawing {
  const wide = layout === "wide";
  const [width, height] = sizes[layout];
  const [left, right, top, bottom] = [wide ? 52 : 44, width - 4, 8, height - 44];
  const radius = wide ? 12 : 11;
  const hasProject = candidates.some(({ inScope }) => inScope);
  const most = Math.max(...candidates.map(({ annualValue }) => annualValue), 1);
  const y = linearScale(roundDomain([0, most * 1.12], 4), [bottom, top]);
  const x = linearScale([0.5, 5.5], [left, right]);
  const placed = placePoints(candidates, x, y, radius, { left, right, top, bottom });
  const points = labeled(placed, { left, right, top, bottom }, radius, wide);
  const reach = Math.min(right - left, bottom - top);
  const arc = (share: number) => {
    const size = rounded(reach * share);
    return `M${left + size} ${top}A${size} ${size} 0 0 1 ${left} ${top + size}`;
  };
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    middleX: rounded((left + right) / 2),
    middleY: rounded((top + bottom) / 2),
    efforts: efforts.map((effort) => ({ at: rounded(x(effort)), label: String(effort) })),
    money: y.ticks(4).map((value) => ({ at: rounded(y(value)), label: shortUsd(value) })),
    arcs: [0.66, 0.94].map(arc),
    first: hasProject ? `${arc(0.38)}V${top}Z` : null,
    points,
    radius,
    corners: hasProject ? cornersOf(points, { left, right, top, bottom }, radius) : [],
  };
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Placed = Candidate & { rank: number; x: number; y: number };

function placePoints(
  candidates: readonly Candidate[],
  x: (effort: number) => number,
  y: (usd: number) => number,
  radius: number,
  frame: Box,
): Placed[] {
  const placed: Placed[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const at = {
      x: x(candidate.effort),
      y: Math.min(Math.max(y(candidate.annualValue), frame.top + radius), frame.bottom - radius),
    };
    const isFree = (dx: number) =>
      at.x + dx - radius >= frame.left &&
      at.x + dx + radius <= frame.right &&
      placed.every((other) => Math.hypot(other.x - at.x - dx, other.y - at.y) >= 2 * radius + 1);
    const step = 2 * radius + 2;
    const dx = aside.map((steps) => steps * step).find(isFree) ?? 0;
    placed.push({ ...candidate, rank: index + 1, x: rounded(at.x + dx), y: rounded(at.y) });
  }
  return placed;
}

/** Width of the widest common letters, so that names do not overlap. */
const characterWidth = 7;
const lineStep = 14;
/** A label nearer than this to another point, on its line, would be read as its name. */
const nextTo = 20;

function labeled(placed: readonly Placed[], frame: Box, radius: number, wide: boolean): QuadrantPoint[] {
  const labels: Box[] = [];
  return placed.map(({ id, title, rank, inScope, x, y }) => {
    const points = placed.map((point) =>
      point.rank === rank ? around(x, y, radius + 3) : around(point.x, point.y, radius + 3, radius + nextTo),
    );
    const taken = [...points, ...labels];
    const texts = wide ? [title, id] : [id];
    const choices = texts.flatMap((text) => [
      { text, x: x + radius + 6, y: y + 4, anchor: "start" as const },
      { text, x: x - radius - 6, y: y + 4, anchor: "end" as const },
      { text, x, y: y - radius - 7, anchor: "middle" as const },
      { text, x, y: y + radius + 15, anchor: "middle" as const },
      { text, x, y: y - radius - 7 - lineStep, anchor: "middle" as const },
    ]);
    // Without room only the rank is shown; the adjacent list has the name.
    const label = choices.find((choice) => isClear(boxOf(choice), taken, frame)) ?? { ...choices[0]!, text: "" };
    labels.push(boxOf(label));
    return { id, rank, inScope, x, y, label: { ...label, x: rounded(label.x), y: rounded(label.y) } };
  });
}

const monoWidth = 7.3;

function cornersOf(points: readonly QuadrantPoint[], frame: Box, radius: number): QuadrantPoint["label"][] {
  const taken = points.flatMap(({ x, y, label }) => [around(x, y, radius), boxOf(label)]);
  const lines = Math.floor((frame.bottom - frame.top) / 2 / lineStep) - 1;
  const steps = Array.from({ length: lines }, (_, line) => line * lineStep);
  return quarters.flatMap(({ text, isRight, isLow }) => {
    const x = isRight ? frame.right - 8 : frame.left + 8;
    const anchor = isRight ? ("end" as const) : ("start" as const);
    const choices = steps.map((step) => ({
      text,
      x,
      y: isLow ? frame.bottom - 8 - step : frame.top + 16 + step,
      anchor,
    }));
    return choices.find((choice) => isClear(boxOf(choice, monoWidth), taken, frame)) ?? [];
  });
}

const quarters = [
  { text: "Build first", isRight: false, isLow: false },
  { text: "Plan and staff", isRight: true, isLow: false },
  { text: "Fill a quiet week", isRight: false, isLow: true },
  { text: "Revisit later", isRight: true, isLow: true },
] as const;

const around = (x: number, y: number, radius: number, width = radius): Box => ({
  left: x - width,
  right: x + width,
  top: y - radius,
  bottom: y + radius,
});

function boxOf({ text, x, y, anchor }: QuadrantPoint["label"], width = characterWidth): Box {
  const size = text.length * width;
  const left = anchor === "start" ? x : anchor === "end" ? x - size : x - size / 2;
  return { left, right: left + size, top: y - 11, bottom: y + 3 };
}

const isClear = (box: Box, taken: readonly Box[], frame: Box): boolean =>
  box.left >= frame.left + 3 &&
  box.right <= frame.right - 3 &&
  box.top >= frame.top &&
  box.bottom <= frame.bottom &&
  taken.every(
    (other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
  );
