/** The sheet in the dark theme (`--surface-sheet` of tokens.css), on which brand colours have to be seen as well. */
const darkSheet = "#112437";
const leastContrast = 3;

/**
 * A brand colour in both themes: as it is on paper, and on the dark sheet as light as 3:1 against it needs. Mixed with
 * white, so the hue stays. Both as `#rrggbb`.
 *
 * @example inBothThemes("#03363d") // { light: "#03363d", dark: "#607f84" }
 */
export function inBothThemes(colour: string): { light: string; dark: string } {
  for (let share = 0; share <= 1; share += 0.02) {
    const dark = mixWithWhite(colour, share);
    if (contrast(dark, darkSheet) >= leastContrast) return { light: colour, dark };
  }
  return { light: colour, dark: "#ffffff" };
}

/** For a `fill` or `stroke` attribute: the ink of the place, or the brand's colour where no ink is prescribed. */
export function brandPaint(colour: string): string {
  const { light, dark } = inBothThemes(colour);
  return `var(--logo-ink,${light === dark ? light : `light-dark(${light},${dark})`})`;
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const mixWithWhite = (colour: string, share: number) =>
  `#${channels(colour)
    .map((channel) =>
      Math.round(channel + (255 - channel) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return (light! + 0.05) / (dark! + 0.05);
};
