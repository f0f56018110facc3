import { type MarkdownNode, readSiteInline, readSiteMarkdown } from "#app/lib/formats/markdown.ts";
import { counted } from "#app/lib/numbers.ts";
import { cut } from "#app/lib/words/cut.ts";
import { slugOf } from "#app/lib/words/slug.ts";
import { type Block, claimMarks, type Inline, piecesOf, plainText, type Text } from "../rich-text.ts";

/*
 * Reads texts that the firm may change. A text is Markdown: headings divide it into parts, and below them are paragraphs, lists and, in
 * some texts, tables. `{{firm_name}}` is a fact of the settings, filled in after parsing, so a fact is never markup; `[^guarantee]` is the
 * footnote mark of a claim, in the FAQ. Nothing becomes HTML. What a page cannot show is a problem, one sentence each, and the text is
 * then refused; only bold and italics may be dropped, since their words stay.
 */

/** What can be written as `{{name}}`, with its value now. */
export type TextFacts = Readonly<Record<string, string>>;

export type TextReader = {
  facts: TextFacts;
  problems: Set<string>;
  /** Of mails to the contact address. */
  subject?: string;
  /** The anchors of numbered sections, in order. */
  sections?: readonly string[];
  /** Whether the page explains footnotes. */
  hasFootnotes?: true;
  /** Whether the text was accepted before, perhaps by an earlier release: what that could not know is no problem. */
  isKept?: boolean;
};

/** A heading with the text below it. Level 0 is the text before the first heading. `id`: its anchor. */
export type TextPart = { level: number; title: string; id: string; body: string };

/** Ids of the pages and of the editor, which shows the text too. */
const ownIds: ReadonlySet<string> = new Set([
  ...["main", "page-of-dialog", "site-drawer", "admin-drawer", "footer-email", "notes", "contents", "who"],
  ...["overtaken", "preview", "history", "difference", "difference-title"],
]);

/** Divides a text at its headings of level 1 to 3. Headings without an anchor of their own get one from their title. */
export function partsOf(text: string, reader: TextReader): TextPart[] {
  const parts: TextPart[] = [{ level: 0, title: "", id: "", body: "" }];
  const anchors = new Map<string, number>();
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    const found = headingOf(line);
    if (!found) {
      parts.at(-1)!.body += `${line}\n`;
      continue;
    }
    const { level, written, anchor } = found;
    if (level > 3) reader.problems.add(`“${line.trim()}” is a heading below the third level: use at most ###.`);
    const title = plainOf(inlineOf(readSiteInline(written), reader), reader);
    if (anchor && ownIds.has(anchor))
      reader.problems.add(`The anchor {#${anchor}} belongs to the page: choose another.`);
    else if (anchor && anchors.has(anchor)) reader.problems.add(`The anchor {#${anchor}} is used twice.`);
    const id = anchor ?? freeAnchor(slugOf(title) || `part-${parts.length}`, anchors);
    for (const used of level < 3 ? [id, `${id}-title`] : [id]) if (!anchors.has(used)) anchors.set(used, 1);
    parts.push({ level, title, id, body: "" });
  }
  return parts.map((part) => ({ ...part, body: part.body.trim() }));
}

