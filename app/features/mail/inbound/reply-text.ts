import { severalLines } from "#app/lib/text.ts";
import { cut } from "#app/lib/words/cut.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import { attributionIn, dividerAt, headerBlockAt, isCertain, startsAttribution, unquoted } from "./quote-marks.ts";
import { sharedLines } from "./sent-words.ts";

/*
 * What a person wrote in a reply. Mail programs put it above the quote, below it or between its lines, and mark the
 * quote or not. Only a quote that ends the reply is omitted, and only if its lines are marked or are those of the mail
 * that we sent. Otherwise the text is the whole body, with "> " before
 * each quoted line, so that pages can fold the quote. Keeping too much costs a look; a lost sentence costs a customer.
 */

/** Longer texts are truncated; of quotes only their first lines are then kept. */
export const maxReplyText = 20_000;
/** Limit of a body, before anything is searched in it. */
const maxBody = 200_000;
const maxLines = 5000;
/** Lines that are compared with the sent mail. */
const maxCompared = 600;

/** Removes characters that a database cannot store and invisible filler, and unifies line breaks. */
export const cleanBody = (body: string): string =>
  severalLines(body.slice(0, maxBody).toWellFormed())
    .replace(filler, "")
    .split("\n")
    .slice(0, maxLines)
    .map((line) => (isInvisible(line) ? "" : line))
    .join("\n");

/** Mails hide it after their preview text; some programs quote it. */
const filler = /(?:[ \u00a0\u2007]?(?:\u034f|[\u00ad\u200b-\u200f\ufeff])){6,}[ \u00a0\u2007]*/g;

type Line = { text: string; is: "own" | "quote" | "context" };

/**
 * Returns a person's own text, at most `maxReplyText` characters, see above. `sent`: the texts of the mail that it
 * replies to; empty if unknown.
 */
export function replyText(body: string, sent: readonly string[] = []): string {
  const lines = cleanBody(body).split("\n");
  const quote = findQuote(lines);
  if (!quote) return shortened(lines);
  const head = lines.slice(0, quote.start);
  const hasHead = hasText(head);
  const { tail, isOurs } = judgeTail(lines.slice(quote.start), { ...quote, sent, hasHead });
  const isQuoteAtEnd = tail.every(({ is }) => is !== "own");
  // "My boss writes:" before a quote of another mail is the person's.
  const above = quote.isAttributed || isOurs ? head : lines.slice(0, quote.start + quote.context);
  if (isQuoteAtEnd && (isOurs || quote.isMarked) && hasText(above)) return shortened(above);
  return shortened([...head, ...tail.map(({ text, is }) => (is === "quote" ? `> ${text}`.trimEnd() : text))]);
}

const hasText = (lines: readonly string[]) => lines.some((line) => line.trim() !== "");

type Quote = {
  start: number;
  /** Lines of the attribution or the header block. */
  context: number;
  isAttributed: boolean;
  /** The lines of the quote have marks. */
  isMarked: boolean;
};

function findQuote(lines: readonly string[]): Quote | null {
  for (let start = 0; start < lines.length; start += 1) {
    const divider = dividerAt(lines, start);
    if (divider > 0) {
      const isMarked = unquoted(nextText(lines, start + divider)).depth > 0;
      return { start, context: divider, isAttributed: true, isMarked };
    }
    const attribution = attributionAt(lines, start);
    if (attribution) return { start, ...attribution };
    if (unquoted(lines[start]!).depth > 0) {
      const inside = lines.slice(start, start + 4).map((line) => unquoted(line).text);
      const isAttributed = inside.some(
        (_, at) =>
          attributionIn(
            inside
              .slice(at, at + 2)
              .join(" ")
              .trim(),
          ) === "strong",
      );
      return { start, context: 0, isAttributed: isAttributed || headerBlockAt(inside, 0) > 0, isMarked: true };
    }
  }
  return null;
}

const nextText = (lines: readonly string[], from: number) =>
  lines.slice(from, from + 3).find((line) => line.trim() !== "") ?? "";

