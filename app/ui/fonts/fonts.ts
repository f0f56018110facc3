import archivoFile from "./archivo.woff2?url";
import serifFile from "./source-serif-4.woff2?url";

/** Headings, interface and numbers: preloaded on every page. */
export const archivoUrl: string = archivoFile;
/** Body text, preloaded on content pages. The third face and further characters are loaded by the style sheet. */
export const serifUrl: string = serifFile;
