import { eq } from "drizzle-orm";
import { resetUses } from "#app/features/security/requests/limits.server.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { enqueue, jobsAreOpen } from "#app/platform/queues/jobs.server.ts";
import { claimUnverified } from "../accounts.server.ts";
import { mailSignInLinkJob } from "../jobs.server.ts";
import { findUserByEmail } from "../profile/profile.server.ts";
import { user } from "../tables.server.ts";
import { mailSignInLink } from "./link-mail.server.ts";
import { consumeProof, findProof, forgetProofs } from "./proofs.server.ts";
import { type Client, type ProvenOutcome, signInProven } from "./sign-in.server.ts";

/*
 * Sign-in by a mailed link, without a password. It is one factor: an account with a second factor still needs its code.
 *
 * Prevents: enumeration (the same response and one job for every address), scanners that open links (opening the page
 * changes nothing; its button signs in), replay (single use, 15 minutes, and revokes the account's other links),
 * signing in to another person's account by mistake (the page names the address).
 */

export async function requestSignInLink(ctx: Ctx, input: { email: string; next: string | null }): Promise<void> {
  const person = await findUserByEmail(ctx, input.email);
  const work = { userId: person?.id ?? newId(), next: input.next };
  await inTransaction(ctx, async (tx) => {
    if (jobsAreOpen()) await enqueue(tx, mailSignInLinkJob, work);
    else await mailSignInLink(tx, work);
  });
}

/** Null if the link is not valid. Does not use it up. */
export async function findLinkAddress(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<string | null> {
  const userId = await findProof(ctx, "sign-in-link", token);
  if (!userId) return null;
  const [person] = await ctx.db.select({ email: user.email }).from(user).where(eq(user.id, userId));
  return person?.email ?? null;
}

/**
 * Signs in by a link's token. The link proves the mailbox, so it verifies an unverified address, and a password that someone else
 * set for it is deleted. Refusal: `link_not_valid` (unknown, used, expired).
 */
export async function signInByLink(
  ctx: Ctx,
  input: { token: string },
  client: Client,
): Promise<Result<ProvenOutcome, Refusal<"link_not_valid">>> {
  const userId = await inTransaction(ctx, async (tx) => {
    const proven = await consumeProof(tx, "sign-in-link", input.token);
    if (!proven) return null;
    await forgetProofs(tx, "sign-in-link", proven);
    await claimUnverified(tx, proven);
    return proven;
  });
  if (!userId) return refuse("link_not_valid");
  // No link is left, and only the owner gets here.
  await resetUses(ctx, "sign-in-link-mail", userId);
  return ok(await signInProven(ctx, { userId, aal: "aal1" }, client));
}
