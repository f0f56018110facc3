import { z } from "zod";
import { defineEvent } from "#app/features/events/event-definition.ts";
import { refusalCauseKeys } from "./refusals/refusal-causes.ts";

const mail = z.object({
  messageId: z.uuid(),
  email: z.string(),
  kind: z.string().optional(),
});
const subject = ({ email }: { email: string }) => ({ email });

export const mailBounced = defineEvent({
  name: "mail.bounced",
  when: "A mail server refuses an email, while it is sent or in a later report.",
  payload: mail.extend({
    /** The address was removed from every list. */
    isFinal: z.boolean(),
    /** `hard`: the mailbox does not exist. `soft`: it refused this mail, or temporarily. */
    bounce: z.enum(["hard", "soft"]).optional(),
    /** `rejected`: by a filter of the recipient. `sender`, `content`, `too_large`: because of us, never final. */
    cause: z.enum(refusalCauseKeys).optional(),
    reason: z.string().optional(),
  }),
  subject,
  sentence: ({ isFinal, reason }) =>
    `${isFinal ? "An email was refused; the address was suppressed" : "An email was refused"}${reason ? `: ${reason}` : "."}`,
});

export const mailComplained = defineEvent({
  name: "mail.complained",
  when: "A recipient marks an email as spam.",
  payload: mail,
  subject,
  sentence: () => "Marked an email as spam.",
});

export const mailReplied = defineEvent({
  name: "mail.replied",
  when: "A person replies to an email. Absence notices and other automatic replies do not count.",
  payload: mail.extend({
    /** False when someone else replied, such as a colleague. */
    isFromRecipient: z.boolean(),
    /** Matched by the mail's reply address, or by its Message-ID in the references. */
    matchedBy: z.enum(["address", "references"]),
    /** The stored reply; missing in events of older versions. */
    replyId: z.uuid().optional(),
  }),
  subject,
  sentence: ({ isFromRecipient }) =>
    isFromRecipient ? "Replied to an email." : "Someone replied to an email from another address.",
});

export const mailClicked = defineEvent({
  name: "mail.clicked",
  when: "A person clicks a link of an email, once per email and link. Requests of security gateways do not count.",
  payload: mail.extend({
    link: z.string(),
  }),
  subject,
  sentence: ({ link }) => `Clicked a link in an email: ${link}.`,
});

export const mailEvents = [mailBounced, mailComplained, mailReplied, mailClicked];
