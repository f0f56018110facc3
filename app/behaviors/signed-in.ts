// On content pages of a signed-in visitor, when they are idle: loads the page again after a sign-out in another tab, and the code
// of the areas that the visitor may open next.
import { watchSession } from "#app/lib/browsers/session-end.ts";
import { whenLoadedAndIdle } from "#app/lib/browsers/when-idle.ts";

whenLoadedAndIdle(() => {
  watchSession(() => document.querySelector("dialog[open]") ?? location.reload());
  void import("./chunks-ahead.ts").catch(() => {});
});
