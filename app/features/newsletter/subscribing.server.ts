import { isNotNull } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { queueStrangerMail } from "#app/features/mail/stranger-mail.server.ts";
import { lift } from "#app/features/mail/suppression.server.ts";
import { companyDomainOf } from "#app/lib/company-domain.server.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { consentOf, isTrapped, visitOf } from "#app/lib/signup-form.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { lockAddresses } from "./address-turns.server.ts";
import { newsletterWelcomeMail } from "./emails/newsletter-welcome.tsx";
import { newsletterSubscribed } from "./events.ts";
import { topicKeys } from "./newsletter-terms.ts";
import { type NewsletterSignup, newsletterConsent } from "./subscription.ts";
import { newsletterSubscriber } from "./tables.server.ts";

/*
 * Subscribing to the newsletter. One row per address; an address that unsubscribed and subscribes again gets a new consent
 * in the same row. The row stores when and where the person agreed, to which text, and whether the address belongs to a
 * consumer mail provider.
 *
 * An address gets the welcome mail once per subscription, however often and fast it is entered. The mail contains nothing
 * else that was typed in the form, because anyone can enter anyone's address.
 *
 * A filled-in hidden field marks a bot: it gets the usual response, and nothing is stored.
 */

/**
 * Subscribes an address and mails a welcome; an address that had unsubscribed gets a new consent and all topics. `isNew` is
 * false if it was already subscribed; then nothing happens. Throws MailboxFull.
 */
export async function subscribeNewsletter(
  ctx: Ctx,
  input: NewsletterSignup,
): Promise<Result<{ isNew: boolean }, never>> {
  if (isTrapped(input)) {
    log.info({ form: "newsletter" }, "a hidden field was filled in: nothing is stored");
    return ok({ isNew: true });
  }
  const { email, source, metadata } = input;
  return inTransaction(ctx, async (tx) => {
    await lockAddresses(tx, [email]);
    const signup = {
      source,
      isConsumerDomain: companyDomainOf(email) === null,
      ...consentOf(tx.now, newsletterConsent, metadata?.page),
      ...visitOf(metadata ?? {}),
    };
    const [subscriber] = await tx.db
      .insert(newsletterSubscriber)
      .values({ id: newId(), email, ...signup })
      .onConflictDoUpdate({
        target: newsletterSubscriber.email,
        set: { ...signup, unsubscribedAt: null, unsubscribedBy: null, topics: [...topicKeys], frequency: "every" },
        setWhere: isNotNull(newsletterSubscriber.unsubscribedAt),
      })
      .returning({ id: newsletterSubscriber.id, unsubscribeKey: newsletterSubscriber.unsubscribeKey });
    if (!subscriber) return ok({ isNew: false });
    await lift(tx, { address: email, scopes: ["newsletter"], reasons: ["unsubscribed"] });
    await lift(tx, { address: email, scopes: ["lists"], reasons: ["hard-bounce", "soft-bounces"] });
    await queueStrangerMail(tx, newsletterWelcomeMail({ to: email, unsubscribeKey: subscriber.unsubscribeKey }));
    await publish(tx, newsletterSubscribed, { subscriberId: subscriber.id, email, source });
    return ok({ isNew: true });
  });
}
