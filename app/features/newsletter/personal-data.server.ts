import { eq } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { newsletterRecipient, newsletterSubscriber } from "./tables.server.ts";

export async function exportPersonalData(ctx: Ctx, { email }: DataSubject): Promise<PersonalData> {
  const subscribers = await ctx.db.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.email, email));
  const issues = await ctx.db
    .select({
      issue: newsletterRecipient.issue,
      skippedAt: newsletterRecipient.skippedAt,
      unsubscribedAt: newsletterRecipient.unsubscribedAt,
    })
    .from(newsletterRecipient)
    .innerJoin(newsletterSubscriber, eq(newsletterSubscriber.id, newsletterRecipient.subscriber))
    .where(eq(newsletterSubscriber.email, email));
  return {
    newsletter: subscribers.map(({ unsubscribeKey: _, ...row }) => row),
    newsletter_issues: issues,
  };
}

/** Deletes the subscription. No suppression is needed, because the address is deleted. */
export async function forgetPerson(ctx: Ctx, { email }: DataSubject): Promise<void> {
  await ctx.db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.email, email));
}
