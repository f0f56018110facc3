import type { ReactElement } from "react";
import { render, toPlainText } from "react-email";

/**
 * Both bodies of one mail. The text body is made from the same elements: pictures and preview left out, addresses of links
 * in angle brackets (RFC 3986, appendix C), so that a full stop after one is not taken for a part of it.
 */
export async function renderMail(body: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(body);
  return {
    html,
    text: toPlainText(html, {
      selectors: [{ selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } }],
    })
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  };
}
