// The developer-tools banner (public-site §4, decision 28): loaded when a page is idle, and only where it is wanted.
import { inspectionAlert, inspectionScore } from "#app/lib/inspection.ts";

const everyMs = 2000;
const showsMs = 10_000;
const fadesMs = 500;
const spam = { logs: 50, withinMs: 5000 };

const timer = setInterval(look, everyMs);

/**
 * The costly signs, a statement that stops the page and a line in the console, are tried only when the cheap ones have
 * been seen: without them no alarm is possible, so nobody else notices anything.
 */
function look() {
  const windowGapPx = Math.max(outerWidth - innerWidth, outerHeight - innerHeight);
  const hasFirebug = "Firebug" in window;
  const cheap = { windowGapPx, hasFirebug, debuggerMs: 0, isInspected: false };
  if (inspectionScore(cheap) === 0) return;
  const isInspected = isConsoleRead();
  if (inspectionScore({ ...cheap, isInspected, debuggerMs: Number.POSITIVE_INFINITY }) < inspectionAlert) return;
  if (inspectionScore({ ...cheap, isInspected, debuggerMs: timeOfStop() }) < inspectionAlert) return;
  clearInterval(timer);
  showBanner();
  tell("devtools_detected");
}

function isConsoleRead(): boolean {
  let isRead = false;
  const bait = Object.defineProperty(new Image(), "id", {
    get: () => {
      isRead = true;
      return "";
    },
  });
  // biome-ignore lint/suspicious/noConsole: only an open console reads what is written here
  console.debug(bait);
  return isRead;
}

function timeOfStop(): number {
  const began = performance.now();
  // biome-ignore lint/suspicious/noDebugger: it stops the page only while developer tools are open, which is the question
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
  banner.append(title, text);
  Object.assign(banner.style, {
    position: "fixed",
    inset: "0 0 auto 0",
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

/** More than fifty lines within five seconds are no person's work. Told once. */
let times: number[] = [];
let isToldOfSpam = false;
// biome-ignore lint/suspicious/noConsole: it has to be listened to
const write = console.log.bind(console);
console.log = (...words: unknown[]) => {
  write(...words);
  if (isToldOfSpam) return;
  const now = performance.now();
  times = [...times.filter((time) => now - time < spam.withinMs), now];
  if (times.length <= spam.logs) return;
  isToldOfSpam = true;
  tell("console_spam");
};

function tell(event_name: string) {
  const session_id = sessionStorage.getItem("session_id") ?? localStorage.getItem("visitor_session_id");
  if (!session_id) return;
  const data = { event_type: "security_event", event_name, page_path: location.pathname };
  navigator.sendBeacon("/api/functions/collect-analytics", JSON.stringify({ type: "event", session_id, data }));
}
