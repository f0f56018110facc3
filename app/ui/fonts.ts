import archivoFile from "./fonts/archivo.woff2?url";

/** Address of the one face worth preloading: headings, interface and numbers. The other two arrive with the style sheet. */
export const archivoUrl: string = archivoFile;
