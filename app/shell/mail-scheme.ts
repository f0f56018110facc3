export type SheetScheme = "light" | "dark";

/**
 * The sheet as it looks where the reader's mail program is in that scheme: its dark rules always apply, or never. For
 * previews only; a mail that is sent asks the reader's own program.
 */
export const inScheme = (html: string, scheme: SheetScheme): string =>
  html
    .replaceAll("@media (prefers-color-scheme:dark)", scheme === "dark" ? "@media all" : "@media not all")
    .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`);
