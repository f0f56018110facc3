import layoutDocument, { type DocumentNode, type SafeDocumentNode } from "@react-pdf/layout";
import render from "@react-pdf/render";
import { type DocumentProps, Font, pdf } from "@react-pdf/renderer";
import PDFDocument from "pdfkit";
import type { ReactElement } from "react";
import { registerFonts } from "./fonts.server.ts";
import { type LaidOut, tagLayout } from "./tagging.server.ts";

/** The published type leaves out the fonts. */
const layOut = layoutDocument as (document: DocumentNode, fonts: typeof Font) => Promise<SafeDocumentNode>;

/**
 * A `PdfDocument` as the bytes of a tagged PDF. Costs tens of milliseconds a page on the thread that calls it: long documents
 * are drawn in a thread of their own (platform/threads.server.ts). These are the steps of the library's own `renderToBuffer`,
 * with tags between layout and drawing.
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
  const layout = await layOut(container.document as never, Font);
  tagLayout(file, layout as unknown as LaidOut);
  render(file as never, layout);
  return written;
}
