/** Consecutive lines of a stored reply: the person's own, or a quote, without its marks. */
export type ReplyPart = { isQuote: boolean; text: string };

/** Splits the text of a reply at its quotes, whose lines begin with ">". Blank lines around a part are omitted. */
export function partsOf(text: string): ReplyPart[] {
  const parts: { isQuote: boolean; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const isQuote = line.startsWith(">");
    const last = parts.at(-1);
    const shown = isQuote ? line.replace(/^> ?/, "") : line;
    if (last && (last.isQuote === isQuote || line.trim() === "")) last.lines.push(shown);
    else parts.push({ isQuote, lines: [shown] });
  }
  return parts
    .map(({ isQuote, lines }) => ({ isQuote, text: lines.join("\n").replace(/^\n+/, "").trimEnd() }))
    .filter((part) => part.text.trim() !== "");
}
