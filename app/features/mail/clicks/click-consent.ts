/* The consent text for counted clicks. Safe in the browser. */

/** Incremented when the text changes; stored with each consent. */
export const clickConsentVersion = "2026-11";
export const clickConsentLabel = "Count which links I open in follow-up emails";
export const clickConsentHint =
  "Optional. It shows us which topics help. You can change this at any time, and every email works without it.";
