import { asc, eq } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { trainingRegistration } from "./tables.server.ts";

export async function exportPersonalData(ctx: Ctx, { email }: DataSubject): Promise<PersonalData> {
  return {
    training_registrations: await ctx.db
      .select()
      .from(trainingRegistration)
      .where(eq(trainingRegistration.email, email))
      .orderBy(asc(trainingRegistration.registeredAt)),
  };
}

export async function forgetPerson(ctx: Ctx, { email }: DataSubject): Promise<void> {
  await ctx.db.delete(trainingRegistration).where(eq(trainingRegistration.email, email));
}
