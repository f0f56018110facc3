import { and, asc, eq } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { trainingRegistration } from "./tables.server.ts";

export async function exportPersonalData(ctx: Ctx, person: DataSubject): Promise<PersonalData> {
  return {
    training_registrations: await ctx.db
      .select()
      .from(trainingRegistration)
      .where(isTheirs(person))
      .orderBy(asc(trainingRegistration.registeredAt)),
  };
}

export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  await ctx.db.delete(trainingRegistration).where(isTheirs(person));
}

const isTheirs = (person: DataSubject) =>
  and(eq(trainingRegistration.email, person.email), isBeforeMove(person, trainingRegistration.registeredAt));
