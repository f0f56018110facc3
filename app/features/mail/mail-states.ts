import type { Refusal } from "#app/lib/refusal.ts";
/* How the firm looks at what was sent. Safe in the browser. */

/** Mail of lists is kept as long as records of single visits, other mail as long as the records it belongs to can be. */
export const mailDays = { list: 400, other: 3 * 365 } as const;

export const mailFilters = [
  { key: "all", label: "All" },
  { key: "waiting", label: "On their way" },
  { key: "sent", label: "Sent" },
  { key: "failed", label: "Failed" },
  { key: "bounced", label: "Came back" },
  { key: "suppressed", label: "Suppressed" },
  { key: "cancelled", label: "Canceled" },
] as const;
export type MailFilter = (typeof mailFilters)[number]["key"];

/** What a mail is now, in the reader's words: the later trouble of a sent mail counts more than that it was sent. */
export type MailState =
  | "queued"
  | "sending"
  | "sent"
  | "failed"
  | "suppressed"
  | "cancelled"
  | "bounced"
  | "complained";

export const stateLabels: Record<MailState, string> = {
  queued: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Failed",
  suppressed: "Suppressed",
  cancelled: "Canceled",
  bounced: "Came back",
  complained: "Reported",
};

/** What a step of a mail's history is called. */
export const eventLabels = {
  queued: "Written to the outbox",
  sent: "Taken by the mail server",
  retried: "Put off",
  failed: "Given up",
  suppressed: "Not sent: suppressed",
  cancelled: "Canceled",
  requeued: "Tried again by an admin",
  delayed: "Delayed on its way",
  delivered: "Delivered",
  bounced: "Came back",
  complained: "Reported as unwanted",
} as const;

export const suppressionReasonLabels = {
  unsubscribed: "Unsubscribed",
  "hard-bounce": "No such mailbox",
  "soft-bounces": "Came back three times in a row",
  complaint: "Reported as unwanted",
  admin: "Put here by an admin",
} as const;
export const suppressionScopeLabels = {
  newsletter: "Newsletter",
  outreach: "Outreach",
  lists: "Every list",
} as const;

export const mailRefusalText = {
  not_admin: "Only an admin with a verified second factor may do that.",
  not_found: "There is no such mail, or it is gone.",
  not_failed: "Only a mail that was given up can be tried again.",
  body_gone:
    "This mail carried a code or a link. Its text was removed when it was given up, so it cannot be sent again.",
  suppressed: "Its reader takes no more mail of this list. Lift the suppression first, if they asked for it.",
} as const;
export type MailRefusal = Refusal<keyof typeof mailRefusalText>;
