import archivoFile from "./fonts/archivo.woff2?url";
import serifFile from "./fonts/source-serif-4.woff2?url";

/** Headings, interface and numbers: fetched ahead on every page. */
export const archivoUrl: string = archivoFile;
/** Running text, which content pages begin with. The third face and the further letters arrive with the style sheet. */
export const serifUrl: string = serifFile;
