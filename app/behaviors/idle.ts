// Loaded when a page is idle, on collected hosts: the collector, and the internal logger (spec: page-log), which reports how
// the page's own code loads.

import { type LogEntry, makeClientLog } from "./client-log/entries.ts";
import { cleanPath, cleanText } from "./collector/clean.ts";
import { endings } from "./collector.ts";

const slowChunkMs = 3000;
const manifestKey = "integrity_read";

const { log, flush } = makeClientLog({
  now: () => performance.now(),
  clean: cleanText,
  path: () => cleanPath(location.pathname),
  post(body) {
    try {
      navigator.sendBeacon("/api/client-log", new Blob([body], { type: "application/json" }));
    } catch {
      // Dropped.
    }
  },
});

endings.push((vitals) => {
  const data: LogEntry["data"] = {};
  for (const [name, value] of Object.entries(vitals))
    if (value !== undefined) data[name] = Math.round(value * 1000) / 1000;
  log("info", "web vitals", data);
  flush();
});

new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) {
    const { origin, pathname } = new URL(name);
    if (origin !== location.origin || !/^\/assets\/.*\.js$/.test(pathname)) continue;
    const data = { chunk: pathname, ms: Math.round(duration) };
    if (duration > slowChunkMs) log("warn", "slow chunk", data);
    else log("info", "chunk load", data);
  }
}).observe({ type: "resource", buffered: true });
addEventListener("vite:preloadError", (event) => {
  const { payload } = event as Event & { payload?: { message?: string } };
  log("error", "chunk error", { error: cleanText(payload?.message) });
});
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) log("error", "chunk error", { chunk: new URL(target.src).pathname });
  },
  true,
);

/** Logs the number of chunks in the integrity manifest, once per tab, because it is the same for all pages of a build. */
async function logIntegrity() {
  try {
    if (sessionStorage.getItem(manifestKey)) return;
    sessionStorage.setItem(manifestKey, "1");
    const { chunkCount } = (await (await fetch("/integrity-manifest.json")).json()) as { chunkCount: number };
    log("info", "integrity manifest", { chunks: chunkCount });
  } catch {
    log("warn", "integrity manifest unreadable");
  }
}
void logIntegrity();