/** An attribution can be wrapped over three lines. */
function attributionAt(lines: readonly string[], start: number): Omit<Quote, "start"> | null {
  const first = lines[start]!.trim();
  if (first === "" || first.startsWith(">")) return null;
  for (let count = 1; count <= 3; count += 1) {
    const last = lines[start + count - 1]?.trim();
    if (!last || last.startsWith(">")) return null;
    const found = attributionIn(
      lines
        .slice(start, start + count)
        .join(" ")
        .replace(/\s+/g, " ")
        .trim(),
    );
    if (!found || (count > 1 && !startsAttribution(first) && attributionIn(last))) continue;
    const isMarked = unquoted(nextText(lines, start + count)).depth > 0;
    if (!isMarked && !isCertain(lines.slice(start, start + count).join(" "))) continue;
    return { context: count, isAttributed: found === "strong", isMarked };
  }
  return null;
}

function judgeTail(
  lines: readonly string[],
  { context, isMarked, sent, hasHead }: Quote & { sent: readonly string[]; hasHead: boolean },
): { tail: Line[]; isOurs: boolean } {
  const parts = lines.map((line, at) => ({ ...unquoted(line), line, isContext: at < context || isContext(lines, at) }));
  const compared = parts.slice(0, maxCompared).map(({ text, isContext }) => (isContext ? "" : text));
  const { shared, isSame } = sharedLines(compared, sent);
  const sameDepth = new Set(parts.filter((_, at) => shared[at]).map(({ depth }) => depth));
  const isMostlyOurs = (depth: number) => {
    const atDepth = parts.flatMap((part, at) =>
      part.depth === depth && typeof shared[at] === "boolean" ? [shared[at]] : [],
    );
    return atDepth.filter(Boolean).length * 2 >= atDepth.length;
  };
  const trusted = new Set([...sameDepth].filter((depth) => isSame && isMostlyOurs(depth)));
  // Some programs mark quotes with bars or colons; such a mark alone is an empty line of the quote.
  const marks = new Set(
    parts.flatMap(({ text }, at) => (shared[at] ? (/^\s*([^\p{L}\p{N}\s]{1,3})\s/u.exec(text)?.[1] ?? []) : [])),
  );
  const tail = parts.map(({ depth, text, line, isContext }, at): Line => {
    if (isContext) return { text: line, is: "context" };
    if (text.trim() === "") return depth > 0 ? { text, is: "quote" } : { text: line, is: "context" };
    if (depth > 0)
      return {
        text: line.replace(/^\s{0,3}>\s?/, ""),
        is: trusted.has(depth) && shared[at] === false ? "own" : "quote",
      };
    if (isSame && (shared[at] || marks.has(text.trim()))) return { text: line, is: "quote" };
    // A quote without marks of a mail that we do not know: nothing shows whose the lines are.
    return { text: line, is: !isMarked && !isSame && hasHead ? "quote" : "own" };
  });
  return { tail, isOurs: isSame };
}

/** Banners that mail servers put above a mail that they pass on; no one's words. */
const banner =
  /^\s*(?:\[?(?:you don.t often get email from|some people who received this message don.t often get)|caution: this email originated|learn why this is important)/i;

/** Attributions, header blocks and banners inside of a quote. */
function isContext(lines: readonly string[], at: number): boolean {
  const { text } = unquoted(lines[at]!);
  return banner.test(text) || attributionIn(text.trim()) === "strong";
}

function shortened(lines: readonly string[]): string {
  return shortReply(lines.join("\n"), maxReplyText);
}

/** If a text is too long, only the first lines of each quote are kept; if it still is, its end is cut off. */
export function shortReply(text: string, max: number): string {
  const tidy = text.replace(/\n{3,}/g, "\n\n").trim();
  if (tidy.length <= max) return tidy;
  let quoted = 0;
  const kept = tidy.split("\n").flatMap((line) => {
    quoted = line.startsWith(">") ? quoted + 1 : 0;
    if (quoted > maxQuoted) return quoted === maxQuoted + 1 ? ["> […]"] : [];
    return [line];
  });
  const short = kept.join("\n");
  return short.length <= max ? short : `${cut(short, max - 1).trimEnd()}…`;
}
const maxQuoted = 5;
