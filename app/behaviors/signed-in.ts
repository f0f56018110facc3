// On content pages of a signed-in visitor, when they are idle: loads the page again after a sign-out in another tab, and the code
// of the areas that the visitor may open next.
import { watchSession } from "#app/lib/browsers/session-end.ts";

function start() {
  watchSession(() => document.querySelector("dialog[open]") ?? location.reload());
  void import("./chunks-ahead.ts").catch(() => {});
}
const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(start);
if (document.readyState === "complete") whenIdle();
else addEventListener("load", whenIdle, { once: true });
