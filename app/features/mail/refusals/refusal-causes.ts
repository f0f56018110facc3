/* Why a mail was refused. Safe in the browser. */

/**
 * `hard`: mail can never be delivered to this address, so lists stop at once. `fault`: who can change it. Refusals by the
 * recipient's side count towards `softBouncesInARow`; those because of us never count against the recipient.
 */
export type CauseFacts = { kind: "hard" | "soft"; fault: "recipient" | "us"; label: string; advice: string };

export const refusalCauses = {
  no_mailbox: {
    kind: "hard",
    fault: "recipient",
    label: "The mailbox does not exist",
    advice: "Ask for another address. Lists no longer email this one.",
  },
  no_domain: {
    kind: "hard",
    fault: "recipient",
    label: "The domain takes no email",
    advice: "Check the spelling of the domain. Lists no longer email this address.",
  },
  disabled: {
    kind: "hard",
    fault: "recipient",
    label: "The mailbox is closed",
    advice: "The person may have left the firm. Lists no longer email this address.",
  },
  rejected: {
    kind: "hard",
    fault: "recipient",
    label: "The recipient's filter rejects our emails",
    advice: "Read the reason below and do not write again unless the person asks for it.",
  },
  mailbox_full: {
    kind: "soft",
    fault: "recipient",
    label: "The mailbox is full",
    advice: "It may work again later.",
  },
  restricted: {
    kind: "soft",
    fault: "recipient",
    label: "The mailbox accepts chosen senders only",
    advice: "Ask the person to allow your address.",
  },
  server: {
    kind: "soft",
    fault: "recipient",
    label: "The recipient's mail server could not be reached or was busy",
    advice: "It may work again later.",
  },
  unknown: {
    kind: "soft",
    fault: "recipient",
    label: "The mail server refused it without a clear reason",
    advice: "After three refusals in a row lists stop.",
  },
  too_large: {
    kind: "soft",
    fault: "us",
    label: "The email was too large",
    advice: "Send it with smaller attachments.",
  },
  content: {
    kind: "soft",
    fault: "us",
    label: "The content was taken for spam",
    advice: "Check the links and wording of this email, and the reputation of your sending server.",
  },
  sender: {
    kind: "soft",
    fault: "us",
    label: "The mail server does not accept us as the sender",
    advice: "Check SPF, DKIM, DMARC and the sender's address, and whether your sending server is on a blocklist.",
  },
} as const satisfies Record<string, CauseFacts>;

export type RefusalCause = keyof typeof refusalCauses;
export const refusalCauseKeys = Object.keys(refusalCauses) as [RefusalCause, ...RefusalCause[]];

export const isOurFault = (cause: RefusalCause): boolean => refusalCauses[cause].fault === "us";
/** Causes that never count against the recipient. */
export const ourFaults: readonly RefusalCause[] = refusalCauseKeys.filter(isOurFault);
