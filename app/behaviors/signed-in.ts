// On content pages of a signed-in visitor: loads the page again after a sign-out in another tab, tells other tabs of one here, and,
// when the page is idle, loads the code of the areas that the visitor may open next.
import { watchSession } from "#app/lib/browsers/session-end.ts";
import { whenLoadedAndIdle } from "#app/lib/browsers/when-loaded.ts";

watchSession(() => document.querySelector("dialog[open]") ?? location.reload());
whenLoadedAndIdle(() => void import("./chunks-ahead.ts").catch(() => {}));
