import { createContext, useContext, useEffect, useLayoutEffect } from "react";
import { ScrollRestoration, UNSAFE_useScrollRestoration as useScrollRestoration } from "react-router";
import type { EditableControl } from "#app/ui/drafts/early-edit.ts";
import { keepCaret } from "#app/ui/drafts/keep-caret.ts";
import { useIsHydrated } from "#app/ui/drafts/use-hydrated.ts";
import { reportLoadFailure } from "./load-failure.tsx";

/**
 * Server-only data of an app page: the request's nonce, React's chunks, which the page loads as script elements in its head,
 * and whether an earlier page had the same scripts (page-scripts.tsx). Set by entry.server.tsx; null in the browser and on
 * content pages.
 */
export const AppPage = createContext<{ nonce: string; scripts: readonly string[]; scriptsKnown: boolean } | null>(null);

/**
 * Without this, a form submitted before hydration would be sent by the browser. This inline script holds the first submit;
 * `useHeldEvents` repeats it once the page is hydrated.
 */
const holdSubmits = `window.heldSubmits=[];document.addEventListener("submit",function(e){var h=window.heldSubmits;if(!h)return;e.preventDefault();e.stopImmediatePropagation();if(!h.length)h.push({form:e.target,submitter:e.submitter})},true)`;

/**
 * Clicks on buttons before hydration are held and replayed, once per button, in the order of the last clicks. Native behavior
 * (links, forms, popovers) works at once.
 */
const holdPresses = `window.heldPresses=new Set;document.addEventListener("click",function(e){var h=window.heldPresses,b=h&&e.target.closest("button[type=button]:not([popovertarget],[commandfor])");if(!b)return;e.stopImmediatePropagation();h.delete(b);h.add(b)},true)`;

/** Edits before hydration are visible in the field, but no handler was called. See also ui/drafts/early-edit.ts. */
const holdEdits = `window.heldEdits=new Map;document.addEventListener("input",function(e){var h=window.heldEdits,t=e.target;if(h&&/^(INPUT|SELECT|TEXTAREA)$/.test(t.tagName)&&t.type!=="file")h.set(t,/^(checkbox|radio)$/.test(t.type)?t.checked:t.value)},true)`;

/** Disables the use of `eval` by schemas, which the page's policy blocks and reports. */
const schemasWithoutEval = "globalThis.__zod_globalConfig={jitless:true};";

/**
 * The browser cancels a page transition when the window is resized or style sheets are late, and reports the rejection of a
 * promise that page code never receives (island-kit/browser.ts does this for content pages).
 */
const ignoreCanceledTransitions = `addEventListener("unhandledrejection",function(e){if(/^(View ?)?Transition/i.test(e.reason&&e.reason.message))e.preventDefault()});`;

/**
 * True on the server and during hydration. Inline scripts are only in the server's HTML: if React creates one later (when it
 * rerenders the document after an error in the root), Trusted Types block it and the page would stay blank.
 */
export const useIsHydrating = (): boolean => !useIsHydrated();

/** React Router's scroll restoration; its inline script is only needed before hydration. */
export const KeepScroll = () => (useIsHydrating() ? <ScrollRestoration /> : <KeepScrollHydrated />);

function KeepScrollHydrated() {
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

/** Call once in the root, so that its effects run after everything below is hydrated. */
export function useHeldEvents() {
  // Controlled fields of the design system have reported their edits by now (ui/drafts/early-edit.ts). Form libraries have reset other
  // fields: restore their text before the next keystroke, and report it once the libraries listen.
  useLayoutEffect(() => {
    const putCaretBack = keepCaret();
    for (const [control, edit] of window.heldEdits ?? []) writeUntracked(control, edit);
    putCaretBack();
  }, []);
  useEffect(() => {
    const { heldSubmits, heldPresses, heldEdits } = window;
    window.heldSubmits = undefined;
    window.heldPresses = undefined;
    window.heldEdits = undefined;
    for (const [control, edit] of heldEdits ?? []) replayEdit(control, edit);
    const presses = [...(heldPresses ?? [])].map((button) => () => button.click());
    const submits = (heldSubmits ?? []).map(
      ({ form, submitter }) =>
        () =>
          form.requestSubmit(submitter),
    );
    // Handlers of this render do not know the edits yet; React renders these before the next microtask.
    void [...presses, ...submits].reduce((before, replay) => before.then(replay), Promise.resolve());
  }, []);
}

/** React only notices a change against the value that it last set on the element; the prototype's setter bypasses this tracking. */
function writeUntracked(control: EditableControl, edit: string | boolean) {
  const key = typeof edit === "boolean" ? "checked" : "value";
  if ((control as HTMLInputElement)[key] === edit) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), key)!.set!.call(control, edit);
}

/** Sets a field as if its user had edited it, for controlled and uncontrolled fields. */
export function replayEdit(control: EditableControl, edit: string | boolean) {
  if (typeof edit === "boolean") {
    (control as HTMLInputElement).checked = !edit;
    control.click();
    return;
  }
  const putCaretBack = keepCaret();
  if (!(control instanceof HTMLSelectElement)) control.value = control.defaultValue;
  writeUntracked(control, edit);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  putCaretBack();
}
