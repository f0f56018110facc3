import { cleanHref, cleanPath, cleanText, selectorOf } from "./clean.ts";
import { makeDeadClicks, makeRageDetector, reacting, reactingElement } from "./clicks.ts";
import type { Add } from "./queue.ts";

export type Listen = (target: EventTarget, type: string, run: (event: never) => void) => void;

const maxFaults = 20;
const fileLink = /\.\w{2,4}$/;
/** Text links to these pages are calls to action. */
const actionPath = /^\/(automation-blueprint-gtmarc|contact|blueprint\/wizard|schedule)/;

/**
 * Collects clicks, submitted forms, downloads, copying, pasting, errors and warnings; never field values or copied text.
 * `isPersonal`: no element texts either.
 */
export function watchActions(add: Add, listen: Listen, isPersonal: () => boolean): void {
  const behavior = (behavior_type: string, element?: Element, metadata?: object) =>
    add("behavior", { behavior_type, element_selector: element && selectorOf(element), metadata });
  const event = (event_type: string, event_name: string, more?: object) =>
    add("event", { event_type, event_name, ...more });
  const conversion = (conversion_type: string, conversion_name: string) =>
    add("conversion", { conversion_type, conversion_name });

  const [isRage, calm] = makeRageDetector();
  const isTextSelected = () => getSelection()?.type === "Range";
  const changes = new MutationObserver(() => reacted());
  const [click, alive] = makeDeadClicks<Element>(
    (element) => isTextSelected() || behavior("dead_click", element),
    () => changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true }),
    () => changes.disconnect(),
  );
  const reacted = () => {
    alive();
    calm();
  };
  for (const type of ["scroll", "submit", "toggle", "blur", "pagehide"])
    listen(window, type, ({ target }: Event) => {
      // Blur of an element caused by the click itself is not an effect.
      if (type !== "blur" || target === window) reacted();
    });

  listen(window, "click", ({ target, timeStamp, isTrusted }: MouseEvent) => {
    if (!isTrusted || !(target instanceof Element)) return;
    const pressed = target.closest(`a[href],summary,${reacting}`);
    const clicked = pressed ?? target;
    // Three clicks in a field or text select it.
    if (!target.closest("input,textarea,select,label") && isRage(clicked, timeStamp) && !isTextSelected())
      behavior("rage_click", clicked);
    click(reactingElement(target));
    if (pressed) press(pressed);
  });

  function press(pressed: Element) {
    const href = pressed instanceof HTMLAnchorElement ? cleanHref(pressed, location.origin) : "";
    const isHere = href.startsWith("/");
    // biome-ignore lint/performance/useDomNodeTextContent: that also has the hidden label of a busy button
    const shown = (pressed as HTMLElement).innerText;
    const text = isPersonal() ? "" : cleanText(pressed.getAttribute("aria-label") ?? shown);
    event("click", isHere ? "link" : href ? "outbound_link" : "button", {
      element_id: cleanText(pressed.id),
      element_class: cleanText(pressed.className),
      element_text: text,
      metadata: { href },
    });
    // Downloads by our own script are reported once complete (behaviors/download.ts).
    if (pressed.matches("[data-dialog],[data-send]") || (actionPath.test(href) && pressed.closest("main")))
      conversion("button_click", text || href || pressed.localName);
    else if (isHere && fileLink.test(href) && !pressed.matches("[data-download]")) conversion("download", href);
  }

  listen(window, "submit", ({ target: form }: SubmitEvent & { target: HTMLFormElement }) => {
    if (form.querySelector<HTMLInputElement>("[name=email_confirm]")?.value)
      event("security_event", "honeypot_triggered");
    // The name of its dialog or its URL; never field values.
    if (form.matches("[method=post i]:valid"))
      conversion("form_submit", cleanText(form.closest("dialog")?.id ?? cleanPath(new URL(form.action).pathname)));
  });

  for (const type of ["copy", "paste"])
    listen(window, type, ({ target }: { target: Element }) => behavior(type, target));

  let faults = 0;
  const fault = (type: string, message: unknown) => {
    faults += 1;
    if (message && faults <= maxFaults) behavior(type, undefined, { message: cleanText(message) });
  };
  type Fault = { message?: string; reason?: { message?: string }; defaultPrevented: boolean };
  for (const type of ["error", "unhandledrejection"])
    listen(window, type, ({ message, reason, defaultPrevented }: Fault) => {
      // Files that failed to load have no message.
      if (!defaultPrevented) fault("error", message ?? reason?.message ?? reason);
    });
  // biome-ignore lint/suspicious/noConsole: warnings are collected
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    warn.apply(console, words);
    if (typeof words[0] === "string") fault("warning", words[0]);
  };
}
