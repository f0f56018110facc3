import { toPlainText } from "react-email";

/** Limit of an HTML body, before parsing. */
const maxHtml = 60_000;
const maxDepth = 60;

/** Returns the text of an HTML-only reply, without images, URLs and quotes. Empty if it cannot be parsed. */
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
