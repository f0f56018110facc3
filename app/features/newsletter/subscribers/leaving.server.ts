import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { lift, suppress } from "#app/features/mail/refusals/suppression.server.ts";
import { queueStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { newsletterMovedMail } from "../emails/newsletter-moved.tsx";
import { newsletterUnsubscribed } from "../events.ts";
import { type Preferences, topicKeys } from "../newsletter-terms.ts";
import { newsletterRecipient, newsletterSubscriber as subscriber, type UnsubscribeMethod } from "../tables.server.ts";
import { lockAddresses } from "./address-turns.server.ts";
import { readLeaveToken, testToken } from "./leave-link.server.ts";
import { askToConfirm, needsConfirmation } from "./pending.server.ts";

/*
 * Unsubscribing from the newsletter, and a subscriber's preferences. The token of a mail's link authorizes all of it, without account
 * or cookie. The row of an unsubscribed person is kept to prevent further mail; the source of their visit is deleted.
 */

/** The token of a test mail, which belongs to no subscription. */
export const isTestToken = (token: string): boolean => token === testToken;

export type Subscription = { maskedEmail: string; hasLeft: boolean } & Preferences;

/** Returns the subscription of a mail link's token, or null. The address is masked, because mails are forwarded. */
export async function findSubscription(ctx: Pick<Ctx, "db">, token: string): Promise<Subscription | null> {
  const key = readLeaveToken(token)?.unsubscribeKey;
  if (!key) return null;
  const [row] = await ctx.db.select().from(subscriber).where(eq(subscriber.unsubscribeKey, key));
  if (!row) return null;
  const { topics, frequency } = row;
  return { maskedEmail: masked(row.email), hasLeft: row.unsubscribedAt !== null, topics, frequency };
}

/** The address of a token's subscription, or null. */
export async function findSubscriberAddress(ctx: Pick<Ctx, "db">, token: string): Promise<string | null> {
  const key = readLeaveToken(token)?.unsubscribeKey;
  if (!key) return null;
  const [row] = await ctx.db
    .select({ email: subscriber.email })
    .from(subscriber)
    .where(eq(subscriber.unsubscribeKey, key));
  return row?.email ?? null;
}

/** Whether newsletters go to this address. */
export async function isSubscribed(ctx: Pick<Ctx, "db">, email: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: subscriber.id })
    .from(subscriber)
    .where(and(eq(subscriber.email, email.toLowerCase()), isNull(subscriber.unsubscribedAt)));
  return row !== undefined;
}

const masked = (email: string) => email.replace(/^(.).*@/, "$1•••@");

/** Unsubscribes the token's address. Idempotent. Refuses invalid tokens. */
export async function unsubscribeNewsletter(
  ctx: Ctx,
  input: { token: string; by: UnsubscribeMethod },
): Promise<Result<{ hadLeft: boolean }, NotFound>> {
  const token = readLeaveToken(input.token);
  if (!token) return notFound();
  return inTransaction(ctx, async (tx) => {
    const [known] = await tx.db
      .select()
      .from(subscriber)
      .where(eq(subscriber.unsubscribeKey, token.unsubscribeKey))
      .for("update");
    if (!known) return notFound();
    if (known.unsubscribedAt) return ok({ hadLeft: true });
    await endSubscription(tx, known, input.by);
    if (token.issue)
      await tx.db
        .update(newsletterRecipient)
        .set({ unsubscribedAt: tx.now })
        .where(and(eq(newsletterRecipient.issue, token.issue), eq(newsletterRecipient.subscriber, known.id)));
    return ok({ hadLeft: false });
  });
}

export async function unsubscribeByAddress(ctx: Ctx, input: { email: string; by: UnsubscribeMethod }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [known] = await tx.db
      .select()
      .from(subscriber)
      .where(and(eq(subscriber.email, input.email.toLowerCase()), isNull(subscriber.unsubscribedAt)))
      .for("update");
    if (known) await endSubscription(tx, known, input.by);
  });
}

async function endSubscription(
  tx: Ctx,
  { id, email }: { id: string; email: string },
  by: UnsubscribeMethod,
): Promise<void> {
  await tx.db
    .update(subscriber)
    .set({
      unsubscribedAt: tx.now,
      unsubscribedBy: by,
      consentPage: null,
      sessionId: null,
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
      lastIssueAt: null,
    })
    .where(eq(subscriber.id, id));
  await suppress(tx, { address: email, scope: "newsletter", reason: "unsubscribed" });
  await publish(tx, newsletterUnsubscribed, { subscriberId: id, email, by });
}

