import { and, eq, gt, lt, sql } from "drizzle-orm";
import { countUse, uncountUse } from "#app/features/security/requests/limits.server.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { visitorFact } from "#app/platform/requests/visitor-fact.server.ts";
import { openSealed, sealText } from "#app/platform/secrets/sealed-text.server.ts";
import { identifierOf, makeProof } from "../sign-in/proofs.server.ts";
import { challengeTokenOf } from "../sign-in/session-cookie.server.ts";
import { twoFactor, verification } from "../tables.server.ts";
import { acceptRecoveryCode } from "./recovery-codes.server.ts";
import { matchingStep, stepAt } from "./totp.server.ts";

/*
 * Verification of second-factor codes from an authenticator app.
 *
 * If the account has a verified factor, the right password opens no session but a challenge: a row of `verification` that
 * expires after ten minutes or five attempts. Its token is in its own cookie. The right code ends the challenge and lets
 * the caller open a session at aal2.
 *
 * Invariants, and the attack that each one prevents:
 * - a code is accepted once. `last_step` only increases, in one UPDATE that names the old value, so exactly one of several
 *   simultaneous requests with the same code succeeds (replay, ASVS 6.5.1);
 * - attempts are counted before the code is checked, so that simultaneous guesses share the five attempts (guessing);
 * - the secret is stored encrypted with SECRET, the token of a challenge as a hash (a copied database);
 * - a recovery code can replace the app's code, under the same attempt limit (recovery-codes.server.ts);
 * - wrong app codes are limited to 20 an hour per account across all challenges and clients. Recovery codes are not, so the
 *   owner can always sign in.
 */

/** Thrown after twenty wrong app codes within an hour. */
export class TooManyCodes extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("Too many codes were tried for this account.");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const challengeLife = { minutes: 10, answers: 5 } as const;

type At = Pick<Ctx, "db" | "now">;

/** Returns the token for the challenge cookie. */
export const openChallenge = (ctx: At, userId: string): Promise<string> =>
  makeProof(ctx, { purpose: "second-factor", value: userId, minutes: challengeLife.minutes });

/** Whether a challenge still accepts codes. Does not count as an attempt. */
export async function isChallengeOpen(ctx: At, token: string): Promise<boolean> {
  const [found] = await ctx.db.select({ id: verification.id }).from(verification).where(openOf(ctx, token));
  return found !== undefined;
}

/**
 * Why a page asks for a code: a pending sign-in (`sign-in`), a session that can be raised to aal2 (`session`), or null.
 * Does not count as an attempt.
 */
export async function findPendingCode(ctx: Ctx, headers: Headers): Promise<"sign-in" | "session" | null> {
  const { actor } = ctx;
  if (actor.kind === "user") return actor.aal === "aal1" && (await hasFactor.of(ctx, actor.userId)) ? "session" : null;
  const token = challengeTokenOf(headers, env());
  return token && (await isChallengeOpen(ctx, token)) ? "sign-in" : null;
}

/**
 * One attempt at a challenge with an app code or a recovery code. Refusals: `challenge_over` if it expired, was completed
 * or has no attempts left; `wrong_code` if the code is wrong or was used before.
 */
export async function answerChallenge(
  ctx: At,
  input: { token: string; code: string; by?: "app" | "recovery" },
): Promise<Result<{ userId: string }, Refusal<"challenge_over" | "wrong_code">>> {
  const [challenge] = await ctx.db
    .update(verification)
    .set({ attempts: sql`${verification.attempts} + 1`, updatedAt: ctx.now })
    .where(openOf(ctx, input.token))
    .returning({ id: verification.id, userId: verification.value });
  if (!challenge) return refuse("challenge_over");
  const accept = input.by === "recovery" ? acceptRecoveryCode : acceptCode;
  if (!(await accept(ctx, { userId: challenge.userId, code: input.code }))) return refuse("wrong_code");
  await ctx.db.delete(verification).where(eq(verification.id, challenge.id));
  return ok({ userId: challenge.userId });
}

/**
 * True if this is a code of the user's verified factor that was never accepted before; from then on neither it nor an older
 * one is accepted. Attempts are counted before the check; a successful one is not counted. Throws TooManyCodes.
 */
export async function acceptCode(ctx: At, input: { userId: string; code: string }): Promise<boolean> {
  const limit = await countUse(ctx, "second-factor-account", input.userId);
  if (!limit.allowed) throw new TooManyCodes(limit.retryAfterSeconds);
  if (!(await isUnusedCode(ctx, input))) return false;
  await uncountUse(ctx, "second-factor-account", input.userId);
  return true;
}

async function isUnusedCode(ctx: At, input: { userId: string; code: string }): Promise<boolean> {
  const mine = and(eq(twoFactor.userId, input.userId), eq(twoFactor.status, "verified"));
  const [factor] = await ctx.db.select({ secret: twoFactor.secret }).from(twoFactor).where(mine);
  if (!factor) return false;
  const secret = openSealed(factor.secret);
  const step = matchingStep(secret, input.code, stepAt(ctx.now));
  if (step === null) return false;
  const [used] = await ctx.db
    .update(twoFactor)
    .set({ lastStep: step, updatedAt: ctx.now })
    .where(and(mine, lt(twoFactor.lastStep, step)))
    .returning({ id: twoFactor.id });
  return used !== undefined;
}

export const hasFactor = visitorFact<boolean>(
  "has_factor",
  (userId) =>
    sql`exists (select 1 from ${twoFactor} where ${twoFactor.userId} = ${userId} and ${twoFactor.status} = 'verified')`,
);

/**
 * Replaces the user's factor with this secret and marks it as verified: the owner has entered a code of `lastStep`, or the
 * operator vouches for the secret.
 */
export async function putVerifiedFactor(
  ctx: At,
  input: { userId: string; secret: string; lastStep: number },
): Promise<void> {
  const values = {
    secret: sealText(input.secret),
    status: "verified",
    lastStep: input.lastStep,
    updatedAt: ctx.now,
  } as const;
  await ctx.db
    .insert(twoFactor)
    .values({ userId: input.userId, createdAt: ctx.now, ...values })
    .onConflictDoUpdate({ target: [twoFactor.userId, twoFactor.status], set: values });
}

const openOf = (ctx: At, token: string) =>
  and(
    eq(verification.identifier, identifierOf("second-factor", token)),
    gt(verification.expiresAt, ctx.now),
    lt(verification.attempts, challengeLife.answers),
  );
