// On content pages of a signed-in visitor: loads the page again after a sign-out in another tab.
import { watchSession } from "#app/lib/session-end.ts";

watchSession(() => document.querySelector("dialog[open]") ?? location.reload());
