import { oneLine } from "#app/lib/text.ts";
import { cut } from "#app/lib/words/cut.ts";

/*
 * The text of a report, written for people: qmail, dma, exim, Postfix, sendmail, OpenSMTPD and others each have their own
 * form. All name an address on a line and then give the reason for it.
 */

/** `mailbox`: in lower case. `expandedFrom`: the recipient whose filter or alias passed the mail on to `mailbox`. */
export type TextFailure = { mailbox: string; expandedFrom: string | null; reason: string };

const maxText = 16_384;
const maxReason = 2000;
const maxFailures = 20;

const address = '<?([^\\s<>:;,()"]{1,64}@[^\\s<>:;,()"]{1,255}?)>?';
/** An address alone, or before a colon, a remark in parentheses or a date. */
const atStart = new RegExp(`^[ \\t>*-]{0,12}${address}(?=[ \\t]*(?:$|:(?!:)|\\(|on \\d))`, "m");
/** dma, nullmailer, Exchange: "your mail to <ana@client.example>." */
const inSentence = new RegExp(
  `\\b(?:to|for|recipients?|address(?:es|ee)?)(?: the)?(?: following)?(?: address)?:?[ \\t]+${address}[.:,]?[ \\t]*(?:$|(?=has|was|could|because))`,
  "im",
);
const expansion = new RegExp(`\\((?:expanded|generated) from:?[ \\t]*${address}\\)`, "i");
/** The returned mail follows. */
const endOfReport =
  /^(?:-{2,}[ \t]*(?:below this line|this is a copy|the header|included is|unsent message|original message|message header|returned message)|message headers follow|received: |return-path: |message-id: |[ \t]*-{3,}[ \t]*(?:the )?(?:original|returned|transcript of session) )/im;
const reply = /(?<![\d.:[(/-])\b[45]\d\d(?:[ -]#?[245]\.\d{1,3}\.\d{1,3}\b|[ -](?=\S))/;

/** Finds the failed mailboxes and their reasons; empty if the text names none. */
export function readTextReport(text: string): TextFailure[] {
  const whole = text.slice(0, maxText);
  const end = endOfReport.exec(whole)?.index ?? whole.length;
  const lines = whole.slice(0, end).split(/\r?\n/);
  const failures: { mailbox: string; lines: string[] }[] = [];
  for (const line of lines.map((text) => text.slice(0, 1000))) {
    const found = reply.test(line.trimStart().slice(0, 4)) ? null : (atStart.exec(line) ?? inSentence.exec(line));
    if (found && failures.length < maxFailures)
      failures.push({ mailbox: found[1]!.toLowerCase(), lines: [line.slice(found.index + found[0].length)] });
    else failures.at(-1)?.lines.push(line);
  }
  return merged(failures).map(({ mailbox, lines: own }) => {
    const block = own.join("\n");
    return {
      mailbox,
      expandedFrom: expansion.exec(block)?.[1]?.toLowerCase() ?? null,
      reason: reasonIn(block.replace(expansion, "")),
    };
  });
}

/** A report can name an address twice, such as in a list and again with the reason. */
function merged(failures: readonly { mailbox: string; lines: string[] }[]) {
  const found = new Map<string, string[]>();
  for (const { mailbox, lines } of failures) found.set(mailbox, [...(found.get(mailbox) ?? []), ...lines]);
  return [...found].map(([mailbox, lines]) => ({ mailbox, lines }));
}

/** The response of the mail server if the text quotes one, otherwise the first paragraph with words. */
export function reasonIn(text: string): string {
  const at = reply.exec(text.slice(0, maxText))?.index;
  const part =
    at === undefined
      ? (text.split(/\n[ \t]*\n/).find((paragraph) => /[a-z]{3}/i.test(paragraph)) ?? "")
      : text.slice(at).split(/\n[ \t]*\n/)[0]!;
  return oneLine(cut(part.replace(/^[\s:]+/, ""), maxReason));
}
