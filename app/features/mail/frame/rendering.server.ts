import { convert } from "html-to-text";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Types of html-to-text, which has none: a node of the page, and the text builder. */
type Piece = { name?: string; data?: string; attribs?: Record<string, string>; children: Piece[] };
type Writer = {
  openBlock(options: { leadingLineBreaks: number }): void;
  closeBlock(options: { trailingLineBreaks: number }): void;
  addInline(text: string): void;
};

/** A row of MailTable becomes one line of text: label, colon, value. Other rows are layout. */
function factRow(row: Piece, walk: (pieces: Piece[], builder: Writer) => void, builder: Writer) {
  const cells = row.children.filter(({ name }) => name === "th" || name === "td");
  if (cells[0]?.name !== "th") return walk(row.children, builder);
  builder.openBlock({ leadingLineBreaks: 1 });
  for (const cell of cells) {
    walk(cell.children, builder);
    if (cell.name === "th") builder.addInline(cell.children.at(-1)?.data?.endsWith("?") ? " " : ": ");
  }
  builder.closeBlock({ trailingLineBreaks: 1 });
}

/** A cell of MailFigures becomes one line; its line break is visual only. */
function figureCell(cell: Piece, walk: (pieces: Piece[], builder: Writer) => void, builder: Writer) {
  const [label, , value] = cell.children;
  builder.openBlock({ leadingLineBreaks: 1 });
  if (label) walk([label], builder);
  builder.addInline(": ");
  if (value) walk([value], builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
}

/** `[Chart of the week]` */
function description({ attribs }: Piece, _walk: unknown, builder: Writer) {
  if (attribs?.["alt"]) builder.addInline(`[${attribs["alt"]}]`);
}

/** Cells are blocks, except those with a format of their own. */
const blocks = ["td", "th"].map((selector) => ({
  ...{ selector, format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
}));
const skipped = ["img", "[data-skip-in-text=true]"].map((selector) => ({ selector, format: "skip" }));
// Upper case would change names, and the placeholders of shared bodies.
const headings = ["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } }));

const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/**
 * Renders both bodies of one mail. The text body comes from the same elements: the preview and pictures of the frame are dropped, those of the text are their descriptions, link
 * addresses are in angle brackets (RFC 3986, appendix C), so that a full stop after one is not parsed as a part of it.
 */
export function renderMail(body: ReactElement): { html: string; text: string } {
  // React adds a preload for each image; a mail program would fetch it even where images are blocked.
  const markup = renderToStaticMarkup(body).replaceAll(/<link rel="preload"[^>]*>/g, "");
  // The outbox cannot store half a character, and must not refuse a mail because of it.
  const html = doctype + markup.toWellFormed();
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      ...[...skipped, ...blocks, ...headings],
      { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
      { selector: "tr", format: "factRow" },
      { selector: "td.m-figure", format: "figureCell" },
      { selector: "img.m-image", format: "description" },
    ],
    formatters: { factRow, figureCell, description },
  });
  return { html, text: text.replace(/\n{3,}/g, "\n\n").trim() };
}
