import { type LimitAnswer, limitRules, takeUse } from "#app/features/security/requests/limits.server.ts";
import { actsInTeam } from "#app/lib/actor.ts";
import { mailboxOf } from "#app/lib/people/mailbox.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type MailDraft, queueMail } from "../mail.server.ts";

/*
 * Mail to addresses that someone else entered. Anyone can enter any address, so a mailbox gets at most six such mails
 * an hour over all forms together (decision 0006). One of the six is reserved for password resets. Resets and sign-in
 * links also have guarantees of their own (accounts/passwords/reset-mail.server.ts, accounts/sign-in/link-mail.server.ts).
 *
 * Not counted: mail to the signed-in user's own address, and mail caused by admins and jobs. Counted and sent nevertheless: mail that
 * cancels what a counted one announced (decision 0075).
 */

const keptForResets = 1;

/** The mailbox has reached its limit. Thrown in the action's transaction, so that it is rolled back. */
export class MailboxFull extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("This mailbox has reached its hourly limit of mails caused by strangers.");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counts one mail to `address` that another person causes. For commands that continue without their mail when it is
 * refused; others use `queueStrangerMail`. Call it inside the command's transaction.
 */
export async function takeStrangerMail(
  tx: Ctx,
  address: string,
  purpose: "reset" | "other" = "other",
): Promise<LimitAnswer> {
  const mailbox = mailboxOf(address);
  const { actor } = tx;
  if (actsInTeam(actor) || (actor.kind === "user" && mailboxOf(actor.email) === mailbox)) return { allowed: true };
  const { points } = limitRules["stranger-mail"];
  return takeUse(tx, "stranger-mail", mailbox, purpose === "reset" ? points : points - keptForResets);
}

/** Like `takeStrangerMail`, but throws MailboxFull, so that nothing is stored that promised a mail. */
export async function countStrangerMail(tx: Ctx, address: string): Promise<void> {
  const taken = await takeStrangerMail(tx, address);
  if (!taken.allowed) throw new MailboxFull(taken.retryAfterSeconds);
}

/** `queueMail` for a mail that a stranger may cause. Throws MailboxFull; call it inside the action's transaction. */
export async function queueStrangerMail(tx: Ctx, draft: MailDraft): Promise<{ id: string }> {
  await countStrangerMail(tx, draft.to);
  return queueMail(tx, draft);
}

/** Returns the value of `work`, or the MailboxFull that it throws: for callers with their own message for it. */
export const orMailboxFull = <Value>(work: Promise<Value>): Promise<Value | MailboxFull> =>
  work.catch((error: unknown) => {
    if (error instanceof MailboxFull) return error;
    throw error;
  });