/** Undoes unsubscribing, from its own page: the token proves that the subscriber wants it. */
export async function resubscribeNewsletter(ctx: Ctx, { token }: { token: string }): Promise<Result<null, NotFound>> {
  const key = readLeaveToken(token)?.unsubscribeKey;
  if (!key) return notFound();
  return inTransaction(ctx, async (tx) => {
    const [known] = await tx.db.select().from(subscriber).where(eq(subscriber.unsubscribeKey, key)).for("update");
    if (!known) return notFound();
    if (!known.unsubscribedAt) return ok(null);
    await tx.db
      .update(subscriber)
      .set({ unsubscribedAt: null, unsubscribedBy: null, consentedAt: tx.now, consentPage: "/unsubscribe" })
      .where(eq(subscriber.id, known.id));
    await lift(tx, { address: known.email, scopes: ["newsletter"], reasons: ["unsubscribed"] });
    return ok(null);
  });
}

/** Stores topics and frequency. Refuses invalid tokens and those of unsubscribed people. */
export async function choosePreferences(
  ctx: Ctx,
  { token, topics, frequency }: Preferences & { token: string },
): Promise<Result<null, NotFound | Refusal<"has_left">>> {
  const key = readLeaveToken(token)?.unsubscribeKey;
  if (!key) return notFound();
  const [row] = await ctx.db
    .update(subscriber)
    .set({ topics: topicKeys.filter((topic) => topics.includes(topic)), frequency })
    .where(and(eq(subscriber.unsubscribeKey, key), isNull(subscriber.unsubscribedAt)))
    .returning({ id: subscriber.id });
  if (row) return ok(null);
  const [left] = await ctx.db
    .select({ id: subscriber.id })
    .from(subscriber)
    .where(and(eq(subscriber.unsubscribeKey, key), isNotNull(subscriber.unsubscribedAt)));
  return refuse(left ? "has_left" : "not_found");
}

/**
 * Moves a subscription to the person's new address, with its preferences. A subscription of the new address takes precedence, even if
 * unsubscribed, and the old one is deleted. `notify` mails the new address, for requests that do not prove its ownership (throws
 * MailboxFull); where signups need confirmation it is asked to confirm first, and nothing moves until then. `updated`: the newsletter now
 * goes to the new address.
 */
export async function moveSubscription(
  ctx: Ctx,
  input: { oldEmail: string; newEmail: string; notify?: boolean; confirmedAt?: Date },
): Promise<Result<{ updated: boolean }, never>> {
  const { confirmedAt } = input;
  const [oldEmail, newEmail] = [input.oldEmail.toLowerCase(), input.newEmail.toLowerCase()];
  if (oldEmail === newEmail) return ok({ updated: false });
  return inTransaction(ctx, async (tx) => {
    await lockAddresses(tx, [oldEmail, newEmail]);
    const rows = await tx.db
      .select()
      .from(subscriber)
      .where(inArray(subscriber.email, [oldEmail, newEmail]))
      .orderBy(asc(subscriber.id))
      .for("update");
    const old = rows.find(({ email }) => email === oldEmail);
    const existing = rows.find(({ email }) => email === newEmail);
    if (!old || old.unsubscribedAt) return ok({ updated: false });
    const { consentText, consentVersion, consentPage, source } = old;
    if (input.notify && !existing && (await needsConfirmation(tx, newEmail))) {
      const consent = { consentedAt: tx.now, consentText, consentVersion, consentPage };
      await askToConfirm(tx, { email: newEmail, source, replaces: oldEmail, ...consent });
      return ok({ updated: false });
    }
    if (existing) {
      await tx.db.delete(subscriber).where(eq(subscriber.id, old.id));
      return ok({ updated: existing.unsubscribedAt === null });
    }
    const [moved] = await tx.db
      .update(subscriber)
      .set({
        email: newEmail,
        isConsumerDomain: companyDomainOf(newEmail) === null,
        ...(confirmedAt && { confirmedAt }),
      })
      .where(eq(subscriber.id, old.id))
      .returning();
    if (input.notify)
      await queueStrangerMail(tx, newsletterMovedMail({ to: newEmail, unsubscribeKey: moved!.unsubscribeKey }));
    return ok({ updated: true });
  });
}
