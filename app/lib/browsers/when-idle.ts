/** A page that moves all the time on a slow device is never idle; work for such a page starts after this time, in ms. */
const patienceMs = 2000;

/** Runs `work` once the page has loaded and is idle, or two seconds after the load. */
export function whenLoadedAndIdle(work: () => void): void {
  if (document.readyState === "complete") whenIdle(work);
  else addEventListener("load", () => whenIdle(work), { once: true });
}

/** Runs `work` when the page is idle, or in two seconds; without `requestIdleCallback` (Safari), in one second. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: patienceMs });
  else setTimeout(work, 1000);
}
