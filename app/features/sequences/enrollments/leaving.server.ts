import { desc, eq } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { hasClickConsent, setClickConsent } from "#app/features/mail/clicks/click-consent.server.ts";
import { findListRecipient } from "#app/features/mail/messages/sent-to.server.ts";
import { isOffList, suppress } from "#app/features/mail/refusals/suppression.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { outreachUnsubscribed } from "../events.ts";
import { markUnsubscribed } from "../steps/mail-outcomes.server.ts";
import { enrollment, sequence } from "../tables.server.ts";
import { applyExits } from "./ending.server.ts";
import { isOwnUnsubscribeKey, testedSequence, unsubscribeKeyOf } from "./leave-link.server.ts";
import { followMerges } from "./merges.server.ts";

/*
 * Unsubscribing from follow-ups. Outreach is a separate list: leaving it ends every sequence for the person and keeps
 * the newsletter. The token of a mail's link is sufficient, without account or cookie.
 */

export type OutreachReader =
  | { kind: "person"; maskedEmail: string; hasLeft: boolean; countsClicks: boolean }
  /** The person was deleted with their mails: nothing will be sent. */
  | { kind: "gone" }
  /** From a test email; `title` is the sequence's, null once it is deleted. */
  | { kind: "test"; title: string | null };

/** Finds the person or test of a token; null for unknown tokens. The address is masked, because mails are forwarded. */
export async function findOutreachReader(ctx: Pick<Ctx, "db">, token: string): Promise<OutreachReader | null> {
  const tested = testedSequence(token);
  if (tested !== null) {
    const [row] = await ctx.db.select({ title: sequence.title }).from(sequence).where(eq(sequence.name, tested));
    return { kind: "test", title: row?.title ?? null };
  }
  const key = unsubscribeKeyOf(token);
  if (!key) return null;
  const email = await findOutreachAddress(ctx, token);
  if (!email) return isOwnUnsubscribeKey(key) ? { kind: "gone" } : null;
  const hasLeft = await isOffList(ctx, email, "outreach");
  const countsClicks = await hasClickConsent(ctx, email);
  return { kind: "person", maskedEmail: email.replace(/^(.).*@/, "$1•••@"), hasLeft, countsClicks };
}

type LeftBy = "page" | "one-click" | "mail";

export async function chooseClickCounting(
  ctx: Ctx,
  { token, agrees }: { token: string; agrees: boolean },
): Promise<Result<undefined, NotFound>> {
  return inTransaction(ctx, async (tx) => {
    const address = await findOutreachAddress(tx, token);
    if (!address) return notFound();
    await setClickConsent(tx, { address, source: "email-link", agrees });
    return ok();
  });
}

/**
 * Ends outreach for the token's person, also for a deleted one whose mails remain; succeeds without effect if those were deleted too.
 * Idempotent. Refusal: not_found.
 */
export async function leaveOutreach(
  ctx: Ctx,
  { token, by }: { token: string; by: LeftBy },
): Promise<Result<undefined, NotFound>> {
  const key = unsubscribeKeyOf(token);
  if (testedSequence(token) !== null) return ok();
  return inTransaction(ctx, async (tx) => {
    await followMerges(tx);
    const found = key ? await readerOf(tx, key) : null;
    if (found) await endOutreach(tx, found, by);
    else {
      const email = await findOutreachAddress(tx, token);
      if (email) await leaveOutreachByAddress(tx, { email, by });
      else if (!key || !isOwnUnsubscribeKey(key)) return notFound();
    }
    return ok();
  });
}

/** Ends outreach for an address, also one that never got any. Idempotent. */
export async function leaveOutreachByAddress(ctx: Ctx, { email, by }: { email: string; by: LeftBy }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await followMerges(tx);
    const [found] = await selectReaders(tx)
      .where(eq(prospect.email, email.toLowerCase()))
      .orderBy(desc(enrollment.enrolledAt))
      .limit(1);
    if (found) await endOutreach(tx, found, by);
    else await suppress(tx, { address: email, scope: "outreach", reason: "unsubscribed" });
  });
}

/**
 * The address of a token's person, or null for tests and unknown tokens. A deleted person's address is that of their mails, which are
 * kept; null if those were deleted too.
 */
export async function findOutreachAddress(ctx: Pick<Ctx, "db">, token: string): Promise<string | null> {
  const key = testedSequence(token) === null ? unsubscribeKeyOf(token) : null;
  if (!key) return null;
  const found = await readerOf(ctx, key);
  if (found) return found.email;
  return isOwnUnsubscribeKey(key) ? findListRecipient(ctx, { list: "outreach", token }) : null;
}

type Reader = { enrollmentId: string; prospectId: string; email: string; name: string };

async function endOutreach(tx: Ctx, { enrollmentId, prospectId, email, name }: Reader, by: LeftBy): Promise<void> {
  if (await isOffList(tx, email, "outreach")) return;
  await suppress(tx, { address: email, scope: "outreach", reason: "unsubscribed" });
  await markUnsubscribed(tx, enrollmentId);
  await publish(tx, outreachUnsubscribed, { email: email.toLowerCase(), sequence: name, by });
  await applyExits(tx, prospectId);
}

const readerOf = async (ctx: Pick<Ctx, "db">, unsubscribeKey: string): Promise<Reader | undefined> =>
  (await selectReaders(ctx).where(eq(enrollment.unsubscribeKey, unsubscribeKey)))[0];

const selectReaders = (ctx: Pick<Ctx, "db">) =>
  ctx.db
    .select({
      enrollmentId: enrollment.id,
      prospectId: enrollment.prospectId,
      email: prospect.email,
      name: sequence.name,
    })
    .from(enrollment)
    .innerJoin(prospect, eq(prospect.id, enrollment.prospectId))
    .innerJoin(sequence, eq(sequence.id, enrollment.sequenceId));
