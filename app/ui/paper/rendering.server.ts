import type { DocumentProps } from "@react-pdf/renderer";
import { renderToBuffer } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { registerFonts } from "./fonts.server.ts";

/**
 * A `PaperDocument` as the bytes of a PDF. Costs tens of milliseconds a page on the thread that calls it: long documents
 * are drawn in a thread of their own (platform/threads.server.ts).
 */
export async function renderPaper(document: ReactElement<DocumentProps>): Promise<Uint8Array> {
  registerFonts();
  return renderToBuffer(document);
}
