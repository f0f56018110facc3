import { and, between, eq, isNotNull } from "drizzle-orm";
import type { TrainingTitle } from "#app/features/content/training-terms.ts";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { queueStrangerMail } from "#app/features/mail/stranger-mail.server.ts";
import { lift } from "#app/features/mail/suppression.server.ts";
import { clockSkewMs } from "#app/features/security/uses.server.ts";
import { bareDomain } from "#app/lib/bare-domain.ts";
import { isConsumerAddress } from "#app/lib/consumer-domains.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { takeTurn } from "#app/platform/turns.server.ts";
import { takeAddresses } from "./address-turns.server.ts";
import { newsletterWelcomeMail } from "./emails/newsletter-welcome.tsx";
import { trainingNoticeMail } from "./emails/training-notice.tsx";
import { trainingRegisteredMail } from "./emails/training-registered.tsx";
import { newsletterSubscribed, trainingRegistered } from "./events.ts";
import { topicKeys } from "./newsletter-terms.ts";
import { consentVersion, consentWords, type NewsletterSignup, type TrainingRegistration } from "./signups.ts";
import { newsletterSubscriber, trainingRegistration } from "./tables.server.ts";

/*
 * Signups: what visitors leave without an account. The newsletter, and registrations for training.
 *
 * A subscriber is one row per address, made once; whoever left and comes back agrees anew in the same row. A registration is a wish to take part in a program; the same address and
 * program within a day is the same wish. Both keep when, where and to which wording somebody agreed, and whether the address
 * belongs to a consumer mail provider: such people are welcome, and whoever follows up knows that no company stands behind
 * the domain. Other rooms hear of both by event.
 *
 * Leaving and choosing are in leaving.server.ts, the issues in issues.server.ts and issue-sending.server.ts.
 *
 * What must always be true: an address is mailed the welcome once for each time it joins, however often and however fast it is entered; mails to
 * an address repeat nothing that was typed beside it, because anybody can enter anybody's address; a registration also
 * reaches the firm's own mailbox.
 *
 * The hidden field stops programs that fill in everything: they are told what people are told and nothing is stored.
 */

const dayMs = 86_400_000;

/**
 * Puts an address on the newsletter and welcomes it by mail; whoever had left is back with a new consent, and with all
 * topics. `isNew` is false when it was on it already; then nothing happens. Throws MailboxFull.
 */
export async function subscribeNewsletter(
  ctx: Ctx,
  input: NewsletterSignup,
): Promise<Result<{ isNew: boolean }, never>> {
  if (isTrapped("newsletter", input)) return ok({ isNew: true });
  const { email, source, metadata } = input;
  return inTransaction(ctx, async (tx) => {
    await takeAddresses(tx, [email]);
    const signup = {
      source,
      isConsumerDomain: isConsumerAddress(email),
      ...consentOf(tx, consentWords.newsletter, metadata?.page),
      ...visitOf(metadata ?? {}),
    };
    const [subscriber] = await tx.db
      .insert(newsletterSubscriber)
      .values({ id: newId(), email, ...signup })
      .onConflictDoUpdate({
        target: newsletterSubscriber.email,
        set: { ...signup, leftAt: null, leftBy: null, topics: [...topicKeys], frequency: "every" },
        setWhere: isNotNull(newsletterSubscriber.leftAt),
      })
      .returning({ id: newsletterSubscriber.id, leaveKey: newsletterSubscriber.leaveKey });
    if (!subscriber) return ok({ isNew: false });
    await lift(tx, { address: email, scopes: ["newsletter"], reasons: ["unsubscribed"] });
    await lift(tx, { address: email, scopes: ["lists"], reasons: ["hard-bounce", "soft-bounces"] });
    await queueStrangerMail(tx, newsletterWelcomeMail({ to: email, leaveKey: subscriber.leaveKey }));
    await publish(tx, newsletterSubscribed, { subscriberId: subscriber.id, email, source });
    return ok({ isNew: true });
  });
}

/**
 * Stores a registration, confirms it to whoever was named in it and tells the firm. The same address and program within a
 * day changes nothing (`stored: false`) and must be answered alike. Throws MailboxFull.
 */
export async function registerForTraining(
  ctx: Ctx,
  input: TrainingRegistration,
): Promise<Result<{ stored: boolean }, never>> {
  if (isTrapped("training", input)) return ok({ stored: false });
  const { email, companyName, trainingProgram: program } = input;
  return inTransaction(ctx, async (tx) => {
    await takeTurn(tx, "training-registration", `${email} ${program}`);
    if (await hasRecentRegistration(tx, email, program)) return ok({ stored: false });
    const registration = {
      id: newId(),
      email,
      companyName,
      companyWebsite: bareDomain(input.companyWebsite ?? ""),
      role: input.role ?? null,
      industry: input.industry ?? null,
      trainingProgram: program,
      isConsumerDomain: isConsumerAddress(email),
      registeredAt: tx.now,
      ...consentOf(tx, consentWords.training, input.page),
      ...visitOf(input),
    };
    await tx.db.insert(trainingRegistration).values(registration);
    await queueStrangerMail(tx, trainingRegisteredMail({ to: email, program }));
    await queueMail(tx, trainingNoticeMail(registration));
    await publish(tx, trainingRegistered, { registrationId: registration.id, email, companyName, program });
    return ok({ stored: true });
  });
}

async function hasRecentRegistration(tx: Ctx, email: string, program: TrainingTitle): Promise<boolean> {
  const [recent] = await tx.db
    .select({ id: trainingRegistration.id })
    .from(trainingRegistration)
    .where(
      and(
        eq(trainingRegistration.email, email),
        eq(trainingRegistration.trainingProgram, program),
        // Registrations dated in the future were stored while the clock was wrong.
        between(
          trainingRegistration.registeredAt,
          new Date(tx.now.getTime() - dayMs),
          new Date(tx.now.getTime() + clockSkewMs),
        ),
      ),
    )
    .limit(1);
  return recent !== undefined;
}

function isTrapped(form: string, { email_confirm }: { email_confirm?: string | undefined }): boolean {
  if (!email_confirm) return false;
  log.info({ form }, "a hidden field was filled in: nothing is stored");
  return true;
}

const consentOf = (tx: Ctx, consentText: string, page: string | undefined) => ({
  consentedAt: tx.now,
  consentText,
  consentVersion,
  consentPage: page ?? null,
});

type Visit = Partial<Pick<TrainingRegistration, "sessionId" | "utm_source" | "utm_medium" | "utm_campaign">>;

const visitOf = (visit: Visit) => ({
  sessionId: visit.sessionId ?? null,
  utmSource: visit.utm_source ?? null,
  utmMedium: visit.utm_medium ?? null,
  utmCampaign: visit.utm_campaign ?? null,
});
