import { asc, eq } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/data-subject.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { newsletterRecipient, newsletterSubscriber, trainingRegistration } from "./tables.server.ts";

/** What this room holds about an address: its place on the newsletter, the issues it was sent, and its registrations. */
export async function exportPersonalData(ctx: Ctx, { email }: DataSubject): Promise<PersonalData> {
  const subscribers = await ctx.db.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.email, email));
  const issues = await ctx.db
    .select({
      issue: newsletterRecipient.issue,
      skippedAt: newsletterRecipient.skippedAt,
      leftAt: newsletterRecipient.leftAt,
    })
    .from(newsletterRecipient)
    .innerJoin(newsletterSubscriber, eq(newsletterSubscriber.id, newsletterRecipient.subscriber))
    .where(eq(newsletterSubscriber.email, email));
  return {
    newsletter: subscribers.map(({ leaveKey: _, ...row }) => row),
    newsletter_issues: issues,
    training_registrations: await ctx.db
      .select()
      .from(trainingRegistration)
      .where(eq(trainingRegistration.email, email))
      .orderBy(asc(trainingRegistration.registeredAt)),
  };
}

/** Takes all of it away. Nothing is left that could be written to, so no note not to write is needed. */
export async function forgetPerson(ctx: Ctx, { email }: DataSubject): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.email, email));
    await tx.db.delete(trainingRegistration).where(eq(trainingRegistration.email, email));
  });
}
