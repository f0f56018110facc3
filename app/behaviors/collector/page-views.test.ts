import { expect, test } from "vitest";
import { makePageViews } from "./page-views.ts";

function tab() {
  let now = 0;
  let kept: string | undefined;
  const rows: { type: string; data: Record<string, unknown> }[] = [];
  const exchange = (seconds: string) => {
    const before = kept;
    kept = seconds;
    return before;
  };
  return {
    rows,
    wait: (seconds: number) => {
      now += seconds * 1000;
    },
    now: () => now,
    document: () =>
      makePageViews(
        () => now,
        (type, data) => rows.push({ type, data }),
        exchange,
      ),
    views: () =>
      rows.filter(({ type }) => type === "page_view").map(({ data }) => [data["page_path"], data["duration"]]),
    times: () =>
      rows
        .filter(({ data }) => data["event_type"] === "engagement")
        .map(({ data }) => [data["page_path"], data["metadata"]]),
  };
}
const view = (page_path: string) => ({ page_path, page_title: page_path.slice(1), referrer: "" });

test("the first view has no duration; each later one has the seconds on the previous page", () => {
  const { document, now, wait, views } = tab();
  const page = document();
  page.load(view("/auth"), now());
  wait(12);
  page.change(view("/verify-access"));
  wait(3);
  page.change(view("/auth"));
  expect(views()).toEqual([
    ["/auth", undefined],
    ["/verify-access", 12],
    ["/auth", 3],
  ]);
});

test("the duration is passed to the next document of the tab only", () => {
  const { document, now, wait, views } = tab();
  const home = document();
  home.load(view("/"), now());
  wait(8);
  home.leave();
  const pricing = document();
  pricing.load(view("/pricing"), now());
  document().load(view("/faq"), now());
  expect(views()).toEqual([
    ["/", undefined],
    ["/pricing", 8],
    ["/faq", undefined],
  ]);
});

test("hidden time does not count", () => {
  const { document, now, wait, views, times } = tab();
  const page = document();
  page.load(view("/"), now());
  wait(5);
  page.hide();
  wait(600);
  page.show();
  wait(2);
  page.change(view("/auth"));
  expect(views()[1]).toEqual(["/auth", 7]);
  expect(times()).toEqual([
    ["/", { seconds: 5, scroll_percent: 0 }],
    ["/", { seconds: 2, scroll_percent: 0 }],
  ]);
});

test("a document counts from the moment it was shown, not from the start of the collector", () => {
  const { document, wait, views } = tab();
  wait(3);
  const page = document();
  page.load(view("/"), 1000);
  wait(4);
  page.change(view("/auth"));
  expect(views()[1]).toEqual(["/auth", 6]);
});

test("a page restored from the back/forward cache is a new view, following the page that it replaces", () => {
  const { document, now, wait, views } = tab();
  const home = document();
  home.load(view("/"), now());
  wait(10);
  home.hide();
  home.leave();
  const pricing = document();
  pricing.load(view("/pricing"), now());
  wait(4);
  pricing.leave();
  home.load(view("/"), now());
  home.show();
  wait(2);
  home.leave();
  const faq = document();
  faq.load(view("/faq"), now());
  expect(views()).toEqual([
    ["/", undefined],
    ["/pricing", 10],
    ["/", 4],
    ["/faq", 2],
  ]);
});

test("leaving reports the time and the deepest scroll once, and nothing below a second", () => {
  const { document, now, wait, times } = tab();
  const page = document();
  page.load(view("/"), now());
  page.scroll(40.4);
  page.scroll(20);
  wait(0.3);
  page.hide();
  page.show();
  wait(9);
  page.hide();
  page.leave();
  page.leave();
  expect(times()).toEqual([["/", { seconds: 9, scroll_percent: 40 }]]);
});
