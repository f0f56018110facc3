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

const grounds = { light: "#f1f1eb", dark: "#112437" };

export type Tones = Readonly<Record<"action" | "hover" | "press" | "ink" | "text" | "wash", string>>;

/** The action colors without an accent color, as in tokens.css, for places without its custom properties. */
export const defaultTones: Readonly<Record<"light" | "dark", Pick<Tones, "action" | "ink" | "text">>> = {
  light: { action: "#c93d0e", ink: "#ffffff", text: "#b0330a" },
  dark: { action: "#ff7d4a", ink: "#1d0b03", text: "#ff9468" },
};

/** The action colors of an accent color in both themes, with the contrasts that app/ui/contrast.test.ts asks for. */
export function accentTones(accent: string): { light: Tones; dark: Tones } {
  const dark = withContrast(accent, "#ffffff", grounds.dark, 4.5);
  const darkWash = mixed(grounds.dark, accent, 0.12);
  return {
    light: {
      ...{ action: accent, hover: mixed(accent, "#000000", 0.18), press: mixed(accent, "#000000", 0.32) },
      ...{ ink: "#ffffff", wash: mixed("#ffffff", accent, 0.1) },
      text: withContrast(accent, "#000000", mixed(grounds.light, accent, 0.1), 4.5),
    },
    dark: {
      ...{ action: dark, hover: mixed(dark, "#ffffff", 0.2), press: dark, ink: "#000000", wash: darkWash },
      text: withContrast(dark, "#ffffff", darkWash, 4.5),
    },
  };
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
