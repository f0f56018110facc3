/**
 * Text with links, as data: pages render it, structured data and mails use it as plain text. A piece is text, a link,
 * the footnote mark of a claim (a key of the return model's claims), the firm's email address with a subject, or a fact that the
 * firm can set.
 */
export type Inline =
  | string
  | { text: string; href: string }
  | { claim: string }
  | { contactSubject: string }
  | { fact: "codeWithin" };
export type Paragraph = readonly Inline[];

export type Text = string | Paragraph;

export const piecesOf = (text: Text): Paragraph => (typeof text === "string" ? [text] : text);

/** Removes links and marks: `plainText(["See ", { text: "prices", href: "/pricing" }, "."]) === "See prices."` */
export const plainText = (text: Text, facts = { contactEmail: "", codeWithin: "" }): string =>
  piecesOf(text)
    .map((piece) =>
      typeof piece === "string"
        ? piece
        : "text" in piece
          ? piece.text
          : "claim" in piece
            ? ""
            : "fact" in piece
              ? facts[piece.fact]
              : facts.contactEmail,
    )
    .join("");

export const claimsIn = (texts: readonly Text[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      piecesOf(text).flatMap((piece) => (typeof piece !== "string" && "claim" in piece ? [piece.claim] : [])),
    ),
  ),
];
