import layoutDocument, { type DocumentNode, type SafeDocumentNode } from "@react-pdf/layout";
import render from "@react-pdf/render";
import { type DocumentProps, Font, pdf } from "@react-pdf/renderer";
import PDFDocument from "pdfkit";
import type { ReactElement } from "react";
import archivo400 from "./fonts/archivo-400.ttf?inline";
import archivo520 from "./fonts/archivo-520.ttf?inline";
import archivo600 from "./fonts/archivo-600.ttf?inline";
import sourceSerif from "./fonts/source-serif-4.ttf?inline";
import splineMono from "./fonts/spline-sans-mono.ttf?inline";
import { faces } from "./ink.server.ts";
import { type LaidOut, tagLayout } from "./tagging.server.ts";
import { documentFonts, type DocumentNode as Prepared } from "./text/document-fonts.server.ts";
import { drawWithFallback } from "./text/glyph-drawing.server.ts";
import { wordPieces } from "./text/line-breaks.server.ts";

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

let registered = false;

/** Registers the fonts with the renderer, once per process. No hyphenation, which would break figures and tool names. */
export function registerFonts(): void {
  if (registered) return;
  registered = true;
  Font.register({
    family: faces.sans,
    fonts: [
      { src: archivo400, fontWeight: 400 },
      { src: archivo520, fontWeight: 520 },
      { src: archivo600, fontWeight: 600 },
    ],
  });
  Font.register({ family: faces.serif, src: sourceSerif });
  Font.register({ family: faces.mono, src: splineMono });
  Font.registerHyphenationCallback(wordPieces);
}
