import { demoAnswer, fileAnswer } from "#app/lib/forms/mail-answers.ts";
/* States and labels of mail for admins. Safe in the browser. */

/**
 * Retention in days. Mail of lists is kept as long as records of single visits, other mail as long as its records can
 * be. `originals`: received mails as they arrived. `hits`: requests for links; their verdicts stay with the mail.
 */
export const mailDays = { list: 400, other: 3 * 365, originals: 180, hits: 30 } as const;

/** The anchor of the replies, and of one of them, on the page of their mail. */
export const repliesAnchor = "replies";
export const replyAnchor = (replyId: string): string => `reply-${replyId}`;

/** The path of a mail's page, at an anchor on it. */
export const mailHref = (mailId: string, anchor?: string): string =>
  `/admin/mail/${mailId}${anchor ? `#${anchor}` : ""}`;

export const mailFilters = [
  { key: "all", label: "All" },
  { key: "waiting", label: "Pending" },
  { key: "sent", label: "Sent" },
  { key: "failed", label: "Failed" },
  { key: "bounced", label: "Bounced" },
  { key: "suppressed", label: "Suppressed" },
  { key: "cancelled", label: "Canceled" },
] as const;
export type MailFilter = (typeof mailFilters)[number]["key"];

/** A mail's current state; later trouble overrides `sent`. `filed` and `demo` count as sent, but no server received them. */
export type MailState =
  | "queued"
  | "sending"
  | "sent"
  | "filed"
  | "demo"
  | "failed"
  | "suppressed"
  | "cancelled"
  | "bounced"
  | "complained";

export const stateLabels: Record<MailState, string> = {
  queued: "Queued",
  sending: "Sending",
  sent: "Sent",
  filed: "Saved as a file",
  demo: "Demo, not sent",
  failed: "Failed",
  suppressed: "Suppressed",
  cancelled: "Canceled",
  bounced: "Bounced",
  complained: "Marked as spam",
};

/** Derives a mail's state from its row. `providerResponse`: the mail server's response. */
export function mailStateOf<Status extends MailState, Trouble extends MailState>({
  status,
  trouble,
  providerResponse,
}: {
  status: Status;
  trouble: Trouble | null;
  providerResponse: string | null;
}): Status | Trouble | "demo" | "filed" {
  return trouble ?? (status === "sent" ? (unsent(providerResponse) ?? status) : status);
}

function unsent(answer: string | null): "demo" | "filed" | undefined {
  if (answer === demoAnswer) return "demo";
  return answer?.startsWith(fileAnswer) ? "filed" : undefined;
}

export function eventLabel(name: keyof typeof eventLabels, detail: string | null): string {
  const without = name === "sent" && unsent(detail);
  return without ? stateLabels[without] : eventLabels[name];
}

const eventLabels = {
  queued: "Queued",
  sent: "Accepted by the mail server",
  retried: "Deferred",
  failed: "Failed",
  suppressed: "Not sent: suppressed",
  cancelled: "Canceled",
  requeued: "Retried by an admin",
  delayed: "Delayed",
  delivered: "Delivered",
  bounced: "Bounced",
  copy_failed: "A copy that the recipient forwarded was refused",
  complained: "Marked as spam",
  replied: "Reply received",
  auto_replied: "Automatic reply received",
  clicked: "Link clicked by a person",
  scanned: "Links requested by a scanner",
} as const;

export const replyKindLabels = {
  reply: "Reply",
  out_of_office: "Out-of-office reply",
  automatic: "Automatic reply",
  colleague: "From a colleague",
  calendar: "Calendar response",
} as const;

/** Lists stop for an address after this many refusals without a delivery in between. */
export const softBouncesInARow = 3;

export const suppressionReasonLabels = {
  unsubscribed: "Unsubscribed",
  "hard-bounce": "The mailbox or domain does not exist",
  "soft-bounces": `Refused ${softBouncesInARow} times in a row`,
  rejected: "The recipient's filter rejects our emails",
  complaint: "Marked as spam",
  admin: "Added by an admin",
} as const;
export const suppressionScopeLabels = {
  newsletter: "Newsletter",
  outreach: "Outreach",
  lists: "All lists",
} as const;

export const mailRefusalText = {
  not_admin: "Only an admin with a verified second factor can do this.",
  not_found: "This email no longer exists.",
  not_failed: "Only failed emails can be retried.",
  body_gone:
    "This email contained a code or a link. Its text was removed when delivery failed, so it cannot be retried.",
  suppressed: "The recipient is suppressed for this list. If they asked for the email, lift the suppression first.",
} as const;
