export type Point = readonly [x: number, y: number];

/**
 * SVG path data of a line, in relative steps, which repeat and compress to half of the positions.
 * @param points in whole drawing units, from left to right.
 */
export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = withoutStraightPoints(points);
  if (!first) return "";
  let [fromX, fromY] = first;
  const steps = rest.map(([x, y]) => {
    const step = `${x - fromX},${y - fromY}`;
    [fromX, fromY] = [x, y];
    return step;
  });
  return steps.length > 0 ? `M${first}l${steps.join(" ")}` : `M${first}`;
}

/** Leaves out points that are at most one unit above or below the line between the others. */
function withoutStraightPoints(points: readonly Point[]): Point[] {
  const kept = points.slice(0, 1);
  let from = 0;
  for (let to = 2; to < points.length; to++) {
    if (isStraight(points.slice(from, to + 1))) continue;
    from = to - 1;
    kept.push(points[from]!);
  }
  return points.length > 1 ? [...kept, points.at(-1)!] : kept;
}

function isStraight(points: readonly Point[]): boolean {
  const [fromX, fromY] = points[0]!;
  const [toX, toY] = points.at(-1)!;
  return points.every(([x, y]) => Math.abs(fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX) - y) <= 1);
}
