/** Center and radius of a quarter circle that opens to the lower right: 0° is left of the center, 90° above it. */
export type Quarter = { x: number; y: number; radius: number };

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns the point at `degrees`, `offset` px outside the arc (negative: inside). */
export function pointAt({ x, y, radius }: Quarter, degrees: number, offset = 0): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return { x: round(x - (radius + offset) * Math.cos(angle)), y: round(y - (radius + offset) * Math.sin(angle)) };
}

/** Returns the path of the arc between two angles, `offset` px outside it. */
export function arcPath(quarter: Quarter, from: number, to: number, offset = 0): string {
  const radius = quarter.radius + offset;
  const start = pointAt(quarter, from, offset);
  const end = pointAt(quarter, to, offset);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`;
}

/** Returns the path of the line at `degrees` between two distances from the arc. */
export function radialPath(quarter: Quarter, degrees: number, from: number, to: number): string {
  const start = pointAt(quarter, degrees, from);
  const end = pointAt(quarter, degrees, to);
  return `M${start.x} ${start.y}L${end.x} ${end.y}`;
}

/** Ticks outside the arc, one every `step` degrees, every `nth` one long. */
export type Graduation = { step: number; nth: number; short: number; long: number };

/** A ring of ticks as a dashed arc: its width is the tick length, its dash length the tick width. */
export type TickRing = { d: string; strokeWidth: number; pathLength: number; strokeDasharray: string };

/**
 * The graduation as two rings: short ticks, and beyond them the extension of the long ones. `weight`: tick width. Dashes take a
 * hundred bytes, separate lines two kilobytes.
 */
export function tickRings(quarter: Quarter, { step, nth, short, long }: Graduation, weight = 0.75): TickRing[] {
  return [tickRing(quarter, step, 0, short, weight), tickRing(quarter, step * nth, short, long, weight)];
}

/** The path unit is one step. The arc starts and ends half a tick early, so that the first and last tick are whole. */
function tickRing(quarter: Quarter, step: number, from: number, to: number, weight: number): TickRing {
  const middle = (from + to) / 2;
  const width = weight / ((quarter.radius + middle) * ((step * Math.PI) / 180));
  const fine = (value: number) => Number(value.toFixed(3));
  const half = (width / 2) * step;
  return {
    d: arcPath(quarter, -half, 90 + half, middle),
    strokeWidth: to - from,
    pathLength: fine(90 / step + width),
    strokeDasharray: `${fine(width)} ${fine(1 - width)}`,
  };
}

export function raysPath(quarter: Quarter, angles: readonly number[]): string {
  return angles.map((degrees) => radialPath(quarter, degrees, -quarter.radius, 0)).join("");
}
