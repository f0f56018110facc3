// Browser entry of content pages: the only script that they load up front. React is loaded with the first island.
import type { FunctionComponent } from "react";
import { isCollectedHost } from "#app/lib/browsers/collected-host.ts";
import { whenIdle } from "#app/lib/browsers/when-idle.ts";
import { handleDismissal } from "#app/ui/dialogs/dismissal.ts";
import { watchLateMarks } from "#app/ui/logos/late-marks.ts";
import { onWanted } from "./bus.ts";
import { dialogToOpen } from "./dialogs.ts";

if (import.meta.env.DEV) await import("./dev.ts");

// Disables the use of `eval` by schemas, which the page's policy blocks and reports (early-events.tsx does this for app pages).
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };

// The browser cancels a page transition when style sheets are late or the window is resized, and reports the rejection of a
// promise that page code never receives (early-events.tsx does this for app pages).
addEventListener("unhandledrejection", (event) => {
  if (/^(View ?)?Transition/i.test(event.reason?.message)) event.preventDefault();
});

const islands = import.meta.glob<{ default: FunctionComponent }>("./*.tsx", { base: "../islands" });
const started = new WeakMap<HTMLElement, Promise<void>>();

/** Hydrates an island once and sets `data-alive`. If its code fails to load, the next occasion tries again. */
function wake(el: HTMLElement): Promise<void> {
  let life = started.get(el);
  if (!life) {
    life = Promise.all([import("./hydrate.ts"), islands[`./${el.dataset.island}.tsx`]!()])
      .then(([react, island]) => react.hydrate(el, island.default))
      .catch((error: unknown) => {
        started.delete(el);
        throw error;
      });
    started.set(el, life);
  }
  return life;
}
const wakeAhead = (el: HTMLElement | null | undefined) => void (el && wake(el).catch(() => {}));

/**
 * Like `wake`, after a click or message: tries twice, because the first attempt may join a load that is already failing; then
 * sets `data-failed`.
 */
async function wakeNow(el: HTMLElement | null | undefined): Promise<boolean> {
  if (!el) return false;
  delete el.dataset.failed;
  const alive = await wake(el)
    .catch(() => wake(el))
    .then(
      () => true,
      () => false,
    );
  if (!alive) el.dataset.failed = "";
  return alive;
}

const nearViewport = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearViewport.unobserve(target);
      wakeAhead(target as HTMLElement);
    }
  },
  { rootMargin: "200px" },
);
const lateMs = 6000;
const watchAfterMs = 8000;
const afterLoad = (run: () => void) => (document.readyState === "complete" ? run() : addEventListener("load", run));
function start() {
  handleDismissal(document);
  const whileIdle = () => {
    watchLateMarks();
    // Read from the page: as imports they and their own imports would become part of this script.
    const { idle, unwatched } = document.documentElement.dataset;
    if (isCollectedHost(location.hostname)) import(/* @vite-ignore */ idle!).catch(() => {});
    if (unwatched === undefined)
      setTimeout(() => import("#app/behaviors/inspection-watch.ts").catch(() => {}), watchAfterMs);
  };
  afterLoad(() => whenIdle(whileIdle));
  for (const el of document.querySelectorAll<HTMLElement>("[data-island]")) {
    if (el.dataset.when !== "late") continue;
    nearViewport.observe(el);
    afterLoad(() => setTimeout(wakeAhead, lateMs, el));
  }
}
if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
onWanted((message) => {
  for (const el of document.querySelectorAll<HTMLElement>(`[data-wake-on="${message}"]`)) void wakeNow(el);
});

// Interaction: pointer or focus loads the island under it, or the one with the dialog that it would open. Focus in a form that the
// browser posts (the footer's) loads what disables it while it is sent.
const sleeping = ({ target }: Event) => {
  const el = target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;
  return el && !("alive" in el.dataset) ? el : null;
};
const behindDialog = (event: Event) => {
  const dialog = dialogToOpen(event);
  return dialog?.closest<HTMLElement>("[data-island]") ?? dialog?.querySelector<HTMLElement>("[data-island]");
};
for (const type of ["pointerover", "pointerdown", "focusin"])
  document.addEventListener(type, (event) => {
    wakeAhead(sleeping(event));
    wakeAhead(behindDialog(event));
    if ((event.target as HTMLInputElement).form) import("#app/behaviors/form-sending.ts").catch(() => {});
  });
document.addEventListener("click", (event) => {
  void wakeNow(sleeping(event));
  void wakeNow(behindDialog(event));
});

// The first click that needs the island is held and replayed after hydration; native behavior is never held.
const worksByItself =
  "a[href],summary,label,select,textarea,input:not([type=submit],[type=button]),[method=dialog] *,[data-dialog],[data-send],[popovertarget]";
async function hold(el: HTMLElement, replay: () => void) {
  if ("waiting" in el.dataset) return; // a second click must not undo the first
  el.dataset.waiting = "";
  const alive = await wakeNow(el);
  delete el.dataset.waiting;
  if (alive) replay();
}
document.addEventListener(
  "click",
  (event) => {
    const el = sleeping(event);
    const target = event.target as Element;
    if (!el || target.closest(worksByItself)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void hold(el, () => target.dispatchEvent(new PointerEvent("click", event)));
  },
  true,
);
document.addEventListener(
  "submit",
  (event) => {
    const el = sleeping(event);
    const form = event.target as HTMLFormElement;
    if (!el || form.getAttribute("method") === "dialog") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void hold(el, () => form.requestSubmit(event.submitter));
  },
  true,
);
