import { createContext, useContext, useEffect } from "react";
import { tellLoadFailure } from "./load-failure.tsx";

/** This request's nonce, set by entry.server.tsx; undefined in the browser and on content pages. */
export const PageNonce = createContext<string | undefined>(undefined);

declare global {
  interface Window {
    heldSubmits?: { form: HTMLFormElement; submitter: HTMLElement | null }[] | undefined;
  }
}

/**
 * A form that is sent before the scripts have arrived would go to the server as the browser sees fit. This inline script
 * holds the first submit instead; `useHeldSubmit` sends it again as soon as the page is alive. Nothing typed is lost.
 */
const holdSubmits = `window.heldSubmits=[];document.addEventListener("submit",function(e){var h=window.heldSubmits;if(!h)return;e.preventDefault();e.stopImmediatePropagation();if(!h.length)h.push({form:e.target,submitter:e.submitter})},true)`;

/** Schemas would try `eval` for speed, which the page's policy refuses and reports; this tells them not to. */
const schemasWithoutEval = "globalThis.__zod_globalConfig={jitless:true};";

export function EarlySubmit() {
  const nonce = useContext(PageNonce);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this file, run under the page's nonce
      dangerouslySetInnerHTML={{ __html: `${schemasWithoutEval}${holdSubmits};${tellLoadFailure}` }}
    />
  );
}

/** Call once in the root: when it runs, everything below is hydrated. */
export function useHeldSubmit() {
  useEffect(() => {
    const held = window.heldSubmits;
    window.heldSubmits = undefined;
    for (const { form, submitter } of held ?? []) form.requestSubmit(submitter);
  }, []);
}
