/**
 * Latency from an adjusted value to its figures on screen: 60 changes of one field of an analysis, each timed until the
 * headline, and the drawing if it is in the viewport, show the new figures and their frame is rendered; and until the drawing
 * does so outside the viewport too, which follows a frame later (decision 0056). In Chromium without a graphics card, next to the
 * worker that computes the 10,000 draws; run it on an idle machine.
 *
 * Target: within 50 ms (p95), for the 45-person firm of the public vector and for the largest input that the model accepts.
 */
import { readFileSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { ModelInput } from "../../app/features/roi/inputs/model-input.ts";
import { randomInputs } from "../../app/features/roi/vectors/random-inputs.ts";
// @ts-expect-error plain JavaScript: { CHROME_PATH, LD_LIBRARY_PATH? }
import { findBrowser } from "../../scripts/find-browser.js";
import { chromeFlags } from "../../tests/e2e/chrome-flags.ts";
import { type Running, startServer } from "./running-server.ts";
import { call, openWizard, signIn } from "./signed-in.ts";

const turns = 60;
/** Between two keystrokes. */
const pauseMs = 200;

interface Row {
  what: string;
  inSight: string;
  turns: number;
  p50Ms: number;
  p95Ms: number;
  /** Sheets outside the viewport included. */
  wholePageP95Ms: number;
  targetP95Ms: number;
}

export async function run(): Promise<{ rows: Row[]; passed: boolean }> {
  const { CHROME_PATH, ...environment } = (await findBrowser({ isWhole: true })) as {
    CHROME_PATH: string;
    LD_LIBRARY_PATH?: string;
  };
  Object.assign(process.env, environment);
  const server = await startServer({ port: 3293 });
  const chrome = await chromium.launch({ executablePath: CHROME_PATH, args: chromeFlags });
  const rows: Row[] = [];
  try {
    const cookie = await signIn(server);
    await openWizard(server, cookie);
    for (const { what, input, targetP95Ms } of firms()) {
      const path = await analyzed(server, cookie, input);
      for (const inSight of ["#assumptions", "#opportunities", "#return"]) {
        const times = await timesOf(chrome, server.url, { path, cookie, inSight });
        const at = (share: number, part: "visible" | "wholePage") => {
          const sorted = times.map((time) => time[part]).sort((one, other) => one - other);
          return Number(sorted[Math.ceil(share * sorted.length) - 1]!.toFixed(1));
        };
        const [p50Ms, p95Ms] = [at(0.5, "visible"), at(0.95, "visible")];
        rows.push({ what, inSight, turns, p50Ms, p95Ms, wholePageP95Ms: at(0.95, "wholePage"), targetP95Ms });
      }
    }
  } finally {
    await chrome.close();
    await server.stop();
  }
  return { rows, passed: rows.every(({ p95Ms, targetP95Ms }) => p95Ms <= targetP95Ms) };
}

function firms(): { what: string; input: ModelInput; targetP95Ms: number }[] {
  const vectors = new URL("../../app/features/roi/vectors/public.json", import.meta.url);
  const [usual] = Object.values(JSON.parse(readFileSync(vectors, "utf8")) as Record<string, { input: unknown }>);
  const largest = randomInputs(200, 1).find((input) => input.processes.length === 20 && input.stack.length === 70)!;
  return [
    { what: "45-person firm, 6 processes, 10 tools", input: ModelInput.parse(usual!.input), targetP95Ms: 50 },
    { what: "largest input, 20 processes, 70 tools", input: largest, targetP95Ms: 50 },
  ];
}

/** Creates an analysis of this input; returns the URL of its page. */
async function analyzed(server: Running, cookie: string, inputs: ModelInput): Promise<string> {
  const made = await call(server, "POST", "/api/blueprints", { mode: "guided" }, cookie);
  const { id, version } = (await made.json()) as { id: string; version: number };
  await call(server, "PUT", `/api/blueprints/${id}`, { version, inputs, step: "processes" }, cookie);
  await call(server, "POST", `/api/blueprints/${id}/analysis`, {}, cookie);
  return `/blueprint/${id}`;
}

/** Milliseconds of each turn. */
async function timesOf(
  chrome: Browser,
  url: string,
  { path, cookie, inSight }: { path: string; cookie: string; inSight: string },
): Promise<{ visible: number; wholePage: number }[]> {
  const context = await chrome.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { cookie },
  });
  try {
    const page = await context.newPage();
    await page.goto(url + path, { waitUntil: "networkidle" });
    return await page.evaluate(
      async ({ turns, pauseMs, inSight }) => {
        const field = document.querySelector<HTMLInputElement>("#process-0-hours")!;
        const folds = document.querySelectorAll<HTMLDetailsElement>(`${inSight} details`);
        for (const fold of [field.closest("details")!, ...folds]) fold.open = true;
        const headline = document.querySelector("h1")!;
        const drawing = document.querySelector("#return svg[aria-label]")!;
        const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
        const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
        const task = () =>
          new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = resolve;
            port2.postMessage(null);
          });
        const turn = async (count: number) => {
          const [headlineBefore, drawingBefore] = [headline.textContent, drawing.innerHTML];
          const began = performance.now();
          // A frame's callbacks run before its layout and painting, messages posted by them after both.
          const frame = async () => {
            await new Promise((resolve) => requestAnimationFrame(resolve));
            await task();
            return performance.now() - began;
          };
          setValue.call(field, String(5 + (count % 5)));
          field.dispatchEvent(new Event("input", { bubbles: true }));
          // What is visible changes in one frame.
          while (headline.textContent === headlineBefore && drawing.innerHTML === drawingBefore) await task();
          const visible = await frame();
          if (drawing.innerHTML !== drawingBefore) return { visible, wholePage: visible };
          // A change too small for the drawing leaves it as it was.
          while (drawing.innerHTML === drawingBefore && performance.now() - began < 1000) await task();
          return { visible, wholePage: drawing.innerHTML === drawingBefore ? visible : await frame() };
        };
        for (let count = 1; count <= 10; count += 1) {
          await turn(count);
          await pause(pauseMs);
        }
        document.querySelector(inSight)!.scrollIntoView();
        await pause(500);
        const times: { visible: number; wholePage: number }[] = [];
        for (let count = 1; count <= turns; count += 1) {
          times.push(await turn(count));
          await pause(pauseMs);
        }
        return times;
      },
      { turns, pauseMs, inSight },
    );
  } finally {
    await context.close();
  }
}
