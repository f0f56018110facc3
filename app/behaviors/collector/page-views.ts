import type { Add } from "./queue.ts";

export type View = { page_path: string; page_title: string; referrer: string };

/**
 * Page views with the seconds spent on the page before, which may have been another document. Time counts while the page is
 * visible. When a page is hidden or left, an `engagement` event reports the seconds since its last report and how far down
 * it was scrolled, so that the last page of a visit has a duration too. `exchange` keeps the seconds for the next document of the
 * tab and returns those of the one before; an empty text is none.
 */
export function makePageViews(now: () => number, add: Add, exchange: (seconds: string) => string | null | undefined) {
  let page_path: string | undefined;
  let visibleMs = 0;
  let reportedMs = 0;
  let visibleSince: number | undefined;
  let scroll_percent = 0;

  const elapsedMs = () => visibleMs + (visibleSince === undefined ? 0 : now() - visibleSince);
  const inSeconds = (ms: number) => Math.round(ms / 1000);

  function report() {
    const seconds = inSeconds(elapsedMs() - reportedMs);
    if (!page_path || seconds < 1) return;
    reportedMs = elapsedMs();
    add("event", {
      event_type: "engagement",
      event_name: "page_time",
      page_path,
      metadata: { seconds, scroll_percent },
    });
  }

  function start(view: View, duration: number | undefined, since: number | undefined) {
    page_path = view.page_path;
    visibleMs = 0;
    reportedMs = 0;
    scroll_percent = 0;
    visibleSince = since;
    add("page_view", { ...view, duration });
  }

  function hide() {
    report();
    visibleMs = elapsedMs();
    visibleSince = undefined;
  }

  return {
    /** A document that was loaded, or restored from the back/forward cache, and is visible since then. */
    load(view: View, since: number) {
      const before = exchange("");
      start(view, before ? Number(before) : undefined, since);
    },
    change(view: View) {
      report();
      start(view, inSeconds(elapsedMs()), visibleSince === undefined ? undefined : now());
    },
    show() {
      visibleSince ??= now();
    },
    hide,
    /** The document is left. */
    leave() {
      hide();
      exchange(`${inSeconds(visibleMs)}`);
    },
    /** Down to which point the page is visible, in percent. */
    scroll(percent: number) {
      scroll_percent = Math.max(scroll_percent, Math.round(percent));
    },
  };
}
