export type SheetScheme = "light" | "dark";

/**
 * Forces a color scheme on a mail: its dark rules always apply, or never. For previews only; sent mail follows the reader's
 * mail program.
 */
export const inScheme = (html: string, scheme: SheetScheme): string =>
  html
    .replaceAll("@media (prefers-color-scheme:dark)", scheme === "dark" ? "@media all" : "@media not all")
    .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`);