/** `## Fees {#fees}`, also with marks at its end. No pattern searches a run again. */
function headingOf(line: string): { level: number; written: string; anchor: string | undefined } | null {
  const [, marks = "", text = ""] = /^(#{1,6})[ \t]+(\S.*)$/.exec(line.trimEnd()) ?? [];
  if (!marks) return null;
  const [open, last] = lastWordOf(text);
  const written = /^#+$/.test(last) ? open : text;
  const [title, end] = lastWordOf(written);
  const [, anchor] = /^\{#([\w-]+)\}$/.exec(end) ?? [];
  return { level: marks.length, written: anchor ? title : written, anchor };
}

/** A text without its last word, and that word; it is empty for a text of one word. */
function lastWordOf(text: string): [string, string] {
  const at = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\t"));
  return at === -1 ? [text, ""] : [text.slice(0, at).trimEnd(), text.slice(at + 1)];
}

/** `taken`: by anchor, the last number that was tried. */
function freeAnchor(wanted: string, taken: Map<string, number>): string {
  let number = taken.get(wanted) ?? (ownIds.has(wanted) ? 1 : 0);
  if (number === 0) return wanted;
  do number += 1;
  while (taken.has(`${wanted}-${number}`));
  taken.set(wanted, number);
  return `${wanted}-${number}`;
}

/** A text where the page has only words, with its facts. */
export function plainOf(text: Text, reader: TextReader): string {
  const plain = plainText(text, factTexts(reader));
  if (piecesOf(text).some((piece) => typeof piece !== "string" && ("text" in piece || "claim" in piece)))
    reader.problems.add(`“${cut(plain, 60)}” is plain text: it cannot have a link or a footnote.`);
  return plain;
}

/** `tables`: the caption of tables, where the text may have some. */
export function readBlocks(body: string, reader: TextReader, { tables }: { tables?: string } = {}): Block[] {
  return readSiteMarkdown(body).flatMap((node): Block[] => {
    if (typeof node === "string") return [];
    switch (node.tag) {
      case "p":
        return [{ kind: "text", text: inlineOf(node.children, reader) }];
      case "ul":
      case "ol":
        if (node.start !== undefined)
          reader.problems.add(`A numbered list begins with 1, not with ${node.start}${placeOf(body)}.`);
        return [
          {
            kind: "list",
            items: node.children.flatMap((item) => (typeof item === "string" ? [] : [itemOf(item.children, reader)])),
            ...(node.tag === "ol" && { isNumbered: true as const }),
          },
        ];
      case "table":
        if (tables !== undefined) return [tableOf(node, tables, body, reader)];
    }
    reader.problems.add(`This text cannot have ${names[node.tag] ?? "this formatting"}${placeOf(body)}.`);
    return [];
  });
}

type MarkdownElement = Exclude<MarkdownNode, string>;

const names: Partial<Record<MarkdownElement["tag"], string>> = {
  ...{ h3: "a heading there", h4: "a heading there", table: "a table", blockquote: "a quotation there" },
  ...{ pre: "a block of code", hr: "a horizontal rule", img: "a picture" },
};

const placeOf = (body: string) => ` (near “${cut(body.trim(), 40)}…”)`;

/** Only paragraphs. */
export const readParagraphs = (body: string, reader: TextReader): Text[] =>
  readBlocks(body, reader).flatMap((block) => {
    if (block.kind === "text") return [block.text];
    reader.problems.add(`This text cannot have a list${placeOf(body)}.`);
    return [];
  });

/** The one paragraph of a body without formatting; empty if there is none. `what` names it in the problem. */
export function readPlain(body: string, reader: TextReader, what: string): string {
  const paragraphs = readParagraphs(body, reader);
  if (paragraphs.length > 1) reader.problems.add(`${what} is one paragraph${placeOf(body)}.`);
  return plainOf(paragraphs[0] ?? "", reader);
}

function itemOf(nodes: readonly MarkdownNode[], reader: TextReader): Text {
  const inner = nodes.flatMap((node): readonly MarkdownNode[] => {
    if (typeof node === "string" || node.tag !== "p") return [node];
    return [" ", ...node.children];
  });
  return inlineOf(inner[0] === " " ? inner.slice(1) : inner, reader);
}

function tableOf({ children, lines }: MarkdownElement, caption: string, body: string, reader: TextReader): Block {
  const [head = [], ...rows] = children
    .flatMap((group) => (typeof group === "string" ? [] : group.children))
    .map((row) =>
      typeof row === "string"
        ? []
        : row.children.map((cell) => (typeof cell === "string" ? cell : inlineOf(cell.children, reader))),
    );
  for (const line of body.split("\n").slice(...(lines ?? [])))
    if (cellsIn(line) !== head.length)
      reader.problems.add(
        `“${cut(line, 60)}” has ${counted(cellsIn(line), "cell")}, and the table has ${counted(head.length, "column")}.`,
      );
  return { kind: "table", caption, head: head.map((cell) => plainOf(cell, reader)), rows };
}

/** As they are written: a parser drops the cells of a row that has more than the head. */
const cellsIn = (line: string): number =>
  line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/).length;

function inlineOf(nodes: readonly MarkdownNode[], reader: TextReader): Text {
  const pieces: Inline[] = [];
  const add = (piece: Inline) => {
    const last = pieces.at(-1);
    if (typeof piece === "string" && typeof last === "string") pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  };
  for (const node of joined(nodes)) {
    if (typeof node === "string") for (const piece of marked(node, reader)) add(piece);
    else for (const piece of elementOf(node, reader)) add(piece);
  }
  return pieces.length === 1 && typeof pieces[0] === "string" ? pieces[0] : pieces;
}

/** Texts side by side as one, because a parser may divide `[^guarantee]`. Line breaks are spaces. */
function joined(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const all: MarkdownNode[] = [];
  for (const node of nodes) {
    const text = typeof node === "string" ? node.replaceAll("\n", " ") : node.tag === "br" ? " " : null;
    const last = all.at(-1);
    if (text !== null && typeof last === "string") all[all.length - 1] = last + text;
    else all.push(text ?? node);
  }
  return all;
}

const addresses = "https://…, mailto:…, /a-page of this site or #an-anchor, without placeholders";

function elementOf(node: MarkdownElement, reader: TextReader): Inline[] {
  const plain = () => plainOf(inlineOf(node.children, reader), reader);
  switch (node.tag) {
    case "a":
      if (node.href && !/%7B%7B/i.test(node.href)) return [{ text: plain(), href: node.href }];
      reader.problems.add(`The link “${plain()}” has an address that is not allowed: use ${addresses}.`);
      return [];
    case "strong":
      return [{ strong: plain() }];
    case "em":
      return [{ em: plain() }];
    case "code":
    case "s":
      return [plain()];
    case "img":
      reader.problems.add("This text cannot have a picture.");
      return [];
    default:
      reader.problems.add("This text cannot have a list within a list, or blocks within a list.");
      return [];
  }
}

/** For `plainText`. */
export const factTexts = ({ facts }: TextReader) => ({
  contactEmail: facts["contact_email"] ?? "",
  codeWithin: facts["code_within"] ?? "",
});

const marks = /\{\{\s*(\w+(?::[\w-]+)?)\s*\}\}|\[\^([\w-]*)\]/g;
const isClaim = (name: string) => (claimMarks as readonly string[]).includes(name);

/** The number of a section: `section:fees`; 0 for other facts and unknown sections. */
const numberOf = (fact: string, { sections = [] }: TextReader): number =>
  fact.startsWith("section:") ? sections.indexOf(fact.slice("section:".length)) + 1 : 0;

/** A text with its facts filled in and its footnote marks. */
function marked(text: string, reader: TextReader): Inline[] {
  const pieces: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(marks)) {
    const [written, fact, claim] = found;
    pieces.push(text.slice(from, found.index));
    from = found.index + written.length;
    if (claim !== undefined) {
      if (!reader.hasFootnotes) reader.problems.add(`${written} is not possible here: only the FAQ has footnotes.`);
      else if (isClaim(claim)) pieces.push({ claim });
      else reader.problems.add(`${written} is not a footnote. Available footnotes: ${claimMarks.join(", ")}.`);
    } else if (fact === "code_within") pieces.push({ fact: "codeWithin" });
    else if (fact === "contact_email") pieces.push({ contactSubject: reader.subject ?? "" });
    else if (numberOf(fact!, reader) > 0) pieces.push(String(numberOf(fact!, reader)));
    else if (Object.hasOwn(reader.facts, fact!)) pieces.push(reader.facts[fact!]!);
    else
      reader.problems.add(
        `${written} is not a placeholder. Available placeholders: ${Object.keys(reader.facts).join(", ")}.`,
      );
  }
  const rest = text.slice(from);
  if (/\{\{|\}\}/.test(rest)) reader.problems.add("A placeholder is not closed: {{firm_name}}.");
  if (/\]\(\s*\S/.test(rest))
    reader.problems.add(`“${cut(rest.trim(), 60)}” has a link with an address that is not allowed: use ${addresses}.`);
  return [...pieces, rest].filter((piece) => piece !== "");
}
