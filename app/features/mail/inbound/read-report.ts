import type { Attachment } from "postal-mime";
import { oneLine } from "#app/lib/text.ts";
import { cut } from "#app/lib/words/cut.ts";
import { isAbsenceReport, type MailHeaders } from "./automatic-replies.ts";
import { type ClaimedMails, namedIn, referredAmong } from "./claimed-mails.ts";
import type { DeliveryReport } from "./delivery-report.ts";
import { addressOf, fieldGroups, keywordIn, type ReportFields, statusOf, withoutComments } from "./report-fields.ts";
import { readTextReport, reasonIn, type TextFailure } from "./text-report.ts";

/*
 * Reads every report that a mail server or program sends back about one of our mails: delivery status notifications
 * (RFC 3464), refusals of a recipient's filter in the form of a read receipt (RFC 5429 §2.1.1, RFC 8098), complaints
 * (RFC 5965), and bounces in plain text. `DeliveryReport` says what happened, to which mailbox and why; what it means for
 * the recipient of our mail is decided in bounces.server.ts, where that recipient is known.
 */

export type ReportParts = {
  headers: MailHeaders;
  from: string | null;
  fromName: string | null;
  subject: string;
  text: string;
  attachments: readonly Attachment[];
  /** Values that can contain the address it was sent to. */
  addresses: readonly string[];
};

export type ReadReport =
  | { kind: "notification"; claims: ClaimedMails; reports: DeliveryReport[] }
  | { kind: "complaint"; claims: ClaimedMails }
  /** A report that says nothing about an email of ours, such as "not spam". */
  | { kind: "other" };

const maxPart = 65_536;
const maxReports = 10;
const maxDetail = 2000;
const noReason = "No reason was given.";

/** Returns null for a mail that is no report. A notification without `reports` could not be read. */
export function readReport(parts: ReportParts): ReadReport | null {
  const partOf = (...types: string[]) =>
    parts.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
  const returned = partOf(
    "message/rfc822",
    "message/global",
    "text/rfc822-headers",
    "message/rfc822-headers",
    "message/global-headers",
  );
  const original = returned ? fieldGroups(textOf(returned))[0] : undefined;
  const status = partOf("message/delivery-status", "message/global-delivery-status");
  // An absence notice in the form of a report.
  if (status && isAbsenceReport(parts.headers, parts.from, textOf(status))) return null;
  if (status) {
    const groups = fieldGroups(textOf(status));
    return {
      kind: "notification",
      claims: claimsIn([original, groups[0]], parts.addresses),
      reports: groups.slice(0, maxReports).flatMap((fields) => reportOf(fields, parts.text)),
    };
  }
  const receipt = partOf("message/disposition-notification", "message/global-disposition-notification");
  if (receipt) {
    const [fields] = fieldGroups(textOf(receipt));
    return {
      kind: "notification",
      claims: claimsIn([original, fields], parts.addresses),
      reports: fields ? receiptOf(fields, parts) : [],
    };
  }
  const feedback = partOf("message/feedback-report");
  if (feedback) {
    const type = keywordIn(fieldGroups(textOf(feedback))[0]?.get("feedback-type"));
    if (type === "abuse" || type === "fraud" || type === "opt-out")
      return { kind: "complaint", claims: claimsIn([original], []) };
    return { kind: "other" };
  }
  return isTextReport(parts) ? textReportOf(parts, original) : null;
}

/** The mails of ours that a report is about, by the Message-ID, the envelope id or the reply address. */
function claimsIn(groups: readonly (ReportFields | undefined)[], addresses: readonly string[]): ClaimedMails {
  const values = groups.flatMap((fields) =>
    ["message-id", "original-message-id", "original-envelope-id"].map((name) => fields?.get(name) ?? ""),
  );
  const replyTo = groups.map((fields) => fields?.get("reply-to") ?? "");
  return { referred: referredAmong(values.join(" ")), named: namedIn([...addresses, ...replyTo]) };
}

const actions = ["failed", "delayed", "delivered", "relayed", "expanded"] as const;

function reportOf(fields: ReportFields, text: string): DeliveryReport[] {
  const final = addressOf(fields.get("final-recipient"));
  const status = statusOf(fields.get("status"));
  const action = actionOf(fields, status);
  if (!action) return [];
  const failures = readTextReport(text);
  const diagnostic = fields.get("diagnostic-code")?.replace(/^[\w-]+[ \t]*;[ \t]*/, "");
  const inText = failureOf(failures, final);
  const spoken = diagnostic || inText?.reason || (isGeneric(status) ? reasonIn(text) : "");
  // The text alone can say that a copy was passed on; the fields then name the recipient whom it was passed on for.
  const copy = failures.some(({ mailbox }) => mailbox === final)
    ? undefined
    : failures.find(({ expandedFrom }) => expandedFrom !== null && expandedFrom === final);
  const mailbox = addressOf(fields.get("x-actual-recipient")) ?? copy?.mailbox ?? final;
  return [
    { action, status, detail: oneLine(cut(spoken, maxDetail)) || commentIn(fields) || status || noReason, mailbox },
  ];
}

function actionOf(fields: ReportFields, status: string | null): DeliveryReport["action"] | undefined {
  const action = keywordIn(fields.get("action"));
  if (action !== undefined) return actions.find((known) => known === action);
  return fields.has("final-recipient") && status
    ? status.startsWith("5")
      ? "failed"
      : status.startsWith("4")
        ? "delayed"
        : "delivered"
    : undefined;
}

