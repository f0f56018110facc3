import { createContext, useContext, useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { ScrollRestoration, UNSAFE_useScrollRestoration as useScrollRestoration } from "react-router";
import type { EditableControl } from "#app/ui/early-edit.ts";
import { keepCaret } from "#app/ui/keep-caret.ts";
import { reportLoadFailure } from "./load-failure.tsx";

/**
 * What only the server knows about an app page: this request's nonce, React's own chunks, which the page loads as script
 * elements from its head, and whether an earlier page had the same scripts (page-scripts.tsx). Set by entry.server.tsx; null in
 * the browser and on content pages.
 */
export const AppPage = createContext<{ nonce: string; scripts: readonly string[]; scriptsKnown: boolean } | null>(null);

declare global {
  interface Window {
    heldSubmits?: { form: HTMLFormElement; submitter: HTMLElement | null }[] | undefined;
    heldPresses?: Set<HTMLElement> | undefined;
  }
}

/**
 * A form that is sent before the scripts have arrived would go to the server as the browser sees fit. This inline script
 * holds the first submit instead; `useHeldEvents` sends it again as soon as the page is hydrated.
 */
const holdSubmits = `window.heldSubmits=[];document.addEventListener("submit",function(e){var h=window.heldSubmits;if(!h)return;e.preventDefault();e.stopImmediatePropagation();if(!h.length)h.push({form:e.target,submitter:e.submitter})},true)`;

/**
 * Clicks on buttons are held and replayed, once per button, in the order of the last clicks. What the browser does without
 * scripts (links, forms, popovers) it does at once.
 */
const holdPresses = `window.heldPresses=new Set;document.addEventListener("click",function(e){var h=window.heldPresses,b=h&&e.target.closest("button[type=button]:not([popovertarget],[commandfor])");if(!b)return;e.stopImmediatePropagation();h.delete(b);h.add(b)},true)`;

/** Edits made before hydration are visible in the field, but no handler was called. See also ui/early-edit.ts. */
const holdEdits = `window.heldEdits=new Map;document.addEventListener("input",function(e){var h=window.heldEdits,t=e.target;if(h&&/^(INPUT|SELECT|TEXTAREA)$/.test(t.tagName)&&t.type!=="file")h.set(t,/^(checkbox|radio)$/.test(t.type)?t.checked:t.value)},true)`;

/** Schemas would try `eval` for speed, which the page's policy blocks and reports; this disables it. */
const schemasWithoutEval = "globalThis.__zod_globalConfig={jitless:true};";

/**
 * The browser cancels the transition between two pages when the window changes its size or style sheets come late, and reports
 * the rejection of a promise that no page code was given (island-kit/browser.ts does it for content pages).
 */
const ignoreCanceledTransitions = `addEventListener("unhandledrejection",function(e){if(/^(View ?)?Transition/i.test(e.reason&&e.reason.message))e.preventDefault()});`;

/**
 * True on the server and while its HTML is hydrated. Inline scripts are part of that HTML only: when React creates one later
 * (the document is rendered anew after an error in the root), Trusted Types refuse it and the page would stay blank.
 */
const useIsHydrating = () =>
  useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );

/** React Router's, whose inline script is needed before hydration only. */
export const KeepScroll = () => (useIsHydrating() ? <ScrollRestoration /> : <KeepScrollWhenAlive />);

function KeepScrollWhenAlive() {
  useScrollRestoration();
  return null;
}

export function EarlyEvents() {
  const page = useContext(AppPage);
  if (!useIsHydrating()) return null;
  return (
    <>
      <script
        nonce={page?.nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this file, run under the page's nonce
        dangerouslySetInnerHTML={{
          __html: `${schemasWithoutEval}${ignoreCanceledTransitions}${holdSubmits};${holdPresses};${holdEdits};${reportLoadFailure}`,
        }}
      />
      {page?.scripts.map((src) => (
        <script key={src} type="module" async src={src} />
      ))}
    </>
  );
}

/** Call once in the root: its effects run when everything below is hydrated. */
export function useHeldEvents() {
  // Controlled fields of the design system have reported their edits by now (ui/early-edit.ts). Form libraries have reset others:
  // those get their text back before the next keystroke can arrive, and report it as soon as the libraries listen.
  useLayoutEffect(() => {
    const putCaretBack = keepCaret();
    for (const [control, edit] of window.heldEdits ?? []) writeUnseen(control, edit);
    putCaretBack();
  }, []);
  useEffect(() => {
    const { heldSubmits, heldPresses, heldEdits } = window;
    window.heldSubmits = undefined;
    window.heldPresses = undefined;
    window.heldEdits = undefined;
    for (const [control, edit] of heldEdits ?? []) replayEdit(control, edit);
    for (const button of heldPresses ?? []) button.click();
    for (const { form, submitter } of heldSubmits ?? []) form.requestSubmit(submitter);
  }, []);
}

/** React hears only of a difference to the value that it last set through the element; the prototype's setter bypasses that. */
function writeUnseen(control: EditableControl, edit: string | boolean) {
  const key = typeof edit === "boolean" ? "checked" : "value";
  if ((control as HTMLInputElement)[key] === edit) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), key)!.set!.call(control, edit);
}

function replayEdit(control: EditableControl, edit: string | boolean) {
  if (typeof edit === "boolean") {
    (control as HTMLInputElement).checked = !edit;
    control.click();
    return;
  }
  const putCaretBack = keepCaret();
  if (!(control instanceof HTMLSelectElement)) control.value = control.defaultValue;
  writeUnseen(control, edit);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  putCaretBack();
}
