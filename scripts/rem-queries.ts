/** The text size, in px, at which style sheets write their breakpoints. */
const designedFor = 16;

/** "(max-width: 900px)" → "(max-width: 56.25rem)" */
export const queryInRem = (query: string): string =>
  query.replace(/(\d+(?:\.\d+)?)px\b/g, (_, px: string) => `${Number(px) / designedFor}rem`);

const rewrite = (rule: { params: string }) => {
  rule.params = queryInRem(rule.params);
};

/**
 * Breakpoints follow the reader's text size: style sheets write them in px at 16 px text, served sheets have them in rem.
 * With text of 32 px a window of 1440 px then gets the layout of one of 720 px (docs/decisions/0215-rem-queries.md).
 */
export const remQueries = { postcssPlugin: "gtmarc-rem-queries", AtRule: { media: rewrite, container: rewrite } };
