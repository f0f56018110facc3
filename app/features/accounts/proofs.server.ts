import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { and, between, eq, gt, like, lt, sql } from "drizzle-orm";
import { clockSkewMs } from "#app/features/security/uses.server.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { verification } from "./tables.server.ts";

/*
 * Proofs: what this room hands out to be shown again soon.
 *
 * A link carries a token of 256 random bits, of which only the hash is kept, under the purpose it was made for: a copied
 * database holds nothing that could be sent in, and a link for one purpose opens no other. A mailed code has six digits, so
 * it is worth something only together with the token of the browser that asked for it (`request`), for ten minutes and
 * five tries; it is kept as a keyed hash over both (ASVS 6.5.5, 6.6.2).
 *
 * Spending is one DELETE and a try one UPDATE: of any number of simultaneous requests one gets the answer, and tries are
 * counted before the code is looked at.
 */

export type Purpose =
  /** The link that proves a new account's address; its value is the user. */
  | "verify-email"
  /** The browser that signed up and waits for the code. */
  | "verify-request"
  /** A sign-in that owes the code of a second factor. */
  | "second-factor"
  /** The link that sets a new password. */
  | "reset-password"
  /** The browser that asked for it and waits for the code; the value of an unknown address is nobody's id. */
  | "reset-request"
  /** The link of a security notice. */
  | "not-me"
  /** The two links of a change of address; their value is the change. */
  | "email-change-confirm"
  | "email-change-verify";

/** How long a mailed code works and how many answers it takes. */
export const mailedCode = { minutes: 10, tries: 5 } as const;

type At = Pick<Ctx, "db" | "now">;

export const newToken = (): string => randomBytes(32).toString("base64url");

/** How a token is kept: `purpose:hash`. */
export const identifierOf = (purpose: Purpose, token: string): string =>
  `${purpose}:${createHash("sha256").update(token).digest("base64url")}`;

/** Keeps a new proof and answers its token. With `awaitsCode` it can be answered by a mailed code, from now on. */
export async function makeProof(
  ctx: At,
  input: { purpose: Purpose; value: string; minutes: number; awaitsCode?: boolean },
): Promise<string> {
  const { purpose, value, minutes, awaitsCode } = input;
  const token = newToken();
  await ctx.db.insert(verification).values({
    identifier: identifierOf(purpose, token),
    value,
    codeExpiresAt: awaitsCode ? new Date(ctx.now.getTime() + mailedCode.minutes * 60_000) : null,
    expiresAt: new Date(ctx.now.getTime() + minutes * 60_000),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  return token;
}

/** Whose proof this is, while it counts; looking does not spend it. */
export async function findProof(ctx: At, purpose: Purpose, token: string): Promise<string | null> {
  const [found] = await ctx.db
    .select({ value: verification.value })
    .from(verification)
    .where(unspent(ctx, identifierOf(purpose, token)));
  return found?.value ?? null;
}

/** Takes a proof away and answers whose it was, or null. Of two simultaneous calls one gets the answer. */
export async function spendProof(ctx: At, purpose: Purpose, token: string): Promise<string | null> {
  const [spent] = await ctx.db
    .delete(verification)
    .where(unspent(ctx, identifierOf(purpose, token)))
    .returning({ value: verification.value });
  return spent?.value ?? null;
}

/** Takes away what is left of somebody's proofs for a purpose. */
export async function forgetProofs(ctx: Pick<Ctx, "db">, purpose: Purpose, value: string): Promise<void> {
  await ctx.db.delete(verification).where(proofsOf(purpose, value));
}

/** Whether one was made after `since`. Proofs dated in the future were made while the clock was wrong and do not count. */
export async function wasProofMade(ctx: At, purpose: Purpose, value: string, since: Date): Promise<boolean> {
  const latest = new Date(ctx.now.getTime() + clockSkewMs);
  const [made] = await ctx.db
    .select({ id: verification.id })
    .from(verification)
    .where(and(proofsOf(purpose, value), between(verification.createdAt, since, latest)))
    .limit(1);
  return made !== undefined;
}

/** Makes the six digits that answer a waiting request. They neither lengthen its time nor give back tries. */
export async function giveCode(ctx: At, identifier: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await ctx.db
    .update(verification)
    .set({ codeHash: hashOf(identifier, code), updatedAt: ctx.now })
    .where(unspent(ctx, identifier));
  return code;
}

/**
 * One answer to a waiting request; a right one spends it and tells whose it was. Refusals: `code_over` when it expired, was
 * answered or had its tries; `wrong_code`. A request whose code was never made, for an unknown address, answers alike.
 */
export async function tryMailedCode(
  ctx: At,
  { purpose, request, code }: { purpose: Purpose; request: string; code: string },
): Promise<Result<string, Refusal<"code_over" | "wrong_code">>> {
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
  const given = Buffer.from(hashOf(identifier, code));
  const kept = Buffer.from(waiting.codeHash ?? hashOf(identifier, newToken()));
  if (!timingSafeEqual(kept, given)) return refuse("wrong_code");
  const [spent] = await ctx.db
    .delete(verification)
    .where(eq(verification.id, waiting.id))
    .returning({ value: verification.value });
  return spent ? ok(spent.value) : refuse("code_over");
}

const hashOf = (identifier: string, code: string) =>
  createHmac("sha256", env().SECRET).update(`mailed-code:${identifier}:${code}`).digest("base64url");

const unspent = (ctx: Pick<Ctx, "now">, identifier: string) =>
  and(eq(verification.identifier, identifier), gt(verification.expiresAt, ctx.now));

const proofsOf = (purpose: Purpose, value: string) =>
  and(eq(verification.value, value), like(verification.identifier, `${purpose}:%`));
