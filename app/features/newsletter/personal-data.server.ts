import { and, eq, or } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import { pick } from "#app/lib/program/record-of.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { newsletterPending, newsletterRecipient, newsletterSubscriber } from "./tables.server.ts";

export async function exportPersonalData(ctx: Ctx, person: DataSubject): Promise<PersonalData> {
  const subscribers = await ctx.db.select().from(newsletterSubscriber).where(isTheirs(person));
  const issues = await ctx.db
    .select(pick(newsletterRecipient, ["issue", "skippedAt", "unsubscribedAt"]))
    .from(newsletterRecipient)
    .innerJoin(newsletterSubscriber, eq(newsletterSubscriber.id, newsletterRecipient.subscriber))
    .where(isTheirs(person));
  const pending = await ctx.db.select().from(newsletterPending).where(isWaiting(person));
  return {
    newsletter: subscribers.map(({ unsubscribeKey: _, ...row }) => row),
    newsletter_issues: issues,
    newsletter_pending: pending.map(({ key: _, ...row }) => row),
  };
}

/** Deletes the subscription. No suppression is needed, because the address is deleted. */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  await ctx.db.delete(newsletterSubscriber).where(isTheirs(person));
  await ctx.db.delete(newsletterPending).where(isWaiting(person));
}

const isWaiting = (person: DataSubject) =>
  and(
    or(eq(newsletterPending.email, person.email), eq(newsletterPending.replaces, person.email)),
    isBeforeMove(person, newsletterPending.consentedAt),
  );

/** Subscribing again gives a new consent, so a later consent is another person's. */
const isTheirs = (person: DataSubject) =>
  and(eq(newsletterSubscriber.email, person.email), isBeforeMove(person, newsletterSubscriber.consentedAt));
