import { createContext, useContext, useEffect } from "react";
import { tellLoadFailure } from "./load-failure.tsx";

/** This request's nonce, set by entry.server.tsx; undefined in the browser and on content pages. */
export const PageNonce = createContext<string | undefined>(undefined);

declare global {
  interface Window {
    heldSubmits?: { form: HTMLFormElement; submitter: HTMLElement | null }[] | undefined;
    heldPresses?: Set<HTMLElement> | undefined;
    heldTexts?: Map<HTMLInputElement | HTMLTextAreaElement, string> | undefined;
  }
}

/**
 * A form that is sent before the scripts have arrived would go to the server as the browser sees fit. This inline script
 * holds the first submit instead; `useHeldActs` sends it again as soon as the page is alive. Nothing typed is lost.
 */
const holdSubmits = `window.heldSubmits=[];document.addEventListener("submit",function(e){var h=window.heldSubmits;if(!h)return;e.preventDefault();e.stopImmediatePropagation();if(!h.length)h.push({form:e.target,submitter:e.submitter})},true)`;

/**
 * Nor is a button that is pressed too early pressed in vain: each is pressed again, once, however often it was, in the order of
 * the last presses. What the browser does by itself (links, forms, popovers) it does at once.
 */
const holdPresses = `window.heldPresses=new Set;document.addEventListener("click",function(e){var h=window.heldPresses,b=h&&e.target.closest("button[type=button]:not([popovertarget],[commandfor])");if(!b)return;e.stopImmediatePropagation();h.delete(b);h.add(b)},true)`;

/** What is typed before the page is alive stands in the field, but nobody heard of it: it is typed again, all at once. */
const holdTexts = `window.heldTexts=new Map;document.addEventListener("input",function(e){var t=e.target;if(window.heldTexts&&/^(text|search|email|url|tel|number|password|textarea)$/.test(t.type))window.heldTexts.set(t,t.value)},true)`;

/** Schemas would try `eval` for speed, which the page's policy refuses and reports; this tells them not to. */
const schemasWithoutEval = "globalThis.__zod_globalConfig={jitless:true};";

export function EarlyActs() {
  const nonce = useContext(PageNonce);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this file, run under the page's nonce
      dangerouslySetInnerHTML={{
        __html: `${schemasWithoutEval}${holdSubmits};${holdPresses};${holdTexts};${tellLoadFailure}`,
      }}
    />
  );
}

/** Call once in the root: when it runs, everything below is hydrated. */
export function useHeldActs() {
  useEffect(() => {
    const { heldSubmits, heldPresses, heldTexts } = window;
    window.heldSubmits = undefined;
    window.heldPresses = undefined;
    window.heldTexts = undefined;
    for (const [field, text] of heldTexts ?? []) type(field, text);
    for (const button of heldPresses ?? []) button.click();
    for (const { form, submitter } of heldSubmits ?? []) form.requestSubmit(submitter);
  }, []);
}

/** React compares a field with what it last knew of it, and hears only of a difference; the prototype's setter is not watched. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  field.value = field.defaultValue;
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")!.set!.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
