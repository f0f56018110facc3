/**
 * Every public page on a phone with a slow line: Lighthouse's mobile run (simulated throttling), median of three, on the built
 * product, and the bytes transferred (brotli) before any interaction. BENCH_PAGES="/,/pricing" limits the pages, BENCH_RUNS
 * sets the number of runs. Run it on an idle machine: load distorts blocking time.
 *
 * `index` is Lighthouse's own measure of the machine during the run. Its default of four times slower than this machine is
 * meant for an index of about 1,533; at 800 it simulates a phone half as fast. BENCH_CALIBRATED=1 multiplies by what
 * Lighthouse's calculator gives for the index measured just before each run.
 *
 * Targets: performance at least 99, the other three 100, LCP at most 1.3 s, TBT at most 20 ms, CLS 0; HTML at most 20 kB, CSS
 * 15 kB, fonts 90 kB, scripts before the first interaction 6 kB.
 */
import { get } from "node:http";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { throttling } from "lighthouse/core/config/constants.js";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";
import { indexablePages } from "../../app/features/content/content.ts";
// @ts-expect-error plain JavaScript: { CHROME_PATH, LD_LIBRARY_PATH? }
import { findBrowser } from "../../scripts/find-browser.js";
import { chromeFlags } from "../../tests/e2e/chrome-flags.ts";
import { startServer } from "./running-server.ts";

const port = 3292;
const debuggingPort = 9292;
const runs = Number(process.env["BENCH_RUNS"] ?? 3);
const chosen = process.env["BENCH_PAGES"]?.split(",");
const isCalibrated = process.env["BENCH_CALIBRATED"] === "1";
const kinds = {
  Document: "htmlKb",
  Stylesheet: "cssKb",
  Font: "fontsKb",
  Script: "scriptsKb",
  Image: "imagesKb",
} as const;

type Bytes = Record<(typeof kinds)[keyof typeof kinds], number>;
type Row = {
  page: string;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  index: number;
  slowdown: number;
} & Bytes;
const figures = [
  "performance",
  "accessibility",
  "bestPractices",
  "seo",
  "lcpMs",
  "tbtMs",
  "cls",
  "index",
  "slowdown",
] as const;
type Measured = Omit<Row, keyof Bytes> & { requested: { url: string; kind: string }[]; failed: string[] };

export async function run(): Promise<{ rows: Row[]; below: string[]; failedAudits: Record<string, string[]> }> {
  const browser = (await findBrowser({ isWhole: true })) as { CHROME_PATH: string; LD_LIBRARY_PATH?: string };
  Object.assign(process.env, browser);
  const server = await startServer({ port });
  const chrome = await chromium.launch({
    executablePath: browser.CHROME_PATH,
    args: [...chromeFlags, `--remote-debugging-port=${debuggingPort}`],
  });
  const rows: Row[] = [];
  const failedAudits: Record<string, string[]> = {};
  try {
    const blank = await chrome.newPage();
    const slowdown = async () =>
      isCalibrated ? slowdownFor(await blank.evaluate(pageFunctions.computeBenchmarkIndex)) : 4;
    for (const { path } of indexablePages().filter((page) => !chosen || chosen.includes(page.path))) {
      const { failed, requested, ...middle } = await measurePage(path, slowdown);
      rows.push({ ...middle, ...(await bytesOf(requested)) });
      if (failed.length > 0) failedAudits[path] = failed;
      process.stdout.write(
        `${path} ${middle.performance}/${middle.accessibility}/${middle.bestPractices}/${middle.seo}\n`,
      );
    }
  } finally {
    await chrome.close();
    await server.stop();
  }
  return { rows, below: rows.flatMap(below), failedAudits };
}

/** The median of each figure's runs, after a warm-up visit. */
async function measurePage(path: string, slowdown: () => Promise<number>): Promise<Measured> {
  const url = `http://localhost:${port}${path}`;
  await fetch(url);
  const measured: Measured[] = [];
  for (let count = 0; count < runs; count += 1) measured.push(await measureOnce(path, url, await slowdown()));
  const middle = { ...measured[0]! };
  for (const figure of figures) {
    const values = measured.map((one) => one[figure]).sort((one, other) => one - other);
    middle[figure] = values[Math.floor(runs / 2)]!;
  }
  return { ...middle, failed: [...new Set(measured.flatMap(({ failed }) => failed))] };
}

/** The points of Lighthouse's CPU throttling calculator: index of the machine and slowdown to a mid-range phone. */
const calculator = [
  [150, 1],
  [800, 2],
  [1300, 3],
  [1533, 4],
  [1766, 5],
  [1999, 6],
] as const;

function slowdownFor(index: number): number {
  const after = calculator.findIndex(([point]) => point > index);
  if (after === 0) return 1;
  const [[low, less], [high, more]] = [calculator.at(after === -1 ? -2 : after - 1)!, calculator.at(after)!];
  return Number((less + ((more - less) * (index - low)) / (high - low)).toFixed(2));
}

async function measureOnce(page: string, url: string, slowdown: number, triesLeft = 2): Promise<Measured> {
  const result = await lighthouse(
    url,
    { port: debuggingPort, logLevel: "error", output: "json" },
    {
      extends: "lighthouse:default",
      settings: { throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown } },
    },
  );
  // Lighthouse sometimes loses a recording; retry instead of reporting a missing figure.
  if (result?.lhr.runtimeError && triesLeft > 0) return measureOnce(page, url, slowdown, triesLeft - 1);
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? "no result"}`);
  const { audits, categories, environment } = result.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const { items } = audits["network-requests"]!.details as unknown as {
    items: { url: string; resourceType: string }[];
  };
  return {
    page,
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    lcpMs: Math.round(number("largest-contentful-paint")),
    tbtMs: Math.round(number("total-blocking-time")),
    cls: Number(number("cumulative-layout-shift").toFixed(4)),
    index: Math.round(environment.benchmarkIndex),
    slowdown,
    requested: items.map((item) => ({ url: item.url, kind: item.resourceType })),
    failed: Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} (${audits[id]?.displayValue ?? audits[id]?.score})`),
  };
}

/** Transferred bytes by kind, for a browser with brotli; kB of 1,000 bytes. */
async function bytesOf(requested: Measured["requested"]): Promise<Bytes> {
  const bytes: Bytes = { htmlKb: 0, cssKb: 0, fontsKb: 0, scriptsKb: 0, imagesKb: 0 };
  for (const { url, kind } of requested)
    if (kind in kinds) bytes[kinds[kind as keyof typeof kinds]] += (await transferred(url)) / 1000;
  for (const kind of Object.values(kinds)) bytes[kind] = Number(bytes[kind].toFixed(1));
  return bytes;
}

const transferred = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br, gzip" } }, (answer) => {
      let length = 0;
      answer.on("data", (piece: Buffer) => {
        length += piece.length;
      });
      answer.on("end", () => resolve(length));
    }).on("error", reject);
  });

const below = (row: Row): string[] =>
  (
    [
      ["performance", row.performance >= 99],
      ["accessibility", row.accessibility === 100],
      ["bestPractices", row.bestPractices === 100],
      ["seo", row.seo === 100],
      ["lcpMs", row.lcpMs <= 1300],
      ["tbtMs", row.tbtMs <= 20],
      ["cls", row.cls === 0],
      ["htmlKb", row.htmlKb <= 20],
      ["cssKb", row.cssKb <= 15],
      ["fontsKb", row.fontsKb <= 90],
      ["scriptsKb", row.scriptsKb <= 6],
    ] as const
  ).flatMap(([name, isMet]) => (isMet ? [] : [`${row.page}: ${name} ${row[name]}`]));
