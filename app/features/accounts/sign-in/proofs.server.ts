import { randomInt } from "node:crypto";
import { and, between, eq, gt, isNull, like, lt, sql } from "drizzle-orm";
import { clockSkewMs } from "#app/features/security/requests/uses.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { hashToken, isSameText, keyedHash, randomToken } from "#app/platform/secrets/hashes.server.ts";
import { verification } from "../tables.server.ts";

/*
 * Proofs: short-lived tokens and codes that a user presents to prove control of an address or a browser.
 *
 * A link contains a token of 256 random bits. Only its hash is stored, under the purpose of the link: a copied database
 * contains no usable token, and a token cannot be used for another purpose. A mailed code has six digits, so it is valid
 * only together with the token of the browser that requested it (`request`), for ten minutes and five attempts; it is
 * stored as a keyed hash over both (ASVS 6.5.5, 6.6.2).
 *
 * Using a token is one DELETE and an attempt at a code one UPDATE, so only one of several simultaneous requests succeeds,
 * and attempts are counted before the code is checked.
 */

export type Purpose =
  /** The link that verifies a new account's address; its value is the user id. */
  | "verify-email"
  /** The browser that signed up and waits for the code. */
  | "verify-request"
  /** A sign-in that still needs a code of the second factor. */
  | "second-factor"
  | "reset-password"
  /** The browser that requested it and waits for the code; for an unknown address the value is an unused id. */
  | "reset-request"
  | "not-me"
  /** The two links of an address change; their value is the id of the change. */
  | "email-change-confirm"
  | "email-change-verify"
  /** The browser of an admin who connects a calendar at its provider. */
  | "calendar-consent"
  /** The challenge of a passkey that is added; its value is the user id. */
  | "passkey-add"
  /** The challenge of a sign-in with a passkey; its value is an unused id. */
  | "passkey-sign-in"
  /** The challenge of a passkey in an open session, instead of a code; its value is the user id. */
  | "passkey-fresh"
  | "sign-in-link"
  /** The link to /setup that makes the first owner. */
  | "set-up"
  /** The link of an invitation to the team; its value is the id of the invitation. */
  | "team-invitation"
  /** A sign-in at an identity provider, in the browser that started it; its value is the state as JSON. */
  | "provider-sign-in";

export const mailedCode = { minutes: 10, tries: 5 } as const;

type At = Pick<Ctx, "db" | "now">;

/** The stored form of a token: `purpose:hash`. */
export const identifierOf = (purpose: Purpose, token: string): string => `${purpose}:${hashToken(token)}`;

