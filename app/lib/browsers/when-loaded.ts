import { whenIdle } from "./when-idle.ts";

/** Runs `work` once the page has loaded and is idle, or two seconds after the load. */
export function whenLoadedAndIdle(work: () => void): void {
  if (document.readyState === "complete") whenIdle(work);
  else addEventListener("load", () => whenIdle(work), { once: true });
}
