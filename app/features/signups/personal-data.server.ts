import { eq } from "drizzle-orm";
import type { DataSubject, PersonalData } from "../../lib/data-subject.ts";
import type { Ctx } from "../../platform/context.server.ts";
import { newsletterSubscriber, trainingRegistration } from "./tables.server.ts";

/** What this room holds about an address: its place on the newsletter and its registrations. */
export async function exportPersonalData(ctx: Ctx, { email }: DataSubject): Promise<PersonalData> {
  return {
    newsletter: await ctx.db.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.email, email)),
    training_registrations: await ctx.db
      .select()
      .from(trainingRegistration)
      .where(eq(trainingRegistration.email, email)),
  };
}

/** Takes all of it away. */
export async function forgetPerson(ctx: Ctx, { email }: DataSubject): Promise<void> {
  await ctx.db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.email, email));
  await ctx.db.delete(trainingRegistration).where(eq(trainingRegistration.email, email));
}
