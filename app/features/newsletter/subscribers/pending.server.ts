import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { queueStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newsletterConfirmMail } from "../emails/newsletter-confirm.tsx";
import { newsletterPending, newsletterSubscriber } from "../tables.server.ts";
import { confirmationDays } from "./subscription.ts";

/*
 * Confirmation by mail. Anyone can enter anyone's address, so a signup waits until the owner of the address opens the link in one mail
 * and presses its button. Until then the address is not subscribed: no issue, no event, and nothing that it had unsubscribed from is lifted.
 */

/**
 * Whether a signup for this address needs confirmation. Not for the signed-in owner of a proven address. Without the setting
 * NEWSLETTER_CONFIRMATION it is on, unless the list has addresses from before confirmation existed or while it was off.
 */
export async function needsConfirmation(tx: Ctx, email: string): Promise<boolean> {
  if (isOwnAddress(tx, email)) return false;
  const setting = env().NEWSLETTER_CONFIRMATION;
  if (setting !== undefined) return setting;
  const [unconfirmed] = await tx.db
    .select({ id: newsletterSubscriber.id })
    .from(newsletterSubscriber)
    .where(isNull(newsletterSubscriber.confirmedAt))
    .limit(1);
  return !unconfirmed;
}

/** A session exists only for an address that its user has verified. */
export const isOwnAddress = ({ actor }: Ctx, email: string): boolean => actor.kind === "user" && actor.email === email;

type Pending = Omit<typeof newsletterPending.$inferInsert, "key">;

/** Stores the signup and mails one link to confirm it. Returns false if the address already waits. Throws MailboxFull. */
export async function askToConfirm(tx: Ctx, pending: Pending): Promise<boolean> {
  const [added] = await tx.db
    .insert(newsletterPending)
    .values(pending)
    .onConflictDoNothing()
    .returning({ key: newsletterPending.key });
  if (added) await queueStrangerMail(tx, newsletterConfirmMail({ to: pending.email, key: added.key }));
  return added !== undefined;
}

/**
 * Returns whether the signup with this key waits for confirmation or is confirmed; null for an invalid or expired key, and for an address
 * that subscribed before or has left. The key was mailed to its address, so a stranger learns nothing.
 */
export async function findSignup(ctx: Pick<Ctx, "db">, key: string): Promise<"waits" | "confirmed" | null> {
  const waiting = ctx.db
    .select({ state: sql<"waits" | "confirmed">`'waits'` })
    .from(newsletterPending)
    .where(eq(newsletterPending.key, key));
  const confirmed = ctx.db
    .select({ state: sql<"waits" | "confirmed">`'confirmed'` })
    .from(newsletterSubscriber)
    .where(
      and(
        eq(newsletterSubscriber.unsubscribeKey, key),
        isNotNull(newsletterSubscriber.confirmedAt),
        isNull(newsletterSubscriber.unsubscribedAt),
      ),
    );
  const [found] = await waiting.unionAll(confirmed);
  return found?.state ?? null;
}

/** Deletes signups that no one confirmed. */
export async function sweepPending(ctx: Ctx): Promise<void> {
  const since = sql`${ctx.now.toISOString()}::timestamptz - ${`${confirmationDays} days`}::interval`;
  await ctx.db.delete(newsletterPending).where(lt(newsletterPending.consentedAt, since));
}
