import { severalLines } from "#app/lib/text.ts";

/** Longer replies are truncated. */
export const maxReplyText = 5000;
/** Limit of a body, before anything is searched in it. */
const maxBody = 200_000;

/**
 * Returns a person's own text without the quoted mail: truncated at the first sign of a quoted mail, without quoted
 * lines, at most 5,000 characters. Removes characters that a database cannot store.
 */
export function replyText(body: string): string {
  const lines = severalLines(body.slice(0, maxBody).toWellFormed()).split("\n");
  const end = lines.findIndex((_, index) => startsQuote(lines, index));
  const own = (end === -1 ? lines : lines.slice(0, end)).filter((line) => !/^\s*>/.test(line));
  const text = own
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return text.length > maxReplyText
    ? `${text
        .slice(0, maxReplyText - 1)
        .trimEnd()
        .toWellFormed()}…`
    : text;
}

function startsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index]!.trim().slice(0, 300);
  if (divider.test(line) || headerOf("from", line)) return divider.test(line) || hasHeaderBlock(lines, index);
  // A mail program can wrap the sentence before a quote.
  return introduction.test(line) || introduction.test(`${line} ${(lines[index + 1] ?? "").trim().slice(0, 300)}`);
}

/** "On Tue, Nov 24, 2026 at 9:00 AM, GTMarc <…> wrote:", in the languages of common mail programs. */
const introduction =
  /^(on\b.{5,250}\bwrote|am\b.{5,250}\bschrieb.{0,120}|le\b.{5,250}\ba écrit|el\b.{5,250}\bescribió|il\b.{5,250}\bha scritto|op\b.{5,250}\bschreef.{0,120}|em\b.{5,250}\bescreveu|den\b.{5,250}\bskrev.{0,120}|.{0,250}<[^<>\s]{1,100}@[^<>\s]{1,100}>.{0,60}\b(wrote|schrieb|skrev|a écrit)) ?:$/i;

/** "-----Original Message-----" and the line that Outlook puts before its quote. */
const divider =
  /^(-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original)\s*-{2,}|_{20,})$/i;

const fields = {
  from: /^\*?(from|von|de|da|van|från|fra)\s*:\*?\s/i,
  sent: /^\*?(sent|date|gesendet|datum|envoyé|enviado|fecha|inviato|data|verzonden|skickat|sendt)\s*:\*?\s/i,
} as const;
const headerOf = (name: keyof typeof fields, line: string) => fields[name].test(line);

/** Outlook quotes with the headers of the mail: a sender, and a date within the next lines. */
const hasHeaderBlock = (lines: readonly string[], index: number) =>
  lines.slice(index + 1, index + 4).some((line) => headerOf("sent", line.trim().slice(0, 300)));
