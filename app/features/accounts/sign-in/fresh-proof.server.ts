import { eq } from "drizzle-orm";
import type { SignedIn } from "#app/lib/actor.ts";
import { ok, type Result, refuse } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { verifyPassword } from "../passwords/password-hash.server.ts";
import { hasFactor } from "../second-factor/codes.server.ts";
import { account } from "../tables.server.ts";
import { countSignInTry } from "./sign-in-limits.server.ts";

export type FreshProof = { password: string; address: string };
export type FreshProofRefusal =
  | { why: "wrong-password" }
  /** The account has a factor and this session has not shown a code of it. */
  | { why: "code-first" }
  | { why: "too-many"; retryAfterSeconds: number };

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
  if (!tried.allowed)
    return refuse({ why: "too-many", retryAfterSeconds: tried.retryAfterSeconds } as FreshProofRefusal);
  const [kept] = await ctx.db.select({ hash: account.password }).from(account).where(eq(account.userId, userId));
  if (!kept?.hash || !(await verifyPassword({ hash: kept.hash, password: input.password })))
    return refuse({ why: "wrong-password" } as FreshProofRefusal);
  await tried.forgive();
  if (aal === "aal1" && (await hasFactor.of(ctx, userId))) return refuse({ why: "code-first" } as FreshProofRefusal);
  return ok();
}
