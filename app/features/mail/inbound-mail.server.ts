import PostalMime, { type Attachment, type Email } from "postal-mime";
import { oneLine } from "#app/lib/text.ts";

/*
 * Reads a mail that came back to the sender's address: a delivery status notification (RFC 3464), a complaint in the abuse
 * reporting format (RFC 5965), or a mail program's way of unsubscribing (RFC 2369, subject `unsubscribe TOKEN`).
 * Nothing here is believed for what it says about itself: a report counts only for the Message-ID of a mail that we sent.
 */

/** One recipient of a notification. `action` as in RFC 3464 §2.3.3; `status` is the enhanced code, such as `5.1.1`. */
export type DeliveryReport = {
  action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  status: string | null;
  /** What the far mail server said, or the code alone. */
  detail: string;
};

export type InboundMail =
  | { kind: "notification"; messageIds: string[]; reports: DeliveryReport[] }
  | { kind: "complaint"; messageIds: string[] }
  | { kind: "unsubscribe"; token: string }
  | { kind: "other" };

/** What a raw RFC 5322 message is about. Whatever it does not understand is `other`; it never throws. */
export async function readInboundMail(raw: Uint8Array): Promise<InboundMail> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => null);
  if (!mail) return { kind: "other" };
  const part = (...types: string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
  const returned = part("message/rfc822", "text/rfc822-headers", "message/rfc822-headers");
  const original = returned ? fieldGroups(textOf(returned))[0] : undefined;
  const status = part("message/delivery-status", "message/global-delivery-status");
  if (status) {
    const [about, ...recipients] = fieldGroups(textOf(status));
    return {
      kind: "notification",
      messageIds: idsOf(original?.get("message-id"), about?.get("original-envelope-id")),
      reports: recipients.flatMap(readReport),
    };
  }
  const feedback = part("message/feedback-report");
  if (feedback) {
    const [about] = fieldGroups(textOf(feedback));
    const type = about?.get("feedback-type")?.toLowerCase();
    if (type === "abuse" || type === "fraud" || type === "opt-out")
      return { kind: "complaint", messageIds: idsOf(original?.get("message-id"), undefined) };
    return { kind: "other" };
  }
  const token = unsubscribeToken(mail);
  return token ? { kind: "unsubscribe", token } : { kind: "other" };
}

const actions = ["failed", "delayed", "delivered", "relayed", "expanded"] as const;

function readReport(fields: Map<string, string>): DeliveryReport[] {
  const action = actions.find((known) => known === fields.get("action")?.toLowerCase());
  if (!action) return [];
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get("status") ?? "")?.[0] ?? null;
  const diagnostic = fields.get("diagnostic-code")?.replace(/^\s*[\w-]+\s*;\s*/, "");
  return [{ action, status, detail: oneLine(diagnostic ?? status ?? "No reason was given.") }];
}

/** Groups of header fields divided by blank lines, names in lower case, folded lines joined. */
function fieldGroups(text: string): Map<string, string>[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
        const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
        if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim());
      }
      return fields;
    })
    .filter((fields) => fields.size > 0);
}

/** The Message-ID of the returned mail; else the envelope id we gave it, which is the same id without its domain. */
const idsOf = (messageId: string | undefined, envelopeId: string | undefined) =>
  [messageId && /<[^<>\s]+>/.exec(messageId)?.[0], envelopeId && /^[0-9a-f-]{36}$/.exec(envelopeId)?.[0]].filter(
    (id): id is string => Boolean(id),
  );

const unsubscribeToken = ({ subject }: Email) => /^\s*unsubscribe\s+([\w.-]{10,100})\s*$/i.exec(subject ?? "")?.[1];

const textOf = ({ content }: Attachment) =>
  typeof content === "string" ? content : new TextDecoder().decode(content as ArrayBuffer);
