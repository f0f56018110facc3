import type { ReactElement } from "react";
import { render, toPlainText } from "react-email";

/** Types of html-to-text, which has none: a node of the page, and the text builder. */
type Piece = { name?: string; data?: string; children: Piece[] };
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

/**
 * Renders both bodies of one mail. The text body comes from the same elements: images and preview are dropped, link
 * addresses are in angle brackets (RFC 3986, appendix C), so that a full stop after one is not parsed as a part of it.
 */
export async function renderMail(body: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(body);
  return {
    html,
    text: toPlainText(html, {
      selectors: [
        // Upper case would change names, and the placeholders of shared bodies.
        ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
        { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
        { selector: "tr", format: "factRow" },
        { selector: "td.m-figure", format: "figureCell" },
      ],
      formatters: { factRow, figureCell },
    })
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  };
}
