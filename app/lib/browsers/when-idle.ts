/** A page that moves all the time on a slow device is never idle; work for such a page starts after this time, in ms. */
const patienceMs = 2000;

/** Runs `work` when the page is idle, or in two seconds; without `requestIdleCallback` (Safari), in one second. */
export function whenIdle(work: () => void): void {
  window.requestIdleCallback?.(work, { timeout: patienceMs }) ?? setTimeout(work, 1000);
}
