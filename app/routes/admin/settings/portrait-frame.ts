/** The square of a photo that a crop shows. `zoom` in percent, from 100 (the largest square); `x` and `y` in percent of what is left. */
export function cropOf(
  { width, height }: { width: number; height: number },
  { zoom, x, y }: { zoom: number; x: number; y: number },
): { left: number; top: number; size: number } {
  const size = Math.max(1, (Math.min(width, height) * 100) / Math.max(100, zoom));
  return { left: ((width - size) * x) / 100, top: ((height - size) * y) / 100, size };
}
