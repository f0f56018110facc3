import { GateCrowded } from "#app/lib/program/narrow-gate.ts";
import { log } from "#app/platform/log.server.ts";
import { defineThreadTask, runInThread, ThreadsClosed } from "#app/platform/threads.server.ts";
import type { DeliveryReport } from "../inbound/delivery-report.ts";
import { type InboundOriginal, maxOriginal, originalOf } from "../inbound/original.ts";
import { type ReadMail, type ReadReply, readMail } from "../inbound/read-mail.ts";
import { signedIdsIn } from "./own-ids.server.ts";
import { messagesNamedBy } from "./reply-address.server.ts";

/*
 * A mail sent back to the sender's address: a delivery status notification (RFC 3464), a complaint in the abuse
 * reporting format (RFC 5965), a mail program's unsubscribe mail (RFC 2369, subject `unsubscribe TOKEN`), or a reply.
 * Its own claims are not trusted: a report or a reply counts only for a mail that it proves to know, by the MAC in the
 * Message-ID or in the reply address. It is parsed in a process of its own (decision 0133); a mail that ends that process goes to a person.
 */

/** How a report identifies our mail: ids proven by a MAC or the provider, or the provider's acceptance response. */
export type MailReference = { messageIds: readonly string[]; accepted?: { answer: string; to: string } | undefined };

/** A reply with the mails that it belongs to. */
export type InboundReply = ReadReply & {
  /** Our mails that its recipient address names, and those that its references name, nearest first; both proven by a MAC. */
  namedMessages: readonly string[];
  referredIds: readonly string[];
  original?: InboundOriginal | null;
};

/** `original`: the mail as it arrived; missing if a provider sent only what it found in it. */
export type InboundMail =
  /** Without `reports` it could not be read. */
  (
    | ({ kind: "notification"; reports: DeliveryReport[] } & MailReference)
    | ({ kind: "complaint" } & MailReference)
    | { kind: "unsubscribe"; token: string }
    | { kind: "reply"; reply: InboundReply }
    | { kind: "other" }
    /** Its headers or its nesting exceed the limits, or its reader ended. */
    | { kind: "unreadable" }
  ) & { original?: InboundOriginal };

export const readMailTask = defineThreadTask({
  name: "mail.read",
  lane: "mail",
  run: async ({ file }: { file: Uint8Array }) => {
    const { mail, original } = await readMail(file);
    // The caller has the content; it would take time to send it back.
    const { content: _, ...facts } = original;
    return { mail, facts };
  },
});

/** Classifies a raw RFC 5322 message. `other` if it is not recognized. Throws GateCrowded and ThreadsClosed. */
export async function readInboundMail(raw: Uint8Array): Promise<InboundMail> {
  const read = await orEnded(runInThread(readMailTask, { file: raw }));
  return read ? proven(read.mail, { ...read.facts, content: raw.subarray(0, maxOriginal) }) : unread(raw);
}

/** Returns null if the reader of a mail ended or failed. */
export const orEnded = <Read>(work: Promise<Read>): Promise<Read | null> =>
  work.catch((error: unknown) => {
    if (error instanceof GateCrowded || error instanceof ThreadsClosed) throw error;
    log.error({ err: error }, "the reader of received mail ended");
    return null;
  });

/** A mail that ended its reader: only its addresses were searched, so that erasure finds it. */
export const unread = (raw: Uint8Array): InboundMail => ({
  kind: "unreadable",
  original: originalOf({ ...{ headers: [], messageId: undefined, from: null, subject: "", body: "" }, raw }),
});

/** Returns the claims of a mail whose MAC is valid. */
export function proven(mail: ReadMail, original: InboundOriginal): InboundMail {
  if (!("claims" in mail)) return { ...mail, original };
  const { claims, ...read } = mail;
  const referredIds = signedIdsIn(claims.referred);
  const namedMessages = messagesNamedBy(claims.named);
  if (read.kind !== "reply") return { ...read, messageIds: [...new Set([...referredIds, ...namedMessages])], original };
  if (namedMessages.length === 0 && referredIds.length === 0) return { kind: "other", original };
  return { kind: "reply", reply: { ...read.reply, namedMessages, referredIds, original }, original };
}