/** Stores a new proof and returns its token. With `awaitsCode` it accepts a mailed code from now on. */
export async function makeProof(
  ctx: At,
  input: { purpose: Purpose; value: string; minutes: number; awaitsCode?: boolean },
): Promise<string> {
  const { purpose, value, minutes, awaitsCode } = input;
  const token = randomToken();
  await ctx.db.insert(verification).values({
    identifier: identifierOf(purpose, token),
    value,
    codeExpiresAt: awaitsCode ? new Date(ctx.now.getTime() + mailedCode.minutes * minuteMs) : null,
    expiresAt: new Date(ctx.now.getTime() + minutes * minuteMs),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  return token;
}

/** The value of this proof while it is valid. Does not use it up. */
export const findProof = async (ctx: At, purpose: Purpose, token: string): Promise<string | null> =>
  (await findRequest(ctx, purpose, token))?.value ?? null;

export type AwaitedCode = {
  /** Whether a code was mailed for this request. */
  hasCode: boolean;
  /** No code works any more: ten minutes or five attempts are over. */
  isCodeOver: boolean;
};

/** Like `findProof`, with the state of its code. */
export async function findRequest(
  ctx: At,
  purpose: Purpose,
  token: string,
): Promise<({ value: string } & AwaitedCode) | null> {
  const [found] = await ctx.db
    .select()
    .from(verification)
    .where(unspent(ctx, identifierOf(purpose, token)));
  if (!found) return null;
  const { value, codeHash, codeExpiresAt, attempts } = found;
  const isCodeOver = codeExpiresAt === null || codeExpiresAt <= ctx.now || attempts >= mailedCode.tries;
  return { value, hasCode: codeHash !== null, isCodeOver };
}

/** Uses up a proof and returns its value, or null. Of two simultaneous calls only one gets the value. */
export async function consumeProof(ctx: At, purpose: Purpose, token: string): Promise<string | null> {
  const [spent] = await ctx.db
    .delete(verification)
    .where(unspent(ctx, identifierOf(purpose, token)))
    .returning({ value: verification.value });
  return spent?.value ?? null;
}

export async function forgetProofs(ctx: Pick<Ctx, "db">, purpose: Purpose, value: string): Promise<void> {
  await ctx.db.delete(verification).where(proofsOf(purpose, value));
}

/** Deletes a user's proofs for a purpose that never got a code. */
export async function forgetUncodedProofs(ctx: Pick<Ctx, "db">, purpose: Purpose, value: string): Promise<void> {
  await ctx.db.delete(verification).where(and(proofsOf(purpose, value), isNull(verification.codeHash)));
}

/** Whether a proof was created after `since`. Future dates come from a wrong clock and are ignored. */
export async function wasProofMade(ctx: At, purpose: Purpose, value: string, since: Date): Promise<boolean> {
  const latest = new Date(ctx.now.getTime() + clockSkewMs);
  const [made] = await ctx.db
    .select({ id: verification.id })
    .from(verification)
    .where(and(proofsOf(purpose, value), between(verification.createdAt, since, latest)))
    .limit(1);
  return made !== undefined;
}

/** Creates the six digits for a pending request. They neither extend its lifetime nor reset its attempts. */
export async function issueMailedCode(ctx: At, identifier: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await ctx.db
    .update(verification)
    .set({ codeHash: hashOf(identifier, code), updatedAt: ctx.now })
    .where(unspent(ctx, identifier));
  return code;
}

/**
 * One attempt at the code of a pending request. The right code uses up the request and returns its value. Refusals:
 * `code_over` if it expired, was used or has no attempts left; `wrong_code`, `last_wrong_code` (no attempt is left); `no_code` if
 * none was mailed for this request.
 */
export async function tryMailedCode(
  ctx: At,
  { purpose, request, code }: { purpose: Purpose; request: string; code: string },
): Promise<Result<string, Refusal<"code_over" | "wrong_code" | "last_wrong_code" | "no_code">>> {
  const identifier = identifierOf(purpose, request);
  const [waiting] = await ctx.db
    .update(verification)
    .set({ attempts: sql`${verification.attempts} + 1` })
    .where(
      and(
        unspent(ctx, identifier),
        gt(verification.codeExpiresAt, ctx.now),
        lt(verification.attempts, mailedCode.tries),
      ),
    )
    .returning();
  if (!waiting) return refuse("code_over");
  const kept = waiting.codeHash ?? hashOf(identifier, randomToken());
  if (!isSameText(kept, hashOf(identifier, code))) {
    if (waiting.attempts >= mailedCode.tries) return refuse("last_wrong_code");
    return refuse(waiting.codeHash ? "wrong_code" : "no_code");
  }
  const [spent] = await ctx.db
    .delete(verification)
    .where(eq(verification.id, waiting.id))
    .returning({ value: verification.value });
  return spent ? ok(spent.value) : refuse("code_over");
}

const hashOf = (identifier: string, code: string) => keyedHash("mailed-code", `${identifier}:${code}`);

const unspent = (ctx: Pick<Ctx, "now">, identifier: string) =>
  and(eq(verification.identifier, identifier), gt(verification.expiresAt, ctx.now));

const proofsOf = (purpose: Purpose, value: string) =>
  and(eq(verification.value, value), like(verification.identifier, `${purpose}:%`));
