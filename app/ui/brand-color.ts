/** The sheet color of the dark theme (`--surface-sheet` of tokens.css); brand colors must be visible on it. */
const darkSheet = "#112437";
const leastContrast = 3;

/**
 * A brand color for both themes: unchanged on light, mixed with white on dark until it has 3:1 contrast. Both as `#rrggbb`.
 *
 * @example inBothThemes("#03363d") // { light: "#03363d", dark: "#607f84" }
 */
export function inBothThemes(color: string): { light: string; dark: string } {
  for (let share = 0; share <= 1; share += 0.02) {
    const dark = mixWithWhite(color, share);
    if (contrast(dark, darkSheet) >= leastContrast) return { light: color, dark };
  }
  return { light: color, dark: "#ffffff" };
}

/** For a `fill` or `stroke` attribute: the ink color, or the brand's color if no ink is set. */
export function brandPaint(color: string): string {
  const { light, dark } = inBothThemes(color);
  return `var(--logo-ink,${light === dark ? light : `light-dark(${light},${dark})`})`;
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const mixWithWhite = (color: string, share: number) =>
  `#${channels(color)
    .map((channel) =>
      Math.round(channel + (255 - channel) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return (light! + 0.05) / (dark! + 0.05);
};
