// Browser entry of content pages: the only script they load up front. React arrives with the first island that needs it.
import { onWanted } from "./bus.ts";
if (import.meta.env.DEV) await import("./dev.ts");

const components = import.meta.glob("../islands/*.tsx", { import: "default" });
const started = new Map<HTMLElement, Promise<void>>();
const alive = new Set<HTMLElement>();

function hydrate(el: HTMLElement) {
  if (!started.has(el)) started.set(el, Promise.all([import("./hydrate.ts"), components[`../islands/${el.dataset.island}.tsx`]!()])
    .then(([react, component]) => { react.hydrate(el, component as never); alive.add(el); })
    .catch((error) => { started.delete(el); throw error; })); // offline or mid-deployment: try again at the next interaction
  return started.get(el)!;
}

// Policies
const nearViewport = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) { nearViewport.unobserve(target); void hydrate(target as HTMLElement); }
}, { rootMargin: "200px" });
const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
const afterLoad = (run: () => void) => { if (document.readyState === "complete") run(); else addEventListener("load", run, { once: true }); };
function start() {
  for (const el of document.querySelectorAll<HTMLElement>("[data-island]")) {
    if (el.dataset.when === "visible") nearViewport.observe(el);
    if (el.dataset.when === "idle") afterLoad(() => whenIdle(() => void hydrate(el)));
  }
}
if (document.readyState === "loading") addEventListener("DOMContentLoaded", start, { once: true }); else start();

// Interaction: pointer or focus starts loading; the first click is held and replayed once the island is alive.
const sleeping = (event: Event) => {
  const el = (event.target as Element).closest<HTMLElement>("[data-island]");
  return el && !alive.has(el) ? el : null;
};
for (const type of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(type, (event) => { const el = sleeping(event); if (el) void hydrate(el); });
const held = new Set<HTMLElement>();
document.addEventListener("click", (event) => {
  const el = sleeping(event);
  if (!el || (event.target as Element).closest("a[href]")) return; // links just work
  event.preventDefault();
  event.stopImmediatePropagation();
  if (held.has(el)) return; // an impatient second click must not undo the first
  held.add(el);
  void hydrate(el).finally(() => held.delete(el)).then(() => event.target!.dispatchEvent(new PointerEvent("click", event)));
}, { capture: true });
onWanted((message) => { for (const el of document.querySelectorAll<HTMLElement>(`[data-wake-on="${message}"]`)) void hydrate(el); });
