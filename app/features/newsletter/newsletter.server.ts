import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { lift } from "#app/features/mail/refusals/suppression.server.ts";
import { queueStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { consentOf, isTrapped, visitOf } from "#app/lib/forms/signup-form.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { newsletterWelcomeMail } from "./emails/newsletter-welcome.tsx";
import { newsletterSubscribed } from "./events.ts";
import { topicKeys } from "./newsletter-terms.ts";
import { lockAddresses } from "./subscribers/address-turns.server.ts";
import { askToConfirm, isOwnAddress, needsConfirmation } from "./subscribers/pending.server.ts";
import { type NewsletterSignup, newsletterConsent } from "./subscribers/subscription.ts";
import { newsletterPending, newsletterSubscriber } from "./tables.server.ts";

/*
 * The newsletter: its subscribers and its issues.
 *
 * Here: subscribing. One row per address (`newsletter_subscriber`); an address that unsubscribed and subscribes again gets a new consent
 * in the same row. The row stores when and where the person agreed, to which text, and whether the address belongs to a
 * consumer mail provider.
 *
 * An address gets the welcome mail once per subscription, however often and fast it is entered. The mail contains nothing
 * else that was typed in the form, because anyone can enter anyone's address.
 *
 * A filled-in hidden field marks a bot: it gets the usual response, and nothing is stored.
 *
 * subscribers/ also confirms (`newsletter_pending`) and unsubscribes. issues/ is the admin's side: an issue (`newsletter_issue`) is a
 * draft, is sent once to its audience (`newsletter_recipient`), and stays in the archive. Events: newsletter.subscribed,
 * newsletter.unsubscribed.
 */

/** `pending`: the address is subscribed when its owner opens the link in the mail. */
export type Signup = { outcome: "subscribed" | "pending" | "already" };

/**
 * Subscribes an address and mails a welcome, or mails a link to confirm the subscription first (pending.server.ts); an address that had
 * unsubscribed gets a new consent and all topics. `already`: subscribed, or waiting for confirmation; then nothing happens. Throws
 * MailboxFull.
 */
export async function subscribeNewsletter(ctx: Ctx, input: NewsletterSignup): Promise<Result<Signup, never>> {
  if (isTrapped(input)) {
    log.info({ form: "newsletter" }, "a hidden field was filled in: nothing is stored");
    return ok({ outcome: "subscribed" });
  }
  const { email, source, metadata } = input;
  return inTransaction(ctx, async (tx) => {
    await lockAddresses(tx, [email]);
    const signup = {
      ...{ email, source },
      ...consentOf(tx.now, newsletterConsent, metadata?.page),
      ...visitOf(metadata ?? {}),
    };
    const isSubscribed = and(eq(newsletterSubscriber.email, email), isNull(newsletterSubscriber.unsubscribedAt));
    if ((await tx.db.$count(newsletterSubscriber, isSubscribed)) > 0) return ok({ outcome: "already" });
    if (await needsConfirmation(tx, email))
      return ok({ outcome: (await askToConfirm(tx, signup)) ? "pending" : "already" });
    await addSubscriber(tx, { ...signup, confirmedAt: isOwnAddress(tx, email) ? tx.now : null });
    return ok({ outcome: "subscribed" });
  });
}

type NewSubscriber = Omit<typeof newsletterSubscriber.$inferInsert, "id" | "isConsumerDomain">;

/**
 * Adds an address that is not subscribed, mails the welcome and publishes the event. The address is locked. One that returns keeps its
 * `unsubscribeKey`, because its mails have links with it. Throws MailboxFull.
 */
export async function addSubscriber(tx: Ctx, { email, unsubscribeKey, ...signup }: NewSubscriber): Promise<void> {
  const row = { ...signup, isConsumerDomain: companyDomainOf(email) === null };
  const [subscriber] = await tx.db
    .insert(newsletterSubscriber)
    .values({ id: newId(), email, ...row, unsubscribeKey })
    .onConflictDoUpdate({
      target: newsletterSubscriber.email,
      set: { ...row, unsubscribedAt: null, unsubscribedBy: null, topics: [...topicKeys], frequency: "every" },
      setWhere: isNotNull(newsletterSubscriber.unsubscribedAt),
    })
    .returning({ id: newsletterSubscriber.id, unsubscribeKey: newsletterSubscriber.unsubscribeKey });
  if (!subscriber) return;
  await tx.db.delete(newsletterPending).where(eq(newsletterPending.email, email));
  await lift(tx, { address: email, scopes: ["newsletter"], reasons: ["unsubscribed"] });
  await lift(tx, { address: email, scopes: ["lists"], reasons: ["hard-bounce", "soft-bounces", "rejected"] });
  const welcomeMail = newsletterWelcomeMail({ to: email, unsubscribeKey: subscriber.unsubscribeKey });
  // A confirmed address asked for this mail itself, so it does not count against the limit for strangers.
  await (signup.confirmedAt ? queueMail(tx, welcomeMail) : queueStrangerMail(tx, welcomeMail));
  await publish(tx, newsletterSubscribed, { subscriberId: subscriber.id, email, source: signup.source });
}
