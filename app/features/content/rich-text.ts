/**
 * Text with links, as data: pages render it, structured data and mails use it as plain text. A piece is text, a link,
 * the footnote mark of a claim (one of `claimMarks`), the firm's email address with a subject, a fact that the firm can set, or words in
 * bold or italics.
 */
export type Inline =
  | string
  | { text: string; href: string }
  | { claim: string }
  | { contactSubject: string }
  | { fact: "codeWithin" }
  | { strong: string }
  | { em: string };
export type Paragraph = readonly Inline[];

export type Text = string | Paragraph;

/** Paragraphs, lists and tables of a text. */
export type Block =
  | { kind: "text"; text: Text }
  | { kind: "list"; items: readonly Text[]; isNumbered?: true }
  | { kind: "table"; caption: string; head: readonly string[]; rows: readonly (readonly Text[])[] };

/** The claims of the return model that texts can mark (roi/wording/claims.ts). */
export const claimMarks = [
  "aiPowered",
  "hoursLanding",
  "hoursHome",
  "roiFirstYear",
  "returnSixMonths",
  "stackCost",
  "guarantee",
  "outcomes",
  "architect",
  "handmade",
  "productivity",
  "overhead",
  "prediction",
] as const;
export type ClaimMark = (typeof claimMarks)[number];

/** The texts of blocks, in order. A text that is no block is a paragraph. */
export const textsOf = (blocks: readonly (Text | Block)[]): Text[] =>
  blocks.flatMap((block): readonly Text[] => {
    if (typeof block === "string" || !("kind" in block)) return [block];
    return block.kind === "text" ? [block.text] : block.kind === "list" ? block.items : block.rows.flat();
  });

export const piecesOf = (text: Text): Paragraph => (typeof text === "string" ? [text] : text);

/** Removes links and marks: `plainText(["See ", { text: "prices", href: "/pricing" }, "."]) === "See prices."` */
export const plainText = (text: Text, facts = { contactEmail: "", codeWithin: "" }): string =>
  piecesOf(text)
    .map((piece) =>
      typeof piece === "string"
        ? piece
        : "text" in piece
          ? piece.text
          : "strong" in piece
            ? piece.strong
            : "em" in piece
              ? piece.em
              : "claim" in piece
                ? ""
                : "fact" in piece
                  ? facts[piece.fact]
                  : facts.contactEmail,
    )
    .join("");

export const claimsIn = (texts: readonly (Text | Block)[]): string[] => [
  ...new Set(
    textsOf(texts).flatMap((text) =>
      piecesOf(text).flatMap((piece) => (typeof piece !== "string" && "claim" in piece ? [piece.claim] : [])),
    ),
  ),
];
