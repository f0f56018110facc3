/**
 * Every public page on a phone with a slow line: Lighthouse's mobile run (simulated throttling), median of three, on the built
 * product, and the bytes transferred (brotli) before any interaction. BENCH_PAGES="/,/pricing" limits the pages, BENCH_RUNS
 * sets the number of runs. Run it on an idle machine: load distorts blocking time.
 *
 * Targets: performance at least 99, the other three 100, LCP at most 1.3 s, TBT at most 20 ms, CLS 0; HTML at most 20 kB, CSS
 * 15 kB, fonts 90 kB, scripts before the first interaction 6 kB.
 */
import { get } from "node:http";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { indexablePages } from "#app/features/content/pages.ts";
// @ts-expect-error plain JavaScript: { CHROME_PATH, LD_LIBRARY_PATH? }
import { findBrowser } from "../scripts/find-browser.js";
import { chromeFlags } from "../tests/e2e/chrome-flags.ts";
import { startServer } from "./running-server.ts";

const port = 3292;
const debuggingPort = 9292;
const runs = Number(process.env["BENCH_RUNS"] ?? 3);
const chosen = process.env["BENCH_PAGES"]?.split(",");
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
} & Bytes;
const figures = ["performance", "accessibility", "bestPractices", "seo", "lcpMs", "tbtMs", "cls"] as const;
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
    for (const { path } of indexablePages.filter((page) => !chosen || chosen.includes(page.path))) {
      const { failed, requested, ...middle } = await measurePage(path);
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
async function measurePage(path: string): Promise<Measured> {
  const url = `http://localhost:${port}${path}`;
  await fetch(url);
  const measured: Measured[] = [];
  for (let count = 0; count < runs; count += 1) measured.push(await measureOnce(path, url));
  const middle = { ...measured[0]! };
  for (const figure of figures) {
    const values = measured.map((one) => one[figure]).sort((one, other) => one - other);
    middle[figure] = values[Math.floor(runs / 2)]!;
  }
  return { ...middle, failed: [...new Set(measured.flatMap(({ failed }) => failed))] };
}

async function measureOnce(page: string, url: string, triesLeft = 2): Promise<Measured> {
  const result = await lighthouse(url, { port: debuggingPort, logLevel: "error", output: "json" });
  // Lighthouse sometimes loses a recording; retry instead of reporting a missing figure.
  if (result?.lhr.runtimeError && triesLeft > 0) return measureOnce(page, url, triesLeft - 1);
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? "no result"}`);
  const { audits, categories } = result.lhr;
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
