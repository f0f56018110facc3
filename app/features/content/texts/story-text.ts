import { type Block, plainText, type Text } from "../rich-text.ts";
import {
  factTexts,
  partsOf,
  plainOf,
  readBlocks,
  readParagraphs,
  type TextPart,
  type TextReader,
} from "./text-reader.ts";

/** `kind`: sections with these anchors have a form of their own on the page; others are texts. */
export type StorySection = { id: string; title: string; lead: Text | null } & (
  | { kind: "handoffs"; stages: readonly { title: string; text: Text }[] }
  | { kind: "values"; values: readonly { title: string; text: Text; means: Text | null }[] }
  | { kind: "promises"; head: readonly string[]; rows: readonly (readonly Text[])[] }
  | { kind: "text"; blocks: readonly Block[] }
);

export type Story = {
  title: string;
  lede: string;
  /** A sentence in large letters, and what is below it. */
  quote: { text: string; source: string | null } | null;
  paragraphs: readonly Text[];
  sections: readonly StorySection[];
};

const maxSections = 12;
/** As many as there are drawings. */
const maxStages = 4;

/**
 * A title (`#`) with one paragraph, an optional quotation (`>`, its second paragraph names its source) and paragraphs; then sections (`##`).
 * `{#handoffs}` is drawn as growing teams, `{#values}` as values with drawings, and `{#promises}` is a table of two columns.
 */
export function readStory(text: string, reader: TextReader): Story {
  const [before, ...parts] = partsOf(text, reader);
  const [head, ...rest] = parts;
  if (before!.body || head?.level !== 1) {
    reader.problems.add("The text begins with its title: a heading with #.");
    return { title: "", lede: "", quote: null, paragraphs: [], sections: [] };
  }
  const { body, quote } = withoutQuote(head.body, reader);
  const [lede, ...paragraphs] = readParagraphs(body, reader);
  if (lede === undefined) reader.problems.add(`“${head.title}” needs a paragraph below it.`);
  return {
    title: head.title,
    lede: plainOf(lede ?? "", reader),
    quote,
    paragraphs,
    sections: sectionsOf(rest, reader),
  };
}

/** Lines that begin with `>`: the quotation, then its source. */
function withoutQuote(body: string, reader: TextReader): { body: string; quote: Story["quote"] } {
  const lines = body.split("\n");
  const quoted = lines.filter((line) => line.startsWith(">")).map((line) => line.replace(/^>\s?/, ""));
  const [text, source, ...more] = readParagraphs(quoted.join("\n"), reader).map((one) => plainOf(one, reader));
  if (more.length > 0) reader.problems.add("There is one quotation, with one line for its source.");
  return {
    body: lines.filter((line) => !line.startsWith(">")).join("\n"),
    quote: text === undefined ? null : { text, source: source ?? null },
  };
}

function sectionsOf(parts: readonly TextPart[], reader: TextReader): StorySection[] {
  const groups: { part: TextPart; items: TextPart[] }[] = [];
  for (const part of parts) {
    if (part.level === 1) reader.problems.add(`There is one title (#): write “${part.title}” with ##.`);
    if (part.level === 3 && groups.length > 0) groups.at(-1)!.items.push(part);
    else if (part.level === 3)
      reader.problems.add(`“${part.title}” is not in a section: write a heading with ## above it.`);
    else groups.push({ part, items: [] });
  }
  if (groups.length > maxSections) reader.problems.add(`There are more than ${maxSections} sections.`);
  return groups.map(({ part, items }) => sectionOf(part, items, reader));
}

function sectionOf(part: TextPart, items: readonly TextPart[], reader: TextReader): StorySection {
  const { id, title, body } = part;
  switch (id) {
    case "handoffs": {
      if (items.length === 0 || items.length > maxStages)
        reader.problems.add(`“${title}” needs 1 to ${maxStages} headings (###), which are drawn.`);
      const stages = items.slice(0, maxStages).map((item) => ({ title: item.title, text: oneParagraph(item, reader) }));
      return { id, title, kind: id, lead: leadOf(part, reader), stages };
    }
    case "values": {
      if (items.length === 0) reader.problems.add(`“${title}” needs a heading with ### for each value.`);
      const values = items.map((item) => {
        const [text = "", means = null, ...more] = readParagraphs(item.body, reader);
        if (more.length > 0) reader.problems.add(`“${item.title}” has at most two paragraphs.`);
        return { title: item.title, text, means };
      });
      return { id, title, kind: id, lead: leadOf(part, reader), values };
    }
    case "promises": {
      const blocks = readBlocks(body, reader, { tables: title });
      const [lead, table, ...more] = blocks[0]?.kind === "text" ? blocks : [undefined, ...blocks];
      if (table?.kind !== "table" || table.head.length !== 2 || more.length > 0 || items.length > 0)
        reader.problems.add(
          `“${title}” needs a table of two columns, with at most one paragraph above it and nothing else.`,
        );
      const { head, rows } = table?.kind === "table" ? table : { head: [], rows: [] };
      return { id, title, kind: id, lead: lead?.kind === "text" ? lead.text : null, head, rows };
    }
    default: {
      const blocks = [
        ...readBlocks(body, reader),
        ...items.flatMap((item): Block[] => [
          { kind: "text", text: [{ strong: item.title }] },
          ...readBlocks(item.body, reader),
        ]),
      ];
      if (blocks.length === 0) reader.problems.add(`“${title}” has no text.`);
      return { id, title, kind: "text", lead: null, blocks };
    }
  }
}

function leadOf({ title, body }: TextPart, reader: TextReader): Text | null {
  const [lead = null, ...more] = readParagraphs(body, reader);
  if (more.length > 0) reader.problems.add(`“${title}” has at most one paragraph above its headings.`);
  return lead;
}

function oneParagraph({ title, body }: TextPart, reader: TextReader): Text {
  const [text = "", ...more] = readParagraphs(body, reader);
  if (text === "" || more.length > 0) reader.problems.add(`“${title}” has one paragraph.`);
  return text;
}

const maxFooter = 300;

/** One short paragraph, with links. */
export function readFooter(text: string, reader: TextReader): Text {
  const [first = "", ...more] = readParagraphs(text, reader);
  if (more.length > 0) reader.problems.add("The footer has one paragraph.");
  if (plainText(first, factTexts(reader)).length > maxFooter)
    reader.problems.add(`The footer has at most ${maxFooter} characters.`);
  return first;
}
