import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { brandPaint, inBothThemes } from "./brand-color.ts";
import { lettersOf, ToolMark } from "./tool-mark.tsx";

const html = (element: React.ReactElement) => renderToStaticMarkup(element);
const hubspot = { name: "HubSpot", logo: "hubspot" };
const salesforce = { name: "Salesforce", logo: null };

test("a tool with a mark shows it from the sprite, over its letters as a fallback", () => {
  const markup = html(<ToolMark of={hubspot} />);
  expect(markup).toMatch(/>HU<\/text>.*<use href="[^"#]+#hubspot"/);
  expect(markup).toContain('aria-hidden="true"');
});

test("a late mark names its symbol for the script that loads the sprite, over a monogram that only a failure shows", () => {
  const markup = html(<ToolMark of={hubspot} late />);
  expect(markup).toContain('<use data-mark="hubspot"');
  expect(markup).toMatch(/<g class="[^"]*ifFailed[^"]*">.*>HU<\/text>/);
  expect(markup).not.toContain("href");
});

test("the monogram below a wordmark is as large as those of other marks", () => {
  const zoom = { name: "Zoom", logo: "zoom" };
  const markup = html(<ToolMark of={zoom} size={42} late />);
  const [, shift, factor] = /<g [^>]*transform="translate\(([\d.]+) \1\) scale\(([\d.]+)\)"/.exec(markup) ?? [];
  expect(Number(factor) * 42).toBeCloseTo(26, 0);
  expect(Number(shift) + 12 * Number(factor)).toBeCloseTo(12, 1);
  // 11 px on screen, like every monogram.
  const [, letters] = /scale\(([\d.]+)\)">ZO</.exec(markup) ?? [];
  expect((Number(letters) * Number(factor) * 42) / 24).toBeCloseTo(1, 1);
  expect(html(<ToolMark of={hubspot} size={26} late />)).not.toContain("<g transform");
});

test("a tool without a mark shows its monogram, in no color of its own", () => {
  const markup = html(<ToolMark of={salesforce} />);
  expect(markup).toContain(">SA</text>");
  expect(markup).not.toMatch(/ (?:color|fill)=/);
  expect(markup).not.toContain("<use");
});

test("a wordmark is replaced by letters where it would be too small to read", () => {
  const zoom = { name: "Zoom", logo: "zoom" };
  expect(html(<ToolMark of={zoom} size={17} />)).not.toContain("<use");
  expect(html(<ToolMark of={zoom} size={26} />)).toContain("#zoom");
});

test("an unknown tool shows a check, without letters", () => {
  const markup = html(<ToolMark of={null} />);
  expect(markup).not.toContain("<text");
  expect(markup).not.toContain("<use");
  expect(markup).toContain("<path");
});

test.each([
  ["HubSpot", "HU"],
  ["n8n", "N8"],
  ["Customer.io", "CU"],
  ["Power BI", "PB"],
  ["Google Analytics 4", "GA"],
  ["X", "X"],
  ["  .io", "IO"],
  ["𝒳box 𝒵one", "𝒳𝒵"],
])("the letters of %s are %s", (name, letters) => {
  expect(lettersOf(name)).toBe(letters);
});

test("dark brand colors are lightened for the dark sheet, others are unchanged", () => {
  expect(inBothThemes("#ff7a59")).toEqual({ light: "#ff7a59", dark: "#ff7a59" });
  expect(inBothThemes("#03363d")).toEqual({ light: "#03363d", dark: "#4f7277" });
  expect(brandPaint("#03363d")).toBe("var(--logo-ink,light-dark(#03363d,#4f7277))");
});

test("every symbol of the sprite has one mark over a background that covers its box", () => {
  const sprite = readFileSync(new URL("./logos.svg", import.meta.url), "utf8");
  const symbols = [...sprite.matchAll(/<symbol id="([a-z0-9]+)" viewBox="0 0 24 24">(.*?)<\/symbol>/g)];
  expect(symbols.length).toBe(sprite.match(/<symbol/g)?.length);
  for (const [, , content] of symbols)
    expect(content).toMatch(/^<path fill="var\(--logo-ground,none\)" d="M0 0h24v24H0z"\/><path fill="var\(--logo-ink,/);
});
