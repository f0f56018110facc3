import { oneLine } from "#app/lib/text.ts";
import { type RefusalCause, refusalCauses } from "./refusal-causes.ts";
import { refusalRules } from "./refusal-rules.ts";

/*
 * The one judgment about refused mail: of a mail server while we send, of a delivery report, of Postmark and of Amazon SES.
 */

export type RefusedMail = {
  /** The status field of a report, such as `5.1.1`. */
  status?: string | null | undefined;
  /** The response of a mail server, or the text of a report. */
  text: string;
  /** What was refused while sending. A refused sender is never the recipient's fault. */
  stage?: "sender" | "recipient" | "content" | undefined;
  /** The provider's own verdict. It knows the recipient's server; see `kindOf`. */
  verdict?: "hard" | "soft" | undefined;
};

/** `status`: the most exact enhanced code that was found. */
export type RefusalJudgment = { cause: RefusalCause; kind: "hard" | "soft"; status: string | null };

export function judgeRefusal({ status: field, text, stage, verdict }: RefusedMail): RefusalJudgment {
  const response = oneLine(text.slice(0, maxText));
  const status = exactest([...statusesIn(response), ...statusesIn(field ?? "")]);
  const reply = replyIn(response);
  const cause = stage === "sender" ? "sender" : causeOf({ words: textOnly(response), code: status, reply });
  const isTemporary = (reply ?? status ?? "5").startsWith("4");
  return { status, ...kindOf(cause, { isTemporary, verdict }) };
}

/**
 * A provider's `soft` stays soft. Its `hard` is final unless the response names a cause that says nothing about whether the
 * mailbox exists, such as a full mailbox or our own address.
 */
function kindOf(
  cause: RefusalCause,
  { isTemporary, verdict }: { isTemporary: boolean; verdict: RefusedMail["verdict"] },
): Pick<RefusalJudgment, "cause" | "kind"> {
  if (verdict === "hard" && (cause === "unknown" || cause === "server")) return { cause: "no_mailbox", kind: "hard" };
  if (verdict === "soft" || (verdict === undefined && isTemporary)) return { cause, kind: "soft" };
  return { cause, kind: refusalCauses[cause].kind };
}

const maxText = 2000;

type Response = { words: string; code: string | null; reply: string | null };

const causeOf = ({ words, code, reply }: Response): RefusalCause =>
  refusalRules.find(
    (rule) =>
      (!rule.words || rule.words.test(words)) &&
      (!rule.code || rule.code.test(code ?? "")) &&
      (!rule.reply || rule.reply.test(reply ?? "")),
  )?.cause ?? "unknown";

/**
 * Returns the enhanced status codes in a response, where servers write them: at its start, after a reply code, or after `#`.
 * Elsewhere the same digits are versions or parts of IP addresses.
 */
export const statusesIn = (text: string): string[] =>
  [...text.matchAll(statusPattern)].map(([, status]) => status!.replace(/(?<=\.)0+(?=\d)/g, ""));

const statusPattern =
  /(?:^(?:[\w-]{1,20} ?; ?)?(?:<[^<>]*>:? )?|(?<![\d.])[245]\d\d[ -]+(?:<[^<>]*>:? ?)?[[(]?#?|#)([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/g;

/** `5.0.0` and the like say only whether a refusal is permanent. */
const exactest = (statuses: readonly string[]): string | null =>
  statuses.find((status) => !/^\d\.0\.0$/.test(status)) ?? statuses[0] ?? null;

/** The reply code of a response: the first one that is followed by a space or hyphen, as in RFC 5321. */
const replyIn = (text: string): string | null => /(?<![\d.:[(/-])\b([45]\d\d)(?=[ -]|$)/.exec(text)?.[1] ?? null;

/** Removes what senders, recipients and administrators choose: addresses, URLs, host names, IP addresses and codes. */
const textOnly = (text: string): string =>
  text
    .replace(/\bhttps?:\/\/\S+/gi, " ")
    .replace(/<?[^\s<>:;,]{1,64}@[^\s<>:;,]{1,255}>?/g, " ")
    .replace(/\b(?!(?:RESOLVER|QUEUE|STOREDRV|SMTPSEND|ROUTING|CAT)\.)(?:[\w-]{1,63}\.){1,8}[a-z]{2,18}\b/gi, " ")
    .replace(/\[?\b\d{1,3}(?:\.\d{1,3}){3}\]?/g, " ")
    .replace(/(?<![\d.])[245]\d\d[ -]+(?:#?[245]\.\d{1,3}\.\d{1,3})?/g, " ")
    .replace(/\s+/g, " ")
    .trim();
