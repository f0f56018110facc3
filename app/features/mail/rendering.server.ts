import type { ReactElement } from "react";
import { render, toPlainText } from "react-email";

/** Both bodies of one mail. The text body is made from the same elements: links written out, pictures and preview left out. */
export async function renderMail(body: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(body);
  return {
    html,
    text: toPlainText(html)
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  };
}
