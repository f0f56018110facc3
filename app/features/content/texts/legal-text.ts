import type { LegalDocument, LegalSection } from "../legal/legal-document.ts";
import type { Block, Text } from "../rich-text.ts";
import { partsOf, plainOf, readBlocks, type TextReader } from "./text-reader.ts";

/** `sections`: anchors that other pages and invoices refer to. */
type LegalFrame = { path: string; subject: string; sections: readonly string[] };

const maxSections = 40;

/**
 * A version and the day from which it applies, then the title (`#`) with one paragraph and a list, its short summary, then the
 * numbered sections (`##`). `Table: …` above a table is its caption; `{{section:fees}}` is the number of a section.
 */
export function readLegal(text: string, reader: TextReader, frame: LegalFrame): LegalDocument {
  const [before, head, ...parts] = partsOf(text, reader);
  const version = versionOf(before!.body, reader);
  const inside: TextReader = { ...reader, subject: frame.subject, sections: parts.map(({ id }) => id) };
  if (head?.level !== 1) reader.problems.add("Below version and date there is the title: a heading with #.");
  for (const { level, title } of parts)
    if (level !== 2) reader.problems.add(`“${title}” is not a section: write its heading with ##.`);
  if (parts.length === 0 || parts.length > maxSections)
    reader.problems.add(`Write 1 to ${maxSections} sections: headings with ##.`);
  for (const anchor of frame.sections)
    if (!inside.sections!.includes(anchor))
      reader.problems.add(`A section needs the anchor {#${anchor}}: other pages and invoices refer to it.`);
  return {
    ...{ title: head?.title ?? "", path: frame.path, subject: frame.subject },
    ...version,
    ...headOf(head?.body ?? "", inside),
    sections: parts.map(({ id, title, body }): LegalSection => {
      if (!body) reader.problems.add(`“${title}” has no text.`);
      return { id, title, blocks: withCaptions(readBlocks(body, inside, { tables: title })) };
    }),
  };
}

const firstLines = /^Version: *([1-9]\d{0,2}) *\r?\nEffective: *(\d{4}-\d{2}-\d{2})\s*(?:\n|$)/;
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/** Version and day of a text or its beginning; null if they are missing or no day. */
export function firstLinesOf(text: string): Pick<LegalDocument, "version" | "effectiveOn"> | null {
  const [, version = "", day = ""] = firstLines.exec(text) ?? [];
  return day !== "" && isDay(day) ? { version: Number(version), effectiveOn: day } : null;
}

function versionOf(lines: string, reader: TextReader): Pick<LegalDocument, "version" | "effectiveOn"> {
  const found = lines.split("\n").length === 2 ? firstLinesOf(lines) : null;
  if (found) return found;
  reader.problems.add(
    "The text begins with two lines, such as “Version: 2” and “Effective: 2026-12-01”, and an empty line.",
  );
  return { version: 1, effectiveOn: "2000-01-01" };
}

function headOf(body: string, reader: TextReader): Pick<LegalDocument, "lede" | "short"> {
  const [lede, list, ...more] = readBlocks(body, reader);
  if (lede?.kind !== "text" || (list && list.kind !== "list") || more.length > 0)
    reader.problems.add("Below the title, write one paragraph and one list, a short summary of the text.");
  return {
    lede: lede?.kind === "text" ? plainOf(lede.text, reader) : "",
    short: list?.kind === "list" ? list.items : [],
  };
}

const caption = /^Table: +(?=\S)/;
const captionIn = (text: Text) => (typeof text === "string" && caption.test(text) ? text.replace(caption, "") : null);

/** A paragraph `Table: …` before a table becomes its caption. */
const withCaptions = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block, at): Block[] => {
    const [before, after] = [blocks[at - 1], blocks[at + 1]];
    if (block.kind === "text" && after?.kind === "table" && captionIn(block.text) !== null) return [];
    const written = before?.kind === "text" ? captionIn(before.text) : null;
    return [block.kind === "table" && written !== null ? { ...block, caption: written } : block];
  });
