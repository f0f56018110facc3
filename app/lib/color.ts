/* Colors as `#rrggbb`. */

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** `share` from 0 (`color`) to 1 (`other`). */
export function mixed(color: string, other: string, share: number): string {
  const target = channels(other);
  const parts = channels(color).map((channel, place) => Math.round(channel + (target[place]! - channel) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The color itself if it has `least` contrast with `ground`, else mixed with `other` until it has. */
export function withContrast(color: string, other: string, ground: string, least: number): string {
  for (let share = 0; share < 1; share += 0.02) {
    const made = mixed(color, other, share);
    if (contrast(made, ground) >= least) return made;
  }
  return other;
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return (light! + 0.05) / (dark! + 0.05);
}
