import { formatNumber } from "../../app/lib/numbers.ts";

type Line = { name: string; points: readonly { hits: number; ms: number }[] };

const [width, height] = [720, 420];
const plot = { left: 64, right: 96, top: 24, bottom: 108 };
const colors = ["#b45309", "#1d4ed8", "#047857"];
const [fewestHits, maxHits, leastMs, maxMs] = [100_000, 10_000_000, 10, 10_000];
/** Targets in ms, in the order of the lines. */
const targets = [5000, 2000, 300];

const share = (value: number, least: number, most: number) => Math.log(value / least) / Math.log(most / least);
const x = (hits: number) => Math.round(plot.left + share(hits, fewestHits, maxHits) * (width - plot.left - plot.right));
const y = (ms: number) =>
  Math.round(height - plot.bottom - share(ms, leastMs, maxMs) * (height - plot.top - plot.bottom));
const text = (left: number, top: number, content: string, more = "") =>
  `<text x="${left}" y="${top}" ${more}>${content}</text>`;

/** Response times by the number of stored hits, both on logarithmic axes, with the targets as dashed lines. */
export function growthChart(lines: readonly Line[]): string {
  const hits = [fewestHits, 1_000_000, maxHits];
  const grid = [10, 100, 1000, 10_000].map(
    (ms) =>
      `<path d="M${plot.left} ${y(ms)}H${width - plot.right}" stroke="#d4d4d8"/>${text(plot.left - 8, y(ms) + 4, ms < 1000 ? `${ms} ms` : `${ms / 1000} s`, 'text-anchor="end"')}`,
  );
  const labels = hits.map((count) =>
    text(x(count), height - plot.bottom + 20, `${formatNumber(count)} hits`, 'text-anchor="middle"'),
  );
  const drawn = lines.map(({ name, points }, n) => {
    const color = colors[n]!;
    const path = points.map(({ hits: count, ms }, place) => `${place === 0 ? "M" : "L"}${x(count)} ${y(ms)}`).join("");
    const dots = points.map(({ hits: count, ms }) => `<circle cx="${x(count)}" cy="${y(ms)}" r="4" fill="${color}"/>`);
    const last = points.at(-1)!;
    const legend = height - plot.bottom + 46 + 18 * n;
    return [
      `<path d="M${plot.left} ${y(targets[n]!)}H${width - plot.right}" stroke="${color}" stroke-dasharray="3 5"/>`,
      `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join("")}`,
      text(x(last.hits) + 10, y(last.ms) + 4, `${formatNumber(last.ms)} ms`, `fill="${color}"`),
      `<path d="M${plot.left} ${legend - 4}h24" stroke="${color}" stroke-width="2"/>`,
      text(
        plot.left + 32,
        legend,
        `${name}: ${points.map(({ ms }) => formatNumber(ms)).join(", ")} ms (dashed: target ${formatNumber(targets[n]!)} ms)`,
      ),
    ].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" role="img">
<title>Response times of analytics by stored hits</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...grid, ...labels, ...drawn].join("\n")}
</svg>
`;
}
