import { arcPosition, type Page, pages } from "#app/features/content/content.ts";
import { pictureText } from "#app/features/content/pages/share-words.ts";

const ink = "#edf3f9";
const line = "#9dbee0";
const pencil = "#ffb08c";
const background = "#11335a";

/** The arc: a quarter circle from the lower right corner. Angles in degrees from its left end upwards. */
const center = { x: 1200, y: 650 };
const radius = 470;
const from = 10;
const to = 80;

export function shareSvg(page: Page): string {
  const under = pictureText(page).slice(page.headline.length);
  const top = 250 + (3 - page.headline.length) * 39;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<defs><pattern id="grid" width="24" height="24" patternUnits="userSpaceOnUse"><path d="M24 0H0V24" fill="none" stroke="${line}" stroke-opacity=".09"/></pattern></defs>
<rect width="1200" height="630" fill="${background}"/><rect width="1200" height="630" fill="url(#grid)"/>
${page.path === "/" ? fiveAutomations() : placeInSet(page)}
<g transform="translate(72 66) scale(1.45)"><g fill="none" stroke="${ink}"><path stroke-width="2.8" d="M24.49 7.51A12 12 0 1 0 28 16H17"/><path stroke-width="1.15" d="M19.1 12.9l8.2-8.2"/></g><circle cx="16" cy="16" r="2.9" fill="${pencil}"/></g>
<path transform="translate(130 104)" fill="${ink}" d="${wordmark}"/>
<g font-family="Archivo" font-weight="500" font-size="74" letter-spacing="-2.2" fill="${ink}">${page.headline
    .map((words, index) => `<text x="73" y="${top + index * 78}">${escaped(words)}</text>`)
    .join("")}</g>
<path d="M72 512H600M72 506v12M600 506v12" stroke="${line}" fill="none"/>
<text x="73" y="560" font-family="Archivo" font-size="24" fill="#b7cce2">${escaped(under[0]!)}</text>
${under[1] ? `<text x="600" y="559" text-anchor="end" font-family="Spline Sans Mono" font-size="20" fill="#b7cce2">${escaped(under[1])}</text>` : ""}
</svg>`;
}

/** Rings; the outer one has a tick per sheet, and the red line ends at this one. */
function placeInSet(page: Page): string {
  const set = pages().filter(({ sheet }) => typeof sheet === typeof page.sheet).length;
  const angles = Array.from({ length: set }, (_, index) => from + ((to - from) * index) / (set - 1));
  const here = from + (to - from) * arcPosition(page);
  return `${rings}<g fill="none" stroke="${line}">${angles.map((angle) => spoke(angle, radius, radius + 14, 0.7)).join("")}${spoke(here, 0, radius, 0.5)}</g>
${pencilled(from, here)}${angles
  .filter((angle) => angle < here)
  .map((angle) => passed(angle))
  .join("")}${node(here)}`;
}

function fiveAutomations(): string {
  const angles = Array.from({ length: 5 }, (_, index) => from + ((to - from) * index) / 4);
  const ticks = Array.from({ length: 41 }, (_, index) =>
    spoke(index * 2.25, radius, radius + (index % 4 ? 7 : 14), 0.55),
  );
  return `${rings}<g fill="none" stroke="${line}">${ticks.join("")}${angles.map((angle) => spoke(angle, 0, radius, 0.4)).join("")}</g>
${pencilled(from, to)}${angles.map(node).join("")}`;
}

const rings = `<g fill="none" stroke="${line}"><circle cx="${center.x}" cy="${center.y}" r="${radius}" stroke-width="2.5"/>${[
  350, 220, 110,
]
  .map((r) => `<circle cx="${center.x}" cy="${center.y}" r="${r}" opacity=".5"/>`)
  .join("")}</g>`;

const pencilled = (start: number, end: number) =>
  end > start
    ? `<path d="M${at(start, radius)}A${radius} ${radius} 0 0 1 ${at(end, radius)}" fill="none" stroke="${pencil}" stroke-width="5"/>`
    : "";

const node = (angle: number) => {
  const [x, y] = at(angle, radius).split(" ");
  return `<circle cx="${x}" cy="${y}" r="10" fill="${background}" stroke="${ink}" stroke-width="2"/><circle cx="${x}" cy="${y}" r="4" fill="${pencil}"/>`;
};

const passed = (angle: number) => {
  const [x, y] = at(angle, radius).split(" ");
  return `<circle cx="${x}" cy="${y}" r="4.5" fill="${background}" stroke="${pencil}" stroke-width="2"/>`;
};

const spoke = (angle: number, inner: number, outer: number, opacity: number) =>
  `<path d="M${at(angle, inner)}L${at(angle, outer)}" opacity="${opacity}"/>`;

function at(angle: number, distance: number): string {
  const radians = (angle * Math.PI) / 180;
  return `${(center.x - distance * Math.cos(radians)).toFixed(1)} ${(center.y - distance * Math.sin(radians)).toFixed(1)}`;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** "GTMarc" in the lettering of the logo. */
const wordmark =
  "M16.4 0.5Q9.5 0.5 5.8 -3Q2.2 -6.5 2.2 -13.7Q2.2 -18.5 3.9 -21.7Q5.7 -24.8 9.1 -26.4Q12.5 -27.9 17.3 -27.9Q20.2 -27.9 22.7 -27.3Q25.3 -26.7 27.2 -25.5Q29.1 -24.2 30.2 -22.3Q31.2 -20.5 31.2 -17.9H25Q25 -19.2 24.4 -20.1Q23.8 -21 22.8 -21.7Q21.7 -22.3 20.4 -22.6Q19 -22.9 17.5 -22.9Q15.4 -22.9 13.7 -22.4Q12 -21.9 10.8 -20.8Q9.7 -19.7 9.1 -18.1Q8.5 -16.5 8.5 -14.3V-13.1Q8.5 -10.2 9.5 -8.3Q10.5 -6.4 12.4 -5.5Q14.3 -4.5 17.1 -4.5Q19.5 -4.5 21.3 -5.2Q23.1 -5.8 24.1 -7.1Q25.1 -8.3 25.1 -10V-10.3H16.3V-15H31.2V0H27.3L26.7 -3.1Q25.4 -1.9 23.9 -1.1Q22.3 -0.3 20.5 0.1Q18.6 0.5 16.4 0.5ZM43.5 0V-22.2H33.9V-27.5H59.3V-22.2H49.7V0ZM62.3 0V-27.5H71.8L76.2 -13.6Q76.4 -12.9 76.7 -11.8Q77 -10.7 77.3 -9.7Q77.6 -8.6 77.8 -7.8H78.1Q78.3 -8.5 78.5 -9.5Q78.8 -10.5 79.1 -11.6Q79.4 -12.7 79.6 -13.6L84 -27.5H93.3V0H87.2V-13.7Q87.2 -15.2 87.2 -16.8Q87.2 -18.4 87.3 -19.7Q87.3 -20.9 87.3 -21.4H87Q86.9 -20.9 86.6 -19.8Q86.3 -18.6 85.9 -17.4Q85.6 -16.2 85.3 -15.3L80.4 0H74.9L70 -15.3Q69.7 -16.1 69.4 -17.2Q69.1 -18.3 68.8 -19.4Q68.5 -20.6 68.3 -21.4H68Q68 -20.4 68.1 -19.1Q68.1 -17.7 68.2 -16.3Q68.2 -14.9 68.2 -13.7V0ZM104 0.5Q102.7 0.5 101.4 0.2Q100.2 -0.1 99.1 -0.7Q98.1 -1.4 97.5 -2.5Q96.9 -3.7 96.9 -5.4Q96.9 -7.7 98 -9.1Q99.1 -10.5 101.2 -11.2Q103.2 -12 106 -12.2Q108.7 -12.5 111.9 -12.5V-14.6Q111.9 -15.9 111.5 -16.8Q111 -17.7 109.9 -18.1Q108.7 -18.6 106.6 -18.6Q104.7 -18.6 103.6 -18.2Q102.4 -17.7 101.9 -17Q101.4 -16.3 101.4 -15.4V-14.8H97.9Q97.8 -15 97.8 -15.2Q97.8 -15.4 97.8 -15.6Q97.8 -17.6 98.9 -18.9Q100 -20.2 102.1 -20.9Q104.1 -21.5 106.9 -21.5Q109.8 -21.5 111.7 -20.8Q113.6 -20.1 114.6 -18.6Q115.6 -17.2 115.6 -15V-3.9Q115.6 -3.2 115.9 -2.8Q116.2 -2.5 116.8 -2.5H118.5V-0.1Q117.9 0.1 117.2 0.3Q116.4 0.4 115.6 0.4Q114.4 0.4 113.7 0Q113 -0.4 112.7 -1.2Q112.3 -1.9 112.2 -2.9H111.9Q111.1 -1.9 109.9 -1.1Q108.6 -0.3 107.2 0.1Q105.7 0.5 104 0.5ZM104.8 -2.5Q106.2 -2.5 107.5 -2.9Q108.7 -3.3 109.7 -4.1Q110.7 -4.8 111.3 -5.8Q111.9 -6.8 111.9 -8.1V-9.8Q108.3 -9.8 105.8 -9.5Q103.2 -9.1 101.9 -8.2Q100.6 -7.3 100.6 -5.6Q100.6 -4.5 101.2 -3.8Q101.7 -3.2 102.7 -2.8Q103.6 -2.5 104.8 -2.5ZM120.3 0V-21H123.2L123.5 -17.5H123.8Q124.1 -18.4 124.7 -19.4Q125.3 -20.3 126.3 -20.9Q127.4 -21.5 128.9 -21.5Q129.5 -21.5 130 -21.4Q130.5 -21.3 130.8 -21.2V-17.9H129.3Q127.9 -17.9 126.8 -17.4Q125.8 -16.9 125.1 -16Q124.5 -15.1 124.2 -13.9Q123.9 -12.7 123.9 -11.4V0ZM141.8 0.5Q138.6 0.5 136.3 -0.7Q134.1 -1.9 133 -4.4Q131.9 -6.8 131.9 -10.5Q131.9 -14.2 133 -16.7Q134.1 -19.1 136.4 -20.3Q138.6 -21.5 141.9 -21.5Q144.1 -21.5 145.8 -21Q147.5 -20.4 148.6 -19.3Q149.8 -18.3 150.4 -16.7Q150.9 -15.2 150.9 -13.2H147.3Q147.3 -15.1 146.7 -16.2Q146 -17.4 144.8 -18Q143.6 -18.5 141.8 -18.5Q140 -18.5 138.6 -17.8Q137.1 -17 136.4 -15.3Q135.6 -13.7 135.6 -10.9V-10.1Q135.6 -7.5 136.4 -5.8Q137.1 -4.1 138.5 -3.3Q139.9 -2.5 141.9 -2.5Q143.7 -2.5 144.9 -3.1Q146.1 -3.7 146.8 -4.9Q147.4 -6.2 147.4 -7.8H150.9Q150.9 -6 150.3 -4.5Q149.8 -2.9 148.6 -1.8Q147.5 -0.7 145.8 -0.1Q144.1 0.5 141.8 0.5Z";
