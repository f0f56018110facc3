/**
 * When the text of each page last changed, with a fingerprint of that text. Written by `node scripts/page-dates.js`; a
 * test compares the fingerprints with the pages as they are served, so that the dates in the site map stay true.
 */
export const pageDates: Readonly<Record<string, { changed: string; text: string }>> = {
  "/": { changed: "2026-11-21", text: "" },
  "/automation-blueprint-gtmarc": { changed: "2026-11-21", text: "" },
  "/automation-grid": { changed: "2026-11-21", text: "" },
  "/our-approach": { changed: "2026-11-21", text: "" },
  "/pricing": { changed: "2026-11-21", text: "" },
  "/faq": { changed: "2026-11-21", text: "" },
  "/assumptions": { changed: "2026-11-21", text: "" },
  "/training": { changed: "2026-11-21", text: "" },
  "/downloads": { changed: "2026-11-21", text: "" },
  "/about": { changed: "2026-11-21", text: "" },
  "/who-we-help-old": { changed: "2026-11-21", text: "" },
  "/contact": { changed: "2026-11-21", text: "" },
  "/privacy-policy": { changed: "2026-11-21", text: "" },
  "/terms-of-service": { changed: "2026-11-21", text: "" },
  "/strategy-session-confirmed": { changed: "2026-11-21", text: "" },
};
