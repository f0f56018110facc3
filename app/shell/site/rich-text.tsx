import { Fragment, type ReactNode } from "react";
import { CodeWithin } from "#app/features/content/code-within.tsx";
import { type Block, piecesOf, type Text } from "#app/features/content/rich-text.ts";
import { type ClaimName, claims } from "#app/features/roi/wording/claims.ts";
import { NoteMark } from "./note-mark.tsx";

/** Returns the claims marked in a page's texts as names of the return model. Throws for an unknown mark. */
export const claimNames = (marks: readonly string[]): ClaimName[] =>
  marks.map((mark) => {
    if (!(mark in claims)) throw new Error(`No claim is called ${mark}.`);
    return mark as ClaimName;
  });

/** Renders one text. `notes` are the page's claims in order; `contactEmail` replaces its placeholder. */
export function RichText({
  text,
  notes = [],
  contactEmail = "",
}: {
  text: Text;
  notes?: readonly ClaimName[];
  contactEmail?: string;
}): ReactNode {
  return piecesOf(text).map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence are never reordered
    return <Fragment key={index}>{rendered(piece, notes, contactEmail)}</Fragment>;
  });
}

function rendered(piece: Exclude<Text, string>[number], notes: readonly ClaimName[], contactEmail: string): ReactNode {
  if (typeof piece === "string") return piece;
  if ("text" in piece) return <a href={piece.href}>{piece.text}</a>;
  if ("contactSubject" in piece)
    return <a href={`mailto:${contactEmail}?subject=${encodeURIComponent(piece.contactSubject)}`}>{contactEmail}</a>;
  if ("fact" in piece) return <CodeWithin />;
  if ("strong" in piece) return <strong>{piece.strong}</strong>;
  if ("em" in piece) return <em>{piece.em}</em>;
  const claim = claimNames([piece.claim])[0]!;
  return <NoteMark claim={claim} number={notes.indexOf(claim) + 1} />;
}

/** Renders paragraphs and lists, and tables with `table`. `className`: of each paragraph and list. */
export const RichBlocks = ({
  blocks,
  words,
  table,
  className,
}: {
  blocks: readonly (Text | Block)[];
  /** Renders one text, with the page's notes and address. */
  words: (text: Text) => ReactNode;
  table?: (block: Extract<Block, { kind: "table" }>) => ReactNode;
  className?: string;
}): ReactNode =>
  blocks.map((block, index) => {
    if (typeof block === "string" || !("kind" in block) || block.kind === "text") {
      const text = typeof block === "string" || !("kind" in block) ? block : block.text;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <p key={index} className={className}>
          {words(text)}
        </p>
      );
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
    if (block.kind === "table") return <Fragment key={index}>{table?.(block)}</Fragment>;
    const List = block.isNumbered ? "ol" : "ul";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
      <List key={index} className={className}>
        {block.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <li key={place}>{words(item)}</li>
        ))}
      </List>
    );
  });
