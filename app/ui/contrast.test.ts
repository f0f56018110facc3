import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, defaultTones } from "#app/lib/formats/color.ts";

type Theme = "light" | "dark";
type Pair = [foreground: string, background: string, least: number];

const source = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const text = 4.5;
const shape = 3;

/** WCAG 2.2: 4.5:1 for text, 3:1 for graphics and controls. */
const onSheet: Pair[] = [
  ...["ink", "ink-2", "ink-3", "action-text", "positive", "caution", "critical", "info"].flatMap((name): Pair[] => [
    [name, "surface-page", text],
    [name, "surface-sheet", text],
  ]),
  ["ink-2", "surface-sunk", text],
  ["ink-3", "surface-sunk", text],
  ["ink-on-trace", "surface-trace", text],
  ["surface-sheet", "ink", text],
  ["surface-sheet", "ink-2", text],
  ["action-ink", "action", text],
  ["action-ink", "action-hover", text],
  ["action-ink", "action-press", text],
  ["action-text", "action-wash", text],
  ["positive", "positive-wash", text],
  ["caution", "caution-wash", text],
  ["critical", "critical-wash", text],
  ["info", "info-wash", text],
  ["action", "surface-page", shape],
  ["action", "surface-sheet", shape],
  ["line-control", "surface-page", shape],
  ["line-control", "surface-sheet", shape],
  ["focus", "surface-page", shape],
  ["focus", "surface-sheet", shape],
  ["chart-solid", "surface-page", shape],
];

/** Colors inside `.band-bp`; bp-raise is the background of inputs and cards, bp-deep of notices. */
const onBlueprint: Pair[] = ["bp", "bp-raise", "bp-deep"].flatMap((ground): Pair[] => [
  ["bp-ink", ground, text],
  ["bp-ink-2", ground, text],
  ["bp-mark", ground, text],
  ["bp-trace", ground, text],
  ["bp-positive", ground, text],
  ["bp-caution", ground, text],
  ["bp-critical", ground, text],
  ["bp-info", ground, text],
  ["bp-line", ground, shape],
]);

test.each<Theme>(["light", "dark"])("every pair of colors the %s theme puts together is legible", (theme) => {
  const colors = colorsOf(theme);
  const short = [...onSheet, ...onBlueprint]
    .map(([foreground, background, least]) => {
      const ratio = contrast(colors(foreground), colors(background));
      return ratio < least ? `${foreground} on ${background}: ${ratio.toFixed(2)}, needs ${least}` : null;
    })
    .filter(Boolean);
  expect(short).toEqual([]);
});

test("mails, plain pages and the preview of the brand have the same default colors as the pages", () => {
  for (const theme of ["light", "dark"] as const) {
    const colors = colorsOf(theme);
    const { action, ink, text } = defaultTones[theme];
    expect([action, ink, text]).toEqual([colors("action"), colors("action-ink"), colors("action-text")]);
  }
});

function colorsOf(theme: Theme): (name: string) => string {
  const colors = new Map<string, string>();
  for (const [, name, value] of source.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const [light, dark = light] = value!.match(/#[0-9a-f]{6}/gi) ?? [];
    const color = theme === "light" ? light : dark;
    if (color) colors.set(name!, color);
  }
  return (name) => {
    const color = colors.get(name);
    if (!color) throw new Error(`tokens.css has no color --${name}`);
    return color;
  };
}
