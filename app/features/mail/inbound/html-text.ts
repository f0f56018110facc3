import { toPlainText } from "react-email";

/** Of a body in HTML, before it is read. */
const maxHtml = 60_000;
const maxDepth = 60;

/**
 * The text of a reply that came as HTML only, without pictures, addresses of links and quoted mails. Empty where it cannot be
 * read. The HTML itself is never stored.
 */
export function textOfHtml(html: string): string {
  const skip = { format: "skip" } as const;
  try {
    return toPlainText(html.slice(0, maxHtml), {
      limits: { maxDepth, maxInputLength: maxHtml },
      selectors: [
        { selector: "a", options: { ignoreHref: true } },
        ...["img", "style", "script", "blockquote", "div.gmail_quote", "div.yahoo_quoted", "#divRplyFwdMsg"].map(
          (selector) => ({ selector, ...skip }),
        ),
      ],
    });
  } catch {
    return "";
  }
}
