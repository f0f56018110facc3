import { senderAddress } from "#app/lib/people/mailbox.ts";

type ReplySettings = {
  MAIL_FROM: string;
  MAIL_REPLY_ADDRESS?: string | undefined;
  MAIL_WEBHOOK_SECRET?: string | undefined;
  MAIL_SES_TOPICS: readonly string[];
};

/**
 * Says which mailboxes have to pass their mail to the product. Programs such as s-nail and nmh reply to From as well, or
 * instead of Reply-To. `ok`: false if replies are expected and nothing can post them.
 */
export function checkReceivedMail(settings: ReplySettings): { ok: boolean; says: string } {
  const { MAIL_FROM, MAIL_REPLY_ADDRESS, MAIL_WEBHOOK_SECRET, MAIL_SES_TOPICS } = settings;
  const from = senderAddress(MAIL_FROM) ?? MAIL_FROM;
  const canReceive = MAIL_WEBHOOK_SECRET !== undefined || MAIL_SES_TOPICS.length > 0;
  if (!canReceive)
    return MAIL_REPLY_ADDRESS
      ? { ok: false, says: "MAIL_REPLY_ADDRESS needs MAIL_WEBHOOK_SECRET or MAIL_SES_TOPICS: replies are lost" }
      : { ok: true, says: "replies and bounces are not recorded (MAIL_WEBHOOK_SECRET, MAIL_SES_TOPICS)" };
  const mailboxes = MAIL_REPLY_ADDRESS ? `${from} and ${MAIL_REPLY_ADDRESS}` : from;
  return {
    ok: true,
    says: `mail to ${mailboxes} must be passed to /api/webhooks/mail; some programs reply to ${from}`,
  };
}
