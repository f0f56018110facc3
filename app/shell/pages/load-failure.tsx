import css from "./load-failure.module.css";

const id = "load-failure";

/** Hidden in every app page until `reportLoadFailure` shows it. */
export const LoadFailure = () => (
  <p id={id} className={`strong ${css.failure}`} role="alert" hidden suppressHydrationWarning>
    Failed to load application. Please refresh the page.
  </p>
);

/**
 * Inline script that shows the message if an app page's scripts cannot be loaded. They are an inline module (an error event at
 * the script element) that imports the entry (a rejected promise). After hydration `heldSubmits` is gone and failures have
 * their own screen (error-screen.tsx).
 */
export const reportLoadFailure = `(function(){function show(){var e=document.getElementById("${id}");if(e)e.hidden=false}function failed(){if(!window.heldSubmits)return;show();addEventListener("DOMContentLoaded",show)}addEventListener("error",function(e){if(e.target.tagName==="SCRIPT")failed()},true);addEventListener("unhandledrejection",function(e){if(/module/i.test(e.reason&&e.reason.message))failed()})})();`;
