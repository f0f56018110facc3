import { G, Path, Rect } from "@react-pdf/renderer";
import { ink } from "./ink.server.ts";

export type PdfHatch = "diagonal" | "cross" | "horizontal" | "stipple";

/** A hatched rectangle: the renderer has no fill patterns, so every line is clipped to the box here. */
export function HatchedRect({
  x,
  y,
  width,
  height,
  pattern = "diagonal",
  step = 4,
  color = ink.text,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
  pattern?: PdfHatch;
  /** Points between two lines. */
  step?: number;
  color?: string;
}) {
  if (width <= 0 || height <= 0) return null;
  // One path for all lines: the renderer lays out every element, and a page has thousands of lines.
  const lines = hatchLines({ x, y, width, height }, pattern, step).map(
    ([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`,
  );
  return (
    <G>
      {lines.length > 0 && (
        <Path
          d={lines.join("")}
          fill="none"
          stroke={color}
          strokeWidth={pattern === "stipple" ? 0.9 : 0.5}
          strokeLinecap="round"
        />
      )}
      <Rect x={x} y={y} width={width} height={height} fill="none" stroke={color} strokeWidth={0.75} />
    </G>
  );
}

type Segment = readonly [x1: number, y1: number, x2: number, y2: number];
type Box = { x: number; y: number; width: number; height: number };

/** Returns the hatching lines within a box, both ends on its border. */
export function hatchLines(box: Box, pattern: PdfHatch, step: number): Segment[] {
  switch (pattern) {
    case "diagonal":
      return rising(box, step * Math.SQRT2);
    case "cross":
      return [...rising(box, step * Math.SQRT2), ...rising(box, step * Math.SQRT2).map((line) => mirrored(line, box))];
    case "horizontal":
      return steps(box.height, step).map((at) => [box.x, box.y + at, box.x + box.width, box.y + at]);
    case "stipple":
      return steps(box.height, step).flatMap((down, row) =>
        steps(box.width, step).map((across): Segment => {
          const x = box.x + across - (row % 2 === 0 ? step / 2 : 0);
          return [x, box.y + down, x + 0.01, box.y + down];
        }),
      );
  }
}

/** Lines from the lower left to the upper right, `gap` apart on the horizontal. */
function rising({ x, y, width, height }: Box, gap: number): Segment[] {
  return steps(width + height, gap).map((at) => [
    round(x + Math.max(0, at - height)),
    round(y + Math.min(height, at)),
    round(x + Math.min(width, at)),
    round(y + Math.max(0, at - width)),
  ]);
}

const mirrored = ([x1, y1, x2, y2]: Segment, { x, width }: Box): Segment => [
  2 * x + width - x1,
  y1,
  2 * x + width - x2,
  y2,
];

const steps = (length: number, step: number) =>
  Array.from({ length: Math.max(0, Math.ceil(length / step) - 1) }, (_, index) => (index + 1) * step);

const round = (value: number) => Math.round(value * 100) / 100;
