import { withContrast } from "#app/lib/formats/color.ts";

/** The sheet color of the dark theme (`--surface-sheet` of tokens.css); brand colors must be visible on it. */
const darkSheet = "#112437";
const leastContrast = 3;

/**
 * A brand color for both themes: unchanged on light, mixed with white on dark until it has 3:1 contrast. Both as `#rrggbb`.
 *
 * @example inBothThemes("#03363d") // { light: "#03363d", dark: "#607f84" }
 */
export function inBothThemes(color: string): { light: string; dark: string } {
  return { light: color, dark: withContrast(color, "#ffffff", darkSheet, leastContrast) };
}

/** For a `fill` or `stroke` attribute: the ink color, or the brand's color if no ink is set. */
export function brandPaint(color: string): string {
  const { light, dark } = inBothThemes(color);
  return `var(--logo-ink,${light === dark ? light : `light-dark(${light},${dark})`})`;
}
