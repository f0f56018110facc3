import { and, eq } from "drizzle-orm";
import { minuteMs } from "#app/lib/durations.ts";
import { type Refusal, refuse, type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { verifyPassword } from "../passwords/password-hash.server.ts";
import { hasFactor } from "../second-factor/codes.server.ts";
import { account, session } from "../tables.server.ts";
import { countSignInTry } from "./sign-in-limits.server.ts";

export type FreshProof = { password?: string | undefined; address: string };
/**
 * `code_first`: the account has a second factor, and this session has not verified a code. `sign_in_again`: the account
 * has no password, and this session is not recent.
 */
export type FreshProofRefusal = TooMany | Refusal<"wrong_password" | "code_first" | "sign_in_again">;

const newSessionMinutes = 10;

/**
 * Requires the password again before a change to the account's security (ASVS 7.5.1), so that a stolen session is not
 * enough. Attempts count like failed sign-ins. An account without a password (it signs in with a provider, a link or a
 * passkey) needs a session opened within the last minutes instead. Throws GateCrowded.
 */
export async function proveAgain(ctx: SignedInCtx, input: FreshProof): Promise<Result<undefined, FreshProofRefusal>> {
  const { userId, email, aal } = ctx.actor;
  const tried = await countSignInTry(ctx, { email, address: input.address });
  if (!tried.allowed) return tooMany(tried.retryAfterSeconds);
  const [kept] = await ctx.db
    .select({ hash: account.password })
    .from(account)
    .where(and(eq(account.userId, userId), eq(account.providerId, "credential")));
  if (kept?.hash) {
    const isRight = input.password && (await verifyPassword({ hash: kept.hash, password: input.password }));
    if (!isRight) return refuse("wrong_password");
  } else if (!(await isNewSession(ctx))) {
    await tried.forgive();
    return refuse("sign_in_again");
  }
  await tried.forgive();
  if (aal === "aal1" && (await hasFactor.of(ctx, userId))) return refuse("code_first");
  return ok();
}

async function isNewSession(ctx: SignedInCtx): Promise<boolean> {
  const [open] = await ctx.db
    .select({ createdAt: session.createdAt })
    .from(session)
    .where(eq(session.id, ctx.actor.sessionId));
  return open !== undefined && ctx.now.getTime() - open.createdAt.getTime() <= newSessionMinutes * minuteMs;
}
