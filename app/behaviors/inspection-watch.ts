// The developer-tools banner and the console trap (spec: inspection): loaded when a page is idle, except for admins and with
// DEVTOOLS_BANNER=off. Both only report a security event; neither restricts the visitor.
import { collectSecurityEvent } from "#app/lib/browsers/collected-goals.ts";
import { inspectionAlert, inspectionScore } from "#app/lib/program/inspection.ts";

const everyMs = 2000;
const showsMs = 10_000;
const fadesMs = 500;
const spam = { logs: 50, withinMs: 5000 };

const timer = setInterval(check, everyMs);

/**
 * The disturbing checks, a debugger statement and a console line, run only after a cheap check succeeded: without it the score
 * cannot reach the threshold, so other visitors notice nothing.
 */
function check() {
  const windowGapPx = Math.max(outerWidth - innerWidth, outerHeight - innerHeight);
  const hasFirebug = "Firebug" in window;
  const cheap = { windowGapPx, hasFirebug, debuggerMs: 0, isInspected: false };
  if (inspectionScore(cheap) === 0) return;
  const isInspected = isConsoleRead();
  if (inspectionScore({ ...cheap, isInspected, debuggerMs: Number.POSITIVE_INFINITY }) < inspectionAlert) return;
  if (inspectionScore({ ...cheap, isInspected, debuggerMs: timeOfStop() }) < inspectionAlert) return;
  clearInterval(timer);
  showBanner();
  collectSecurityEvent("devtools_detected");
}

function isConsoleRead(): boolean {
  let isRead = false;
  const bait = Object.defineProperty(new Image(), "id", {
    get: () => {
      isRead = true;
      return "";
    },
  });
  // biome-ignore lint/suspicious/noConsole: only an open console reads this property
  console.debug(bait);
  return isRead;
}

function timeOfStop(): number {
  const began = performance.now();
  // biome-ignore lint/suspicious/noDebugger: it stops the page only while developer tools are open
  debugger;
  return performance.now() - began;
}

function showBanner() {
  const banner = document.createElement("div");
  banner.setAttribute("role", "status");
  const title = document.createElement("strong");
  title.textContent = "Developer Tools Detected";
  const text = document.createElement("p");
  text.textContent = "For security reasons, certain features may be restricted.";
  const words = document.createElement("div");
  words.append(title, text);
  const dismiss = document.createElement("button");
  dismiss.type = "button";
  dismiss.textContent = "Dismiss";
  dismiss.addEventListener("click", () => banner.remove());
  Object.assign(dismiss.style, {
    flex: "none",
    minHeight: "2.75rem",
    padding: "0 1rem",
    border: "1px solid currentColor",
    background: "none",
    color: "inherit",
    font: "inherit",
    cursor: "pointer",
  });
  banner.append(words, dismiss);
  Object.assign(banner.style, {
    position: "fixed",
    // Neither over the navigation at the top nor over the buttons of the wizard at the bottom.
    inset: `auto 0 ${footHeight()}px 0`,
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "1rem",
    zIndex: "var(--z-toast)",
    padding: "0.8rem 1.25rem",
    background: "var(--ink)",
    color: "var(--surface-sheet)",
    fontSize: "var(--t-small)",
    transition: `opacity ${fadesMs}ms`,
  });
  document.body.append(banner);
  setTimeout(() => {
    banner.style.opacity = "0";
    setTimeout(() => banner.remove(), fadesMs);
  }, showsMs);
}

/** The height of what stays at the bottom edge. */
function footHeight(): number {
  const staying = document
    .elementsFromPoint(innerWidth / 2, innerHeight - 1)
    .find((element) => /fixed|sticky/.test(getComputedStyle(element).position));
  return staying ? innerHeight - staying.getBoundingClientRect().top : 0;
}

/** More than 50 lines within five seconds come from a script. Reported once per page. */
let times: number[] = [];
let isSpamReported = false;
// biome-ignore lint/suspicious/noConsole: the trap counts calls
const write = console.log.bind(console);
console.log = (...words: unknown[]) => {
  write(...words);
  if (isSpamReported) return;
  const now = performance.now();
  times = [...times.filter((time) => now - time < spam.withinMs), now];
  if (times.length <= spam.logs) return;
  isSpamReported = true;
  collectSecurityEvent("console_spam");
};
