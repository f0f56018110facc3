/** Centre and radius of a quarter circle that opens to the lower right: 0° lies left of the centre, 90° above it. */
export type Quarter = { x: number; y: number; radius: number };

const round = (value: number) => Math.round(value * 10) / 10;

/** The point at `degrees`, `offset` px outside the arc (negative: inside). */
export function pointAt({ x, y, radius }: Quarter, degrees: number, offset = 0): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return { x: round(x - (radius + offset) * Math.cos(angle)), y: round(y - (radius + offset) * Math.sin(angle)) };
}

/** Path of the arc between two angles, `offset` px outside it. */
export function arcPath(quarter: Quarter, from: number, to: number, offset = 0): string {
  const radius = quarter.radius + offset;
  const start = pointAt(quarter, from, offset);
  const end = pointAt(quarter, to, offset);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`;
}

/** Path of the straight line at `degrees` between two distances from the arc. */
export function radialPath(quarter: Quarter, degrees: number, from: number, to: number): string {
  const start = pointAt(quarter, degrees, from);
  const end = pointAt(quarter, degrees, to);
  return `M${start.x} ${start.y}L${end.x} ${end.y}`;
}

/** Path of the graduation outside the arc: a tick every `step` degrees, each `nth` one long. */
export function ticksPath(quarter: Quarter, ticks: { step: number; nth: number; short: number; long: number }): string {
  const count = Math.round(90 / ticks.step);
  return Array.from({ length: count + 1 }, (_, index) =>
    radialPath(quarter, index * ticks.step, 0, index % ticks.nth === 0 ? ticks.long : ticks.short),
  ).join("");
}

/** Path of lines from the centre to the arc at each angle. */
export function raysPath(quarter: Quarter, angles: readonly number[]): string {
  return angles.map((degrees) => radialPath(quarter, degrees, -quarter.radius, 0)).join("");
}
