// Visitor analytics (spec: collected): loaded when a page is idle, on collected hosts. Never throws or blocks.
import { receiveCollected } from "#app/lib/browsers/collected.ts";
import {
  changeSession,
  pageSecondsKey,
  sessionId,
  sessionSentKey,
  tabKey,
  wantsPrivacy,
} from "#app/lib/browsers/session-id.ts";
import { type Listen, watchActions } from "./collector/actions.ts";
import { cleanPath, cleanReferrer, cleanText } from "./collector/clean.ts";
import { makePageViews } from "./collector/page-views.ts";
import { type Add, makeQueue, post } from "./collector/queue.ts";
import { campaign, sessionData } from "./collector/session.ts";
import { type Navigation, pageMetrics, watchVitals } from "./collector/watch-vitals.ts";

const titleWaitMs = 100;

/** Collecting must never break the page, and storage may be blocked. */
function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
const listen: Listen = (target, type, run) =>
  target.addEventListener(type, (event) => attempt(() => run(event as never)), true);
const later = (run: () => void, ms: number) => setTimeout(() => attempt(run), ms);
const now = () => performance.now();
const isVisible = () => document.visibilityState === "visible";

/** Called with the vitals of a page that is hidden or left. */
export const endings: ((vitals: Record<string, number | undefined>) => void)[] = [];

function start() {
  const isPrivate = wantsPrivacy();
  /** Stores a value for later documents of the tab; returns the previous one. */
  const exchange = (key: string, value: string) =>
    attempt(() => {
      const before = sessionStorage.getItem(key);
      if (!isPrivate) sessionStorage.setItem(key, value);
      return before;
    });
  const path = () => cleanPath(location.pathname);
  /** App pages, and pages with a token, are about people and firms: titles and texts are not collected. */
  const isPersonal = () => "__reactRouterContext" in window || path().includes(":token");
  const [enqueue, flush] = makeQueue(
    (body) => post("/api/functions/collect-analytics", body),
    () => (isPrivate ? {} : { session_id: sessionId(), admin_user_id: document.documentElement.dataset["admin"] }),
    later,
    now,
  );
  let lastAt = 0;
  const add: Add = (type, data) => {
    lastAt = now();
    const row = { page_path: path(), ...data };
    if (!isPrivate || data["event_type"] === "security_event") enqueue(type, row);
    // For visitors who ask not to be tracked, only page views without any id.
    else if (type === "page_view") enqueue(type, { page_path: row.page_path, page_title: data["page_title"] });
  };

  // The booking frame is part of the page that shows it: it reports actions, but is no view and no visit.
  const isFramed = parent !== window;
  const addOfPage: Add = isFramed ? () => {} : add;
  const [navigation] = performance.getEntriesByType("navigation") as Navigation[];
  const before = cleanReferrer(document.referrer, location.origin);
  const isFromHere = before.startsWith("/");
  const arrived = JSON.stringify(campaign());
  const sent = isFramed ? arrived : attempt(() => sessionStorage.getItem(sessionSentKey));
  // Another campaign is another visit, unless its page was only reloaded: the type is then not `navigate`.
  const isOther = sent && arrived[2] && arrived !== sent && !isFromHere && navigation?.type[0] === "n";
  if (isOther) attempt(changeSession);

  // A tab that was opened from a page of this site continues its visit: it asks the other tabs for a second, and stores nothing more.
  // A tab without a row for 30 minutes is silent, because its visit has ended (visits.server.ts).
  const asksUntil = !sent && isFromHere ? now() + 1000 : 0;
  const joinTabs = () => {
    const tabs = new BroadcastChannel(tabKey);
    listen(tabs, "message", ({ data }: MessageEvent<string>) => {
      if (now() < asksUntil) data && changeSession(data);
      else data || now() - lastAt > 18e5 || tabs.postMessage(sessionId());
    });
    tabs.postMessage("");
    // An open channel would keep the page out of the back/forward cache.
    listen(window, "pagehide", () => tabs.close());
  };
  if (!isPrivate && !isFramed) attempt(joinTabs);

  const views = makePageViews(now, addOfPage, (seconds) => exchange(pageSecondsKey, seconds));
  const view = (referrer: string) => ({
    page_path: path(),
    page_title: isPersonal() ? "" : cleanText(document.title),
    referrer,
  });
  views.load(view(before), navigation?.activationStart ?? 0);
  if (navigation?.responseStatus === 404) add("event", { event_type: "error", event_name: "not_found" });

  // Other pages in the same document. Their title changes after the URL.
  let shown = location.pathname;
  const settle = () => {
    if (location.pathname === shown) return;
    views.change(view(cleanPath(shown)));
    shown = location.pathname;
  };
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = function (...args) {
      original.apply(this, args);
      later(settle, titleWaitMs);
    };
  }
  listen(window, "popstate", () => later(settle, titleWaitMs));

  const vitals = watchVitals(addOfPage, path, navigation, wasHidden);
  watchActions(add, listen, isPersonal);
  receiveCollected(({ type, data }) => attempt(() => add(type, data)));

  // The layout is up to date when the browser reports a scroll.
  const scroll = () => views.scroll((100 * (scrollY + innerHeight)) / document.documentElement.scrollHeight);
  listen(document, "scroll", scroll);
  later(scroll, 0);

  const end = (leave: () => void) => {
    settle();
    leave();
    const values = vitals.report();
    if (values) for (const receive of endings) receive(values);
    flush();
  };
  listen(document, "visibilitychange", () => (isVisible() ? views.show() : end(views.hide)));
  listen(window, "pagehide", () => end(views.leave));
  listen(window, "pageshow", ({ persisted, timeStamp }: PageTransitionEvent) => {
    if (!persisted) return;
    views.load(view(""), timeStamp);
    vitals.restart();
  });

  later(() => {
    if (navigation) addOfPage("page_metrics", pageMetrics(navigation));
    if (sent && !isOther) return;
    exchange(sessionSentKey, arrived);
    add("session", sessionData(isFromHere ? undefined : before));
  }, 0);
}

/** Prerendered pages and background tabs are counted when first visible. */
let isStarted = false;
let wasHidden = false;
function startWhenSeen() {
  if ((document as { prerendering?: boolean }).prerendering || isStarted) return;
  isStarted = isVisible();
  if (isStarted) start();
  else wasHidden = true;
}

const isDevelopment = attempt(() => localStorage.getItem("dev_mode")) === "true";
// A view of the page on which visitors delete their data would start a new visit.
if (!isDevelopment && location.pathname !== "/privacy/my-data") {
  for (const type of ["visibilitychange", "prerenderingchange"]) listen(document, type, startWhenSeen);
  attempt(startWhenSeen);
}
