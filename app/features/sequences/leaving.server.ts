import { eq } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { hasClickConsent, setClickConsent } from "#app/features/mail/click-consent.server.ts";
import { isOffList, suppress } from "#app/features/mail/suppression.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { applyExits } from "./ending.server.ts";
import { outreachUnsubscribed } from "./events.ts";
import { isOwnUnsubscribeKey, testedSequence, unsubscribeKeyOf } from "./leave-link.server.ts";
import { markUnsubscribed } from "./mail-outcomes.server.ts";
import { followMerges } from "./merges.server.ts";
import { enrollment, sequence } from "./tables.server.ts";

/*
 * Unsubscribing from follow-ups. Outreach is a separate list: leaving it ends every sequence for the person and keeps
 * the newsletter. The token of a mail's link is sufficient, without account or cookie.
 */

export type OutreachReader =
  | { kind: "person"; maskedEmail: string; hasLeft: boolean; countsClicks: boolean }
  /** The person or the sequence was deleted: nothing will be sent. */
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
  const found = await readerOf(ctx, key);
  if (!found) return isOwnUnsubscribeKey(key) ? { kind: "gone" } : null;
  const hasLeft = await isOffList(ctx, found.email, "outreach");
  const countsClicks = await hasClickConsent(ctx, found.email);
  return { kind: "person", maskedEmail: found.email.replace(/^(.).*@/, "$1•••@"), hasLeft, countsClicks };
}

export async function chooseClickCounting(
  ctx: Ctx,
  { token, agrees }: { token: string; agrees: boolean },
): Promise<Result<undefined, NotFound>> {
  const key = unsubscribeKeyOf(token);
  return inTransaction(ctx, async (tx) => {
    const found = key ? await readerOf(tx, key) : null;
    if (!found) return notFound();
    await setClickConsent(tx, { address: found.email, source: "email-link", agrees });
    return ok();
  });
}

/** Ends outreach for the token's person; succeeds without effect for a deleted person. Idempotent. Refusal: not_found. */
export async function leaveOutreach(
  ctx: Ctx,
  { token, by }: { token: string; by: "page" | "one-click" | "mail" },
): Promise<Result<undefined, NotFound>> {
  const key = unsubscribeKeyOf(token);
  if (testedSequence(token) !== null) return ok();
  return inTransaction(ctx, async (tx) => {
    await followMerges(tx);
    const found = key ? await readerOf(tx, key) : null;
    if (!found) return key && isOwnUnsubscribeKey(key) ? ok() : notFound();
    const { email, prospectId, name } = found;
    if (await isOffList(tx, email, "outreach")) return ok();
    await suppress(tx, { address: email, scope: "outreach", reason: "unsubscribed" });
    await markUnsubscribed(tx, found.enrollmentId);
    await publish(tx, outreachUnsubscribed, { email: email.toLowerCase(), sequence: name, by });
    await applyExits(tx, prospectId);
    return ok();
  });
}

async function readerOf(ctx: Pick<Ctx, "db">, unsubscribeKey: string) {
  const [row] = await ctx.db
    .select({
      enrollmentId: enrollment.id,
      prospectId: enrollment.prospectId,
      email: prospect.email,
      name: sequence.name,
    })
    .from(enrollment)
    .innerJoin(prospect, eq(prospect.id, enrollment.prospectId))
    .innerJoin(sequence, eq(sequence.id, enrollment.sequenceId))
    .where(eq(enrollment.unsubscribeKey, unsubscribeKey));
  return row;
}
