/** The text size in px for which style sheets define breakpoints. */
const designedFor = 16;

/** "(max-width: 900px)" → "(max-width: 56.25rem)" */
export const queryInRem = (query: string): string =>
  query.replace(/(\d+(?:\.\d+)?)px\b/g, (_, px: string) => `${Number(px) / designedFor}rem`);

const rewrite = (rule: { params: string }) => {
  rule.params = queryInRem(rule.params);
};

/**
 * Makes breakpoints follow the reader's text size: sources have px at 16 px text, served style sheets have rem. With 32 px text
 * a window of 1440 px gets the layout of one of 720 px (docs/decisions/0078-the-first-view.md).
 */
export const remQueries = { postcssPlugin: "gtmarc-rem-queries", AtRule: { media: rewrite, container: rewrite } };
