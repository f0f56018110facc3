/**
 * What a mail server's final refusal says about the mailbox, by its enhanced status code (RFC 3463): `hard` when there is no
 * such mailbox or domain, so that no mail will ever arrive; `soft` for everything about this mail or this moment (full,
 * too large, looks like spam).
 */
export function bounceKind(status: string | null): "hard" | "soft" {
  return status !== null && deadMailbox.test(status) ? "hard" : "soft";
}

/** No such mailbox, host, or moved away (5.1.x); disabled (5.2.1); no route to the domain (5.4.4). 5.1.7-8 blame the sender. */
const deadMailbox = /^5\.(1\.(0|1|2|3|6|10)|2\.1|4\.4)$/;

/** The enhanced status code within an answer such as `550 5.1.1 No such user`; null when there is none. */
export const statusIn = (answer: string): string | null => /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1] ?? null;
