import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type Refusal, refuse, type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { hasFactor } from "../second-factor/codes.server.ts";
import { consumeProof, makeProof } from "../sign-in/proofs.server.ts";
import { passkey } from "../tables.server.ts";
import {
  challengeBytes,
  challengeIn,
  challengeMinutes,
  passkeysArePossible,
  recordUse,
  relyingParty,
  verifiedResponse,
} from "./relying-party.server.ts";

/*
 * A passkey replaces the authenticator code in an open session: it counts as a fresh code (decision 0031). The device
 * must verify its user, so possession of the device is not enough.
 *
 * Prevents: another user's passkey or challenge (both belong to the session's account), replay (a challenge is used
 * once), a passkey added with a stolen session and password (adding one to an account with a second factor needs a
 * fresh code).
 */

/** The options for the browser. Refusals: `too_many`; `no_passkey`, also without a second factor. */
export async function startFreshPasskey(
  ctx: SignedInCtx,
  { address }: { address: string },
): Promise<Result<PublicKeyCredentialRequestOptionsJSON, TooMany | Refusal<"no_passkey">>> {
  const { userId } = ctx.actor;
  const limit = await countUse(ctx, "passkey-challenge", limitKey(address));
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const known = await ctx.db
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId));
  if (!passkeysArePossible() || known.length === 0 || !(await hasFactor.of(ctx, userId))) return refuse("no_passkey");
  const token = await makeProof(ctx, { purpose: "passkey-fresh", value: userId, minutes: challengeMinutes });
  return ok(
    await generateAuthenticationOptions({
      rpID: relyingParty().rpID,
      challenge: challengeBytes(token),
      timeout: challengeMinutes * minuteMs,
      userVerification: "required",
      allowCredentials: known.map(({ id, transports }) => ({
        id,
        transports: transports as AuthenticatorTransport[],
      })),
    }),
  );
}

/** Checks the passkey of the session's user. The caller renews the session. Refusals: `challenge_over`, `passkey_refused`. */
export async function proveFreshPasskey(
  ctx: SignedInCtx,
  { response }: { response: AuthenticationResponseJSON },
): Promise<Result<undefined, Refusal<"challenge_over" | "passkey_refused">>> {
  const { userId } = ctx.actor;
  const challenge = challengeIn(response);
  if ((await consumeProof(ctx, "passkey-fresh", challenge)) !== userId) return refuse("challenge_over");
  const mine = and(eq(passkey.credentialId, response.id), eq(passkey.userId, userId));
  const [known] = await ctx.db.select().from(passkey).where(mine);
  const used = known && (await verifiedResponse(response, challenge, known, { requireUserVerification: true }));
  if (!known || !used?.userVerified || !(await hasFactor.of(ctx, userId))) return refuse("passkey_refused");
  await recordUse(ctx, known, used);
  return ok();
}