const isGeneric = (status: string | null) => status === null || /^\d\.0\.0$/.test(status);

const failureOf = (failures: readonly TextFailure[], mailbox: string | null): TextFailure | undefined =>
  failures.find((failure) => failure.mailbox === mailbox || failure.expandedFrom === mailbox) ??
  (failures.length === 1 ? failures[0] : undefined);

/** `Status: 5.1.1 (bad destination mailbox)` gives a reason in its comment. */
function commentIn(fields: ReportFields): string {
  const status = fields.get("status") ?? "";
  const code = withoutComments(status);
  return code === status.trim() ? "" : oneLine(status);
}

/**
 * The `reject` of a personal filter comes in the form of a receipt with the disposition `deleted`. Mail programs send the
 * same when a mail is deleted unread, so it needs a word of refusal as well. Everything else is a receipt: the mail arrived.
 */
function receiptOf(fields: ReportFields, { headers, subject, text }: ReportParts): DeliveryReport[] {
  const disposition = withoutComments(fields.get("disposition") ?? "").toLowerCase();
  const mailbox = addressOf(fields.get("final-recipient"));
  const [, outcome] = /;[ \t]*([\w-]+)/.exec(disposition) ?? [];
  if (!outcome) return [];
  const said = `${headers.get("auto-submitted") ?? ""} ${subject} ${text.slice(0, 500)}`;
  if (/^automatic-action/.test(disposition) && outcome === "deleted" && refusal.test(said)) {
    const reason = text.replace(/^[^\n]{0,300}(?:rejected|refused)[^\n]{0,100}:[ \t]*\r?\n/i, "");
    return [
      {
        action: "failed",
        status: null,
        detail: oneLine(cut(reason, maxDetail)) || noReason,
        cause: "rejected",
        mailbox,
      },
    ];
  }
  return [{ action: "delivered", status: null, detail: `A receipt says: ${outcome}.`, mailbox }];
}

const refusal = /\breject|\brefus|zur(?:ü|ue)ckgewiesen|abgelehnt|refus(?:é|e)|rechazad|rifiutat/i;

/** Whether a mail without the parts of a report is one: from a mail server, with the subject or header of a bounce. */
function isTextReport({ headers, from, fromName, subject }: ReportParts): boolean {
  if (headers.has("x-failed-recipients")) return true;
  if (!bounceSubject.test(subject)) return false;
  if (daemonName.test(from || fromName || "")) return true;
  const isAutomatic = /^auto-replied/i.test(headers.get("auto-submitted") ?? "");
  return !isAutomatic && (headers.get("return-path")?.trim() === "<>" || daemon.test(from ?? ""));
}

const daemon = /^(?:postmaster|mailadmin|microsoftexchange[0-9a-f]*|double-bounce)@/i;
const daemonName = /mail(?:er)?-?daemon|mail delivery (?:sub)?system/i;

const bounceSubject =
  /undeliver|non[- ]?deliver|not (?:be )?deliver|deliver\w* (?:status|fail|problem|error|report|has failed|incomplete|delay)|delayed|mail (?:delivery|system error|failure)|failure notice|failed (?:mail|message|delivery)|returned (?:mail|message|to sender)|message (?:status|not|could not|undeliver)|could not (?:send|deliver)|could not be|bounce|rejected|warning|unzustellbar|nicht zugestellt|zustell\w* (?:fehl|gescheit)|non remis|(?:é|e)chec de (?:la )?(?:remise|distribution)|non distribu|no se (?:pudo|puede) entregar|devuelto|mancata consegna|niet (?:bezorgd|afgeleverd)|onbestelbaar|n(?:ã|a)o entreg|配信|退信/i;

function textReportOf(parts: ReportParts, original: ReportFields | undefined): ReadReport {
  const { headers, subject, addresses } = parts;
  const text = parts.text.slice(0, maxPart);
  const failures = readTextReport(text);
  const claims = claimsIn([original], addresses);
  const failed = (headers.get("x-failed-recipients") ?? "")
    .split(",")
    .flatMap((value) => addressOf(value.trim()) ?? []);
  const action = isDelay(subject, text) ? "delayed" : "failed";
  const named: TextFailure[] =
    failures.length > 0 ? failures : failed.map((mailbox) => ({ mailbox, expandedFrom: null, reason: reasonIn(text) }));
  return {
    kind: "notification",
    claims: { referred: [...claims.referred, ...referredAmong(text)], named: [...claims.named, ...namedIn([text])] },
    reports: named
      .slice(0, maxReports)
      .map(({ mailbox, reason }) => ({ action, status: null, detail: reason || noReason, mailbox })),
  };
}

const isDelay = (subject: string, text: string) => delay.test(subject) || delay.test(text.slice(0, 1000));
const delay =
  /\bdelay|(?:has|have) not (?:yet )?been delivered|not yet (?:been )?deliver|will (?:continue|keep|be retried|try again)|still (?:being|trying|retr)|do not need to re-?send|warning: (?:could not send|message)|verz(?:ö|oe)ger/i;

const textOf = ({ content }: Attachment) =>
  (typeof content === "string" ? content : new TextDecoder().decode(content as ArrayBuffer)).slice(0, maxPart);
