import layoutDocument, { type DocumentNode, type SafeDocumentNode } from "@react-pdf/layout";
import render from "@react-pdf/render";
import { type DocumentProps, type Font, pdf } from "@react-pdf/renderer";
import PDFDocument from "pdfkit";
import type { ReactElement } from "react";
import { registerFonts } from "./fonts.server.ts";
import { type LaidOut, tagLayout } from "./tagging.server.ts";
import { documentFonts, type DocumentNode as Prepared } from "./text/document-fonts.server.ts";
import { drawWithFallback } from "./text/glyph-drawing.server.ts";

/** The published type omits the fonts. */
const layOut = layoutDocument as (document: DocumentNode, fonts: typeof Font) => Promise<SafeDocumentNode>;

/**
 * Renders a `PdfDocument` to a tagged PDF. Takes tens of milliseconds per page on the calling thread, so long documents use a
 * worker thread (platform/threads.server.ts). Follows the library's `renderToBuffer`, with tagging between layout and drawing.
 */
export async function renderPdf(document: ReactElement<DocumentProps>): Promise<Uint8Array> {
  registerFonts();
  const { container } = pdf(document) as unknown as { container: { document: { props: DocumentProps } } };
  const { title, author, subject, creator, producer, creationDate, modificationDate, language, pdfVersion } =
    container.document.props;
  const file = new PDFDocument({
    pdfVersion,
    lang: language,
    displayTitle: true,
    autoFirstPage: false,
    tagged: true,
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      Creator: creator,
      Producer: producer,
      CreationDate: creationDate,
      ModDate: modificationDate,
    },
  });
  const chunks: Uint8Array[] = [];
  const written = new Promise<Uint8Array>((resolve, reject) => {
    file.on("data", (chunk) => chunks.push(chunk));
    file.on("end", () => resolve(Buffer.concat(chunks)));
    file.on("error", reject);
  });
  const fonts = await documentFonts(container.document as unknown as Prepared);
  const layout = await layOut(container.document as never, fonts);
  drawWithFallback(file);
  tagLayout(file, layout as unknown as LaidOut);
  render(file as never, layout);
  return written;
}
