/** Content pages that look the same for everybody without a session; rendered once and served from memory. */
export const frozenPaths: ReadonlySet<string> = new Set([
  "/",
  "/automation-blueprint-gtmarc",
  "/gtm-systems-blueprint",
  "/automation-audit-roadmap",
  "/our-approach",
]);
