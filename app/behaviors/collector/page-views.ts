import type { Add } from "./queue.ts";

export type View = { page_path: string; page_title: string; referrer: string };

/**
 * Page views with the seconds spent on the previous page, which may have been another document. Only visible time counts. When
 * a page is hidden or left, an `engagement` event reports the seconds since its last report and the scroll depth, so that the
 * last page of a visit has a duration too. `exchange` stores the seconds for the tab's next document and returns those of the
 * previous one; an empty string means none.
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
    /** A document was loaded or restored from the back/forward cache, and has been visible since then. */
    load(view: View, since: number) {
      const before = exchange("");
      start(view, before ? +before : undefined, since);
    },
    change(view: View) {
      report();
      start(view, inSeconds(elapsedMs()), visibleSince === undefined ? undefined : now());
    },
    show() {
      visibleSince ??= now();
    },
    hide,
    leave() {
      hide();
      exchange(`${inSeconds(visibleMs)}`);
    },
    /** Scroll depth in percent. */
    scroll(percent: number) {
      scroll_percent = Math.max(scroll_percent, Math.round(percent));
    },
  };
}
