/**
 * Classifies a mail server's permanent refusal by its enhanced status code (RFC 3463): `hard` if the mailbox or domain does
 * not exist, so that mail will never be delivered; `soft` for reasons of this mail or moment (full, too large, looks like
 * spam).
 */
export function bounceKind(status: string | null): "hard" | "soft" {
  return status !== null && deadMailbox.test(status) ? "hard" : "soft";
}

/** No such mailbox, host, or moved away (5.1.x); disabled (5.2.1); no route to the domain (5.4.4). 5.1.7-8 concern the sender. */
const deadMailbox = /^5\.(1\.(0|1|2|3|6|10)|2\.1|4\.4)$/;

/** Returns the enhanced status code in a response such as `550 5.1.1 No such user`; null if there is none. */
export const statusIn = (answer: string): string | null => /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1] ?? null;
