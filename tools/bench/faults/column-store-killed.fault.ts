import { setTimeout as pause } from "node:timers/promises";
import { type Engine, startEngine } from "../column-engine.ts";
import type { Fault } from "./fault.ts";
import { nextPort, removeFolder, scratchFolder, startProcess } from "./site.ts";

const awayMs = 20_000;

/** Visitors who report one page view after another. The seconds on the previous page, which are stored, number the reports. */
class Visits {
  readonly acknowledged: number[] = [];
  refused = 0;
  closed = 0;
  slowestMs = 0;
  #last = 0;
  #isOver = false;
  readonly #visitors: Promise<void>[];

  constructor(url: () => string) {
    this.#visitors = Array.from({ length: 6 }, async (_, visitor) => {
      for (; !this.#isOver; await pause(40)) await this.#report(url(), visitor);
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#visitors);
  }

  async #report(url: string, visitor: number): Promise<void> {
    this.#last += 1;
    const number = this.#last;
    const began = performance.now();
    const view = {
      type: "page_view",
      session_id: `visitor-${visitor}-${Math.floor(number / 100)}`,
      data: { page_path: "/", page_title: "Home", duration: number },
    };
    try {
      const response = await fetch(`${url}/api/functions/collect-analytics`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent":
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
          "accept-language": "en",
          "x-forwarded-for": `10.1.${(number >> 8) & 255}.${number & 255}`,
        },
        body: JSON.stringify([view]),
      });
      await response.arrayBuffer();
      if (response.status === 202) this.acknowledged.push(number);
      else this.refused += 1;
    } catch {
      this.closed += 1;
    }
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
  }
}

/** The reports in ClickHouse, with how often each is stored. */
async function stored({ url }: Engine): Promise<Map<number, number>> {
  const { origin, pathname } = new URL(url);
  const query = "SELECT value, count() AS times FROM hit WHERE kind = 1 GROUP BY value FORMAT JSONEachRow";
  const response = await fetch(`${origin}/?database=${pathname.slice(1)}`, { method: "POST", body: query });
  const lines = (await response.text()).split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { value, times } = JSON.parse(line) as { value: number; times: string };
      return [value, Number(times)];
    }),
  );
}

async function waitingHits(url: string): Promise<number> {
  const metrics = await fetch(`${url}/metrics`).then((response) => response.text());
  return Number(/^gtmarc_analytics_waiting_hits (\d+)/m.exec(metrics)?.[1]);
}

export const fault: Fault = {
  title: `ClickHouse killed for ${(2 * awayMs) / 1000} s while visits are reported, and the product killed and started meanwhile`,
  needs: ["column-store"],
  async run() {
    const folder = scratchFolder();
    const [data, port] = [`${folder}/clickhouse`, nextPort()];
    let engine = await startEngine(data, port);
    const start = { dataDir: `${folder}/data`, port: nextPort(), settings: { ANALYTICS_URL: engine.url } };
    let site = await startProcess(start);
    const visits = new Visits(() => site.url);
    try {
      await pause(3000);
      await engine.stop("SIGKILL");
      await pause(awayMs);
      const waited = await waitingHits(site.url);
      site.signal("SIGKILL");
      await site.ended();
      site = await startProcess(start);
      await pause(awayMs);
      const waitedAfterStart = await waitingHits(site.url);
      engine = await startEngine(data, port);
      const healedAt = performance.now();
      while ((await waitingHits(site.url)) > 0) await pause(100);
      const recoveredMs = Math.round(performance.now() - healedAt);
      await pause(3000);
      await visits.end();
      await site.stop();
      const times = await stored(engine);
      const missing = visits.acknowledged.filter((number) => !times.has(number)).length;
      const repeated = [...times.values()].filter((count) => count > 1).length;
      const { acknowledged, refused, closed, slowestMs } = visits;
      return {
        saw: `${acknowledged.length} page views were acknowledged, ${refused} refused, ${closed} × connection closed or refused while the product started, slowest ${(slowestMs / 1000).toFixed(1)} s; ${waited} waited before the product was killed, ${waitedAfterStart} before ClickHouse was back; ${repeated} were delivered twice`,
        lost: `${missing} of ${acknowledged.length}`,
        recoveredMs,
        problems: [
          ...(missing > 0 ? [`${missing} acknowledged page views are missing`] : []),
          ...(repeated > 0 ? [`${repeated} page views were delivered twice`] : []),
          ...(refused > 0 ? [`${refused} page views were refused`] : []),
          ...(waitedAfterStart > waited ? [] : ["no hits waited"]),
        ],
      };
    } finally {
      await visits.end();
      await site.stop();
      await engine.stop();
      removeFolder(folder);
    }
  },
};
