import type { ReactElement } from "react";
import { render, toPlainText } from "react-email";

/** Of html-to-text, which brings no types: a piece of the page, and what the text is written with. */
type Piece = { name?: string; data?: string; children: Piece[] };
type Writer = {
  openBlock(options: { leadingLineBreaks: number }): void;
  closeBlock(options: { trailingLineBreaks: number }): void;
  addInline(text: string): void;
};

/** A row of MailTable is one line of text: label, colon, value. Other rows are layout. */
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

/** A cell of MailFigures likewise; its line break is for the eye. */
function figureCell(cell: Piece, walk: (pieces: Piece[], builder: Writer) => void, builder: Writer) {
  const [label, , value] = cell.children;
  builder.openBlock({ leadingLineBreaks: 1 });
  if (label) walk([label], builder);
  builder.addInline(": ");
  if (value) walk([value], builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
}

/**
 * Both bodies of one mail. The text body is made from the same elements: pictures and preview left out, addresses of links
 * in angle brackets (RFC 3986, appendix C), so that a full stop after one is not taken for a part of it.
 */
export async function renderMail(body: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(body);
  return {
    html,
    text: toPlainText(html, {
      selectors: [
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
