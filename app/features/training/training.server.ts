import { and, between, eq } from "drizzle-orm";
import "#app/features/content/texts/site-texts.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { queueStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { clockSkewMs } from "#app/features/security/requests/uses.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { consentOf, isTrapped, visitOf } from "#app/lib/forms/signup-form.ts";
import { bareDomain } from "#app/lib/people/bare-domain.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { log } from "#app/platform/log.server.ts";
import { trainingNoticeMail } from "./emails/training-notice.tsx";
import { trainingRegisteredMail } from "./emails/training-registered.tsx";
import { trainingRegistered } from "./events.ts";
import { type TrainingRegistration, trainingConsent } from "./registration.ts";
import { trainingRegistration } from "./tables.server.ts";

/*
 * Training: registering for a training program (`training_registration`, event training.registered). The same address and program within a day is one
 * registration, updated by what was typed last. The row stores when
 * and where the person agreed, to which text, and whether the address belongs to a consumer mail provider. The confirmation
 * contains nothing else that was typed in the form, because anyone can enter anyone's address; the firm is notified too.
 *
 * The programs are those of the firm's text (content/texts), which is imported for the schema of a registration.
 *
 * A filled-in hidden field marks a bot: it gets the usual response, and nothing is stored.
 */

/**
 * Stores a registration, mails a confirmation to its address and notifies the firm. The same address and program within a
 * day updates what is known of the firm, without another mail (`stored: false`), and must get the same response. Throws MailboxFull.
 */
export async function registerForTraining(
  ctx: Ctx,
  input: TrainingRegistration,
): Promise<Result<{ stored: boolean }, never>> {
  if (isTrapped(input)) {
    log.info({ form: "training" }, "a hidden field was filled in: nothing is stored");
    return ok({ stored: false });
  }
  const { email, companyName, trainingProgram: program } = input;
  return inTransaction(ctx, async (tx) => {
    await takeTurn(tx, "training-registration", `${email} ${program}`);
    const about = {
      companyName,
      companyWebsite: bareDomain(input.companyWebsite ?? ""),
      typedWebsite: input.companyWebsite ?? null,
      role: input.role ?? null,
      industry: input.industry ?? null,
    };
    const recent = await findRecentRegistration(tx, email, program);
    if (recent) {
      await tx.db.update(trainingRegistration).set(about).where(eq(trainingRegistration.id, recent.id));
      return ok({ stored: false });
    }
    const registration = {
      id: newId(),
      email,
      ...about,
      trainingProgram: program,
      isConsumerDomain: companyDomainOf(email) === null,
      registeredAt: tx.now,
      ...consentOf(tx.now, trainingConsent, input.page),
      ...visitOf(input),
    };
    await tx.db.insert(trainingRegistration).values(registration);
    await queueStrangerMail(tx, trainingRegisteredMail({ to: email, program }));
    await queueMail(tx, trainingNoticeMail(registration));
    await publish(tx, trainingRegistered, { registrationId: registration.id, email, companyName, program });
    return ok({ stored: true });
  });
}

async function findRecentRegistration(tx: Ctx, email: string, program: string): Promise<{ id: string } | undefined> {
  const [recent] = await tx.db
    .select({ id: trainingRegistration.id })
    .from(trainingRegistration)
    .where(
      and(
        eq(trainingRegistration.email, email),
        eq(trainingRegistration.trainingProgram, program),
        // Registrations with a future date come from a wrong clock.
        between(
          trainingRegistration.registeredAt,
          new Date(tx.now.getTime() - dayMs),
          new Date(tx.now.getTime() + clockSkewMs),
        ),
      ),
    )
    .limit(1);
  return recent;
}
