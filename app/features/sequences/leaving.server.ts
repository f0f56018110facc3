import { eq } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { isOffList, suppress } from "#app/features/mail/suppression.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { applyExits } from "./ending.server.ts";
import { outreachUnsubscribed } from "./events.ts";
import { leaveKeyOf, testLeaveKey } from "./leave-link.server.ts";
import { markUnsubscribed } from "./mail-outcomes.server.ts";
import { enrolment, sequence } from "./tables.server.ts";

/*
 * Unsubscribing from follow-ups. Outreach is a list of its own: leaving it ends every sequence for the person and keeps the
 * newsletter. The token of a mail's link is the right to it, without account or cookie.
 */

export type OutreachReader = { maskedEmail: string; hasLeft: boolean };

/** The person behind a token; `test` for test mails, null for unknown tokens. The address is masked: mails are forwarded. */
export async function findOutreachReader(ctx: Pick<Ctx, "db">, token: string): Promise<OutreachReader | "test" | null> {
  const key = leaveKeyOf(token);
  if (key === testLeaveKey) return "test";
  const found = key ? await readerOf(ctx, key) : null;
  if (!found) return null;
  const hasLeft = await isOffList(ctx, found.email, "outreach");
  return { maskedEmail: found.email.replace(/^(.).*@/, "$1•••@"), hasLeft };
}

/** Ends outreach for the person of the token. Idempotent. Refusal: not_found. */
export async function leaveOutreach(
  ctx: Ctx,
  { token, by }: { token: string; by: "page" | "one-click" | "mail" },
): Promise<Result<undefined, NotFound>> {
  const key = leaveKeyOf(token);
  if (key === testLeaveKey) return ok();
  return inTransaction(ctx, async (tx) => {
    const found = key ? await readerOf(tx, key) : null;
    if (!found) return notFound();
    const { email, prospectId, name } = found;
    if (await isOffList(tx, email, "outreach")) return ok();
    await suppress(tx, { address: email, scope: "outreach", reason: "unsubscribed" });
    await markUnsubscribed(tx, found.enrolmentId);
    await publish(tx, outreachUnsubscribed, { email: email.toLowerCase(), sequence: name, by });
    await applyExits(tx, prospectId);
    return ok();
  });
}

async function readerOf(ctx: Pick<Ctx, "db">, leaveKey: string) {
  const [row] = await ctx.db
    .select({ enrolmentId: enrolment.id, prospectId: enrolment.prospectId, email: prospect.email, name: sequence.name })
    .from(enrolment)
    .innerJoin(prospect, eq(prospect.id, enrolment.prospectId))
    .innerJoin(sequence, eq(sequence.id, enrolment.sequenceId))
    .where(eq(enrolment.leaveKey, leaveKey));
  return row;
}
