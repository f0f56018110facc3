import { and, desc, eq, inArray, isNotNull, isNull, notInArray, or } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { mailBounced } from "../events.ts";
import { softBouncesInARow } from "../messages/mail-states.ts";
import { message } from "../tables.server.ts";
import { isOurFault, ourFaults, type RefusalCause } from "./refusal-causes.ts";
import { suppress } from "./suppression.server.ts";

/*
 * What a refused mail means for its recipient, whether a mail server refused it while we sent or reported it later: a dead
 * mailbox ends every list at once, and so do three refusals in a row. Refusals because of us say nothing about the recipient.
 */

export type RefusedRecipient = {
  mail: { id: string; to: string; kind: string };
  cause: RefusalCause;
  kind: "hard" | "soft";
  /** The response, scrubbed. */
  reason: string;
};

/** In the transaction that has stored `cause` and the trouble with the mail. */
export async function noteRefusal(tx: Ctx, { mail, cause, kind, reason }: RefusedRecipient): Promise<void> {
  const isFinal = kind === "hard" || (!isOurFault(cause) && (await isRefusedInARow(tx, mail.to)));
  const why = cause === "rejected" ? cause : kind === "hard" ? "hard-bounce" : "soft-bounces";
  if (isFinal) await suppress(tx, { address: mail.to, scope: "lists", reason: why, detail: reason });
  await publish(tx, mailBounced, {
    messageId: mail.id,
    email: mail.to.toLowerCase(),
    kind: mail.kind,
    isFinal,
    bounce: kind,
    cause,
    reason,
  });
}

/** Whether the latest mails to the address that had an outcome were all refused by the recipient's side. */
async function isRefusedInARow(tx: Ctx, address: string): Promise<boolean> {
  const { trouble, refusal, sentAt, toAddress, createdAt, id } = message;
  const latest = await tx.db
    .select({ trouble })
    .from(message)
    .where(
      and(
        inArray(toAddress, [address, address.toLowerCase()]),
        or(isNotNull(sentAt), and(eq(trouble, "failed"), isNotNull(refusal))),
        or(isNull(refusal), notInArray(refusal, [...ourFaults])),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(softBouncesInARow);
  return (
    latest.length === softBouncesInARow &&
    latest.every((mail) => mail.trouble === "bounced" || mail.trouble === "failed")
  );
}
