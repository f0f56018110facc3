import { convert } from "html-to-text";

/** Types of html-to-text, which has none: an element of the page, and the text builder. */
type Element = { attribs: Record<string, string | undefined>; children: Element[] };
type Writer = {
  openBlock(options: { leadingLineBreaks: number; reservedLineLength: number }): void;
  closeBlock(options: { trailingLineBreaks: number; blockTransform: (text: string) => string }): void;
};

/** Limits of an HTML body: of the text that is searched, and of what is parsed of it. */
const maxSearched = 1_000_000;
export const maxHtml = 120_000;
const maxDepth = 80;

const ownLine = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];

/**
 * Returns the text of an HTML reply, without images and URLs; lines of quotes begin with "> ".
 */
export function textOfHtml(html: string): string {
  const skip = { format: "skip" } as const;
  try {
    return convert(withoutStyles(html).slice(0, maxHtml), {
      wordwrap: false,
      formatters: { quote },
      limits: { maxDepth, maxInputLength: maxHtml },
      selectors: [
        ...["td", "th"].map((selector) => ({ selector, format: "block", options: ownLine })),
        { selector: "a", options: { ignoreHref: true } },
        { selector: "p", options: ownLine },
        { selector: "blockquote", format: "quote" },
        ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
        ...["img", "style", "script", "title"].map((selector) => ({ selector, ...skip })),
      ],
    });
  } catch {
    return withoutTags(html.slice(0, maxHtml));
  }
}

/** Marks the lines of a quote. Gmail and Outlook use the same element to indent a person's own words. */
function quote(element: Element, walk: (elements: Element[], builder: Writer) => void, builder: Writer) {
  const { type, cite, class: name, style = "" } = element.attribs;
  const isIndented = !type && !cite && !name && /border:\s?none|margin-left:/i.test(style);
  builder.openBlock({ leadingLineBreaks: 1, reservedLineLength: 2 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 1,
    blockTransform: (text) =>
      isIndented
        ? text
        : text
            .trim()
            .split("\n")
            .map((line) => `> ${line}`)
            .join("\n"),
  });
}

/** For HTML that the parser refuses. */
const withoutTags = (html: string) =>
  html
    .split("<")
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf(">") + 1)))
    .join(" ");

/** Outlook puts tens of thousands of characters of styles and comments before the text. */
export function withoutStyles(page: string): string {
  const html = page.slice(0, maxSearched);
  const parts: string[] = [];
  let place = 0;
  for (const { index } of html.matchAll(/<(?:style[\s>]|!--)/gi)) {
    if (index < place) continue;
    const isComment = html.startsWith("<!--", index);
    const end = isComment ? html.indexOf("-->", index + 4) : endOfStyle(html, index);
    // Without an end the parser decides what it is.
    if (end < 0) break;
    parts.push(html.slice(place, index));
    place = end + (isComment ? 3 : "</style>".length);
  }
  return parts.join("") + html.slice(place);
}

function endOfStyle(html: string, from: number): number {
  const end = /<\/style>/gi;
  end.lastIndex = from;
  return end.exec(html)?.index ?? -1;
}
