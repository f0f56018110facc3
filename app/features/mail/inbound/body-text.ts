import { maxHtml, textOfHtml, withoutStyles } from "./html-text.ts";

/*
 * Returns the readable text of a mail from the tree of its parts. The parser's own text joins everything: the footer of
 * a list replaces the HTML body before it, and lines of `format=flowed` (RFC 3676) are joined over blank lines and
 * levels of quotes, so that an answer becomes part of the quoted line above it.
 */

/** A part as postal-mime keeps it. */
export type MailPart = {
  childNodes: MailPart[];
  contentType: { parsed: { value: string; params: Record<string, string> }; multipart: string | false };
  contentDisposition: { parsed: { value: string; params: Record<string, string> } };
  content: ArrayBuffer | null;
  getTextContent: () => string;
};

/** What is left of the work for one mail: parsing HTML is slow. */
type Budget = { parts: number; html: number };

export function bodyText(root: MailPart): string {
  return textOf(root, { parts: 50, html: maxHtml }) ?? "";
}

/** Null if the part has no text: an attachment. */
function textOf(part: MailPart, budget: Budget): string | null {
  const { multipart, parsed } = part.contentType;
  if (multipart === "alternative") return bestOf(part.childNodes, budget);
  if (multipart) {
    const texts = part.childNodes.flatMap((child) => textOf(child, budget) ?? []).filter(hasText);
    return texts.length > 0 ? texts.join("\n\n") : null;
  }
  const disposition = part.contentDisposition.parsed;
  if (disposition.value.toLowerCase() === "attachment" || disposition.params["filename"] || !part.content) return null;
  const type = parsed.value.toLowerCase();
  budget.parts -= 1;
  if (budget.parts < 0) return null;
  if (type === "text/html") return htmlText(part, budget);
  if (type !== "text/plain" && type !== "text" && type !== "") return null;
  const { format, delsp, ...params } = parsed.params;
  if (format?.toLowerCase() !== "flowed") return part.getTextContent();
  // Without the parameter the parser joins no lines.
  parsed.params = params;
  return joinFlowed(part.getTextContent(), delsp?.toLowerCase() === "yes");
}

function htmlText(part: MailPart, budget: Budget): string | null {
  if (budget.html <= 0) return null;
  const html = withoutStyles(part.getTextContent());
  const text = textOfHtml(html.slice(0, budget.html));
  budget.html -= html.length;
  return text;
}

/** The plain text, which is first, unless it is blank. */
function bestOf(parts: readonly MailPart[], budget: Budget): string | null {
  let first: string | null = null;
  for (const part of parts) {
    const text = textOf(part, budget);
    if (text !== null && hasText(text)) return text;
    first ??= text;
  }
  return first;
}

const hasText = (text: string) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text.replace(/&nbsp;/g, " "));

/** Joins the lines of a paragraph by RFC 3676: only lines of the same depth, and never over a blank or fixed line. */
export function joinFlowed(text: string, deletesSpace: boolean): string {
  const lines: string[] = [];
  let open: { depth: number } | null = null;
  for (const raw of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(raw)![0];
    const line = raw.slice(marks.length).replace(/^ /, "");
    const isFlowed = line.endsWith(" ") && line !== "-- ";
    const own = isFlowed && deletesSpace ? line.slice(0, -1) : line;
    if (open && open.depth === marks.length && line !== "-- ") lines[lines.length - 1] += own;
    else lines.push(marks ? `${marks} ${own}` : own);
    open = isFlowed ? { depth: marks.length } : null;
  }
  return lines.join("\n");
}
