import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { countUse, takeBackUse } from "#app/features/security/limits.server.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { visitorFact } from "#app/platform/visitor-fact.server.ts";
import { identifierOf, makeProof } from "../proofs.server.ts";
import { challengeTokenOf } from "../session-cookie.server.ts";
import { twoFactor, verification } from "../tables.server.ts";
import { acceptRecoveryCode } from "./recovery-codes.server.ts";
import { matchingStep, stepAt } from "./totp.server.ts";

/*
 * The second factor: codes of an authenticator app.
 *
 * A password that is right opens no session when the account has a verified factor. It opens a challenge: a row of
 * `verification` that lives ten minutes and takes five answers; its token is in a cookie of its own. A right code ends the
 * challenge and lets the caller open a session at aal2.
 *
 * What must always hold, and what it stops:
 * - a code counts once. `last_step` only moves up, in one UPDATE that names the old value, so of any number of
 *   simultaneous requests with one code exactly one wins (replay, ASVS 6.5.1);
 * - answers are counted before they are looked at, so that simultaneous guesses share the five (guessing);
 * - the secret is stored encrypted with SECRET, the token of a challenge as a hash (a copied database);
 * - a recovery code answers in place of the app, under the same count (recovery-codes.server.ts);
 * - wrong codes of the app are limited to 20 an hour per account, whatever the number of challenges and clients. Recovery
 *   codes are not, so their owner can always get in.
 */

/** Twenty wrong codes of the app within an hour. */
export class TooManyCodes extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("Too many codes were tried for this account.");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const challengeLife = { minutes: 10, answers: 5 } as const;

type At = Pick<Ctx, "db" | "now">;

/** Starts a sign-in that waits for a code; answers the token for the challenge cookie. */
export const openChallenge = (ctx: At, userId: string): Promise<string> =>
  makeProof(ctx, { purpose: "second-factor", value: userId, minutes: challengeLife.minutes });

/** Whether a challenge still takes an answer; looking does not count as one. */
export async function isChallengeOpen(ctx: At, token: string): Promise<boolean> {
  const [found] = await ctx.db.select({ id: verification.id }).from(verification).where(openOf(ctx, token));
  return found !== undefined;
}

/**
 * What a page has to ask a code for: a sign-in that waits for it (`sign-in`), a session that could be raised to aal2
 * (`session`), or nothing. Reading it counts as no answer.
 */
export async function findPendingCode(ctx: Ctx, headers: Headers): Promise<"sign-in" | "session" | null> {
  const { actor } = ctx;
  if (actor.kind === "user") return actor.aal === "aal1" && (await hasFactor.of(ctx, actor.userId)) ? "session" : null;
  const token = challengeTokenOf(headers, env());
  return token && (await isChallengeOpen(ctx, token)) ? "sign-in" : null;
}

/**
 * One answer to a challenge: a code of the app, or a recovery code. Refusals: `challenge_over` when it expired, was answered
 * rightly or had its five answers; `wrong_code` when the code is wrong or was used before.
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
 * True when this is a code of the person's verified factor that was never accepted before; from then on neither it nor an
 * older one is. Tries are counted before the code is checked; a right one is taken back. Throws TooManyCodes.
 */
export async function acceptCode(ctx: At, input: { userId: string; code: string }): Promise<boolean> {
  const limit = await countUse(ctx, "second-factor-account", input.userId);
  if (!limit.allowed) throw new TooManyCodes(limit.retryAfterSeconds);
  if (!(await isUnusedCode(ctx, input))) return false;
  await takeBackUse(ctx, "second-factor-account", input.userId);
  return true;
}

async function isUnusedCode(ctx: At, input: { userId: string; code: string }): Promise<boolean> {
  const mine = and(eq(twoFactor.userId, input.userId), eq(twoFactor.status, "verified"));
  const [factor] = await ctx.db.select({ secret: twoFactor.secret }).from(twoFactor).where(mine);
  if (!factor) return false;
  const secret = await symmetricDecrypt({ key: env().SECRET, data: factor.secret });
  const step = await matchingStep(secret, input.code, stepAt(ctx.now));
  if (step === null) return false;
  const [used] = await ctx.db
    .update(twoFactor)
    .set({ lastStep: step, updatedAt: ctx.now })
    .where(and(mine, lt(twoFactor.lastStep, step)))
    .returning({ id: twoFactor.id });
  return used !== undefined;
}

/** Whether a verified factor protects this account. */
export const hasFactor = visitorFact<boolean>(
  "has_factor",
  (userId) =>
    sql`exists (select 1 from ${twoFactor} where ${twoFactor.userId} = ${userId} and ${twoFactor.status} = 'verified')`,
);

/**
 * Puts this secret in place of whatever factor the person had and counts it as verified: its owner has shown a code of
 * `lastStep`, or the operator answers for it.
 */
export async function putVerifiedFactor(
  ctx: At,
  input: { userId: string; secret: string; lastStep: number },
): Promise<void> {
  const values = {
    secret: await symmetricEncrypt({ key: env().SECRET, data: input.secret }),
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
