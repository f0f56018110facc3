/* What people agree to when their clicks are counted. Safe in the browser. */

/** Raised when the wording changes; stored with each consent. */
export const clickConsentVersion = "2026-11";
export const clickConsentLabel = "Count which links I open in follow-up emails";
export const clickConsentHint =
  "Optional. It shows us which topics help. You can change this at any time, and every email works without it.";
