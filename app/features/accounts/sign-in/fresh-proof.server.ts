import { eq } from "drizzle-orm";
import type { SignedIn } from "#app/lib/actor.ts";
import { type Refusal, refuse, type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { verifyPassword } from "../passwords/password-hash.server.ts";
import { hasFactor } from "../second-factor/codes.server.ts";
import { account } from "../tables.server.ts";
import { countSignInTry } from "./sign-in-limits.server.ts";

export type FreshProof = { password: string; address: string };
/** `code_first`: the account has a second factor and this session has not verified a code of it. */
export type FreshProofRefusal = TooMany | Refusal<"wrong_password" | "code_first">;

/**
 * Asks for the password once more before something that protects the account is changed (ASVS 7.5.1): an open session that
 * fell into other hands must not be enough. Tries count like failed sign-ins. Throws GateCrowded.
 */
export async function proveAgain(
  ctx: Ctx & { actor: SignedIn },
  input: FreshProof,
): Promise<Result<undefined, FreshProofRefusal>> {
  const { userId, email, aal } = ctx.actor;
  const tried = await countSignInTry(ctx, { email, address: input.address });
  if (!tried.allowed) return tooMany(tried.retryAfterSeconds);
  const [kept] = await ctx.db.select({ hash: account.password }).from(account).where(eq(account.userId, userId));
  if (!kept?.hash || !(await verifyPassword({ hash: kept.hash, password: input.password })))
    return refuse("wrong_password");
  await tried.forgive();
  if (aal === "aal1" && (await hasFactor.of(ctx, userId))) return refuse("code_first");
  return ok();
}
