import MarkdownIt, { type Token } from "markdown-it";

/*
 * Markdown of architects and admins, parsed into a plain tree that React renders element by element. It never becomes
 * HTML, so text cannot become markup; links can only be http, https and mailto. Images of this site are images, others are links to
 * them, because no page loads anything from elsewhere.
 */

export type MarkdownNode =
  | string
  | {
      tag: MarkdownTag;
      href?: string;
      start?: number;
      src?: string;
      alt?: string;
      /** Of a table in a text of the site: its first line and the line after it. */
      lines?: [number, number];
      children: MarkdownNode[];
    };

const tags = [
  "p",
  "h3",
  "h4",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "code",
  "strong",
  "em",
  "s",
  "a",
  "br",
  "hr",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "img",
] as const;
export type MarkdownTag = (typeof tags)[number];

const known: ReadonlySet<string> = new Set(tags);
/** The text is below an h2, so its headings begin at h3. */
const headings: Record<string, MarkdownTag> = { h1: "h3", h2: "h3", h3: "h3", h4: "h4", h5: "h4", h6: "h4" };

type Reading = { hasTables: boolean; linkify: boolean; typographer: boolean };

const newReader = ({ hasTables, ...options }: Reading) =>
  new MarkdownIt({ html: false, ...options }).disable(hasTables ? [] : ["table"]);

/** One for each choice, made on first use. */
const readers = new Map<string, ReturnType<typeof newReader>>();
function readerFor(reading: Reading) {
  const key = JSON.stringify(reading);
  const known = readers.get(key) ?? newReader(reading);
  readers.set(key, known);
  return known;
}

/** From each `//` on, the rest of the text is searched for the end of an address; more of them are not made links. */
const maxAddresses = 1000;

/**
 * Rows are padded to the width of the heading, so a few thousand characters could become 65,000 cells, a second of work
 * for each reader. Text that could exceed this number is parsed without tables.
 */
const maxCells = 10_000;

function mayBeHuge(text: string): boolean {
  const lines = text.split("\n");
  const widest = lines.reduce((most, line) => Math.max(most, line.split("|").length), 0);
  return widest * lines.length > maxCells;
}

/**
 * `readMarkdown("**Now**")` is `[{ tag: "p", children: [{ tag: "strong", children: ["Now"] }] }]`. Links without a host
 * are dropped, unless `base` is the URL that they are relative to.
 */
export const readMarkdown = (text: string, base?: string): MarkdownNode[] =>
  build(
    readerFor({
      hasTables: !mayBeHuge(text),
      linkify: text.split("//", maxAddresses + 2).length <= maxAddresses + 1,
      typographer: true,
    }).parse(text, {}),
    base,
  );

/** Stands for the site that shows the text, so that paths of it are links too. */
const ownSite = "own site";
const siteReading: Reading = { hasTables: true, linkify: false, typographer: false };

/**
 * Texts of the site's own pages: characters stay as they were typed, and paths (`/pricing`) and anchors (`#fees`) are links too. Other
 * addresses than these, http, https and mailto are dropped as in `readMarkdown`, and the same tables are read as text.
 */
export const readSiteMarkdown = (text: string): MarkdownNode[] =>
  build(readerFor({ ...siteReading, hasTables: !mayBeHuge(text) }).parse(text, {}), ownSite);

/** A line of such a text, a heading for example, in which nothing is a block: `1. About` stays as it is. */
export const readSiteInline = (line: string): MarkdownNode[] =>
  build(readerFor(siteReading).parseInline(line, {}), ownSite);

export function plainText(text: string): string {
  const lines = (nodes: readonly MarkdownNode[]): string =>
    nodes
      .map((node) => {
        if (typeof node === "string") return node;
        if (node.tag === "br") return "\n";
        const inner = lines(node.children);
        return blocks.has(node.tag) ? `${inner}\n` : inner;
      })
      .join("");
  return lines(readMarkdown(text))
    .replace(/\n{2,}/g, "\n")
    .trim();
}

const blocks: ReadonlySet<string> = new Set(["p", "h3", "h4", "li", "blockquote", "pre", "tr", "td", "th"]);

function build(tokens: readonly Token[], base: string | undefined): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  const add = (...nodes: MarkdownNode[]) => open.at(-1)!.push(...nodes);
  for (const token of tokens) {
    if (token.hidden) continue;
    if (token.nesting === -1) open.pop();
    else if (token.nesting === 1) {
      const node = element(token, base);
      add(node);
      open.push(node.children);
    } else add(...leaf(token, base));
  }
  return root;
}

function element(token: Token, base: string | undefined) {
  const tag = headings[token.tag] ?? (known.has(token.tag) ? (token.tag as MarkdownTag) : "p");
  const href = tag === "a" ? safeHref(token.attrGet("href"), base) : undefined;
  const start = tag === "ol" ? Number(token.attrGet("start") ?? 1) : 1;
  const lines = tag === "table" && base === ownSite ? token.map : null;
  return {
    ...{ tag, ...(href && { href }), ...(start !== 1 && { start }), ...(lines && { lines }) },
    children: [] as MarkdownNode[],
  };
}

function leaf(token: Token, base: string | undefined): MarkdownNode[] {
  switch (token.type) {
    case "inline":
      return build(token.children ?? [], base);
    case "text":
    case "text_special":
      return token.content === "" ? [] : [token.content];
    case "softbreak":
      return ["\n"];
    case "hardbreak":
      return [{ tag: "br", children: [] }];
    case "hr":
      return [{ tag: "hr", children: [] }];
    case "image":
      return [imageNode(token, base)];
    case "code_inline":
      return [{ tag: "code", children: [token.content] }];
    case "fence":
    case "code_block":
      return [{ tag: "pre", children: [{ tag: "code", children: [token.content] }] }];
    default:
      return token.content ? [token.content] : [];
  }
}

function imageNode(token: Token, base: string | undefined): MarkdownNode {
  const src = String(token.attrGet("src") ?? "");
  const alt = token.content.trim();
  const isOwn = base === undefined || base === ownSite ? /^\/(?!\/)/.test(src) : isOfSite(src, base);
  if (isOwn && alt !== "")
    return {
      tag: "img",
      src: base === undefined || base === ownSite ? src : new URL(src, base).href,
      alt,
      children: [],
    };
  const href = safeHref(src, base);
  return href ? { tag: "a", href, children: [alt || href] } : alt;
}

const isOfSite = (src: string, base: string): boolean =>
  URL.canParse(src, base) && new URL(src, base).origin === new URL(base).origin;

function safeHref(href: string | number | null, base: string | undefined): string | undefined {
  if (base === ownSite) return /^(#|\/(?![/\\]))/.test(String(href)) ? String(href) : safeHref(href, undefined);
  if (typeof href !== "string" || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  if (!["http:", "https:", "mailto:"].includes(url.protocol)) return undefined;
  return base === undefined ? href : url.href;
}
