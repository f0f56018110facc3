import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type Refusal, refuse, type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { hasFactor } from "../second-factor/codes.server.ts";
import { consumeProof, makeProof } from "../sign-in/proofs.server.ts";
import { type Client, type ProvenOutcome, signInProven } from "../sign-in/sign-in.server.ts";
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

export { passkeysArePossible };

/*
 * Sign-in with a passkey, without an address or a password. If the device verified its user (PIN, fingerprint, face),
 * the passkey counts as both factors: the session of an account with a second factor is at aal2 at once. Otherwise it
 * is one factor, like a password, and a code is required. An admin always needs an authenticator app (decision 0031).
 *
 * Prevents: replay (a challenge is used once, and a nonzero signature counter must increase), phishing (the browser
 * signs the origin), enumeration (options name no credentials; every failure has the same response).
 */

/** The options for the browser. Refusal: `too_many`. */
export async function startPasskeySignIn(
  ctx: Ctx,
  client: Pick<Client, "address">,
): Promise<Result<PublicKeyCredentialRequestOptionsJSON, TooMany>> {
  const limit = await countUse(ctx, "passkey-challenge", limitKey(client.address));
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const token = await makeProof(ctx, { purpose: "passkey-sign-in", value: newId(), minutes: challengeMinutes });
  return ok(
    await generateAuthenticationOptions({
      rpID: relyingParty().rpID,
      challenge: challengeBytes(token),
      timeout: challengeMinutes * minuteMs,
      userVerification: "preferred",
    }),
  );
}

/** Signs in with the passkey that the browser used. Refusals: `challenge_over` (expired or used), `passkey_refused`. */
export async function signInByPasskey(
  ctx: Ctx,
  input: { response: AuthenticationResponseJSON },
  client: Client,
): Promise<Result<ProvenOutcome, Refusal<"challenge_over" | "passkey_refused">>> {
  const { response } = input;
  const challenge = challengeIn(response);
  if ((await consumeProof(ctx, "passkey-sign-in", challenge)) === null) return refuse("challenge_over");
  const [known] = await ctx.db.select().from(passkey).where(eq(passkey.credentialId, response.id));
  const used = known && (await verifiedResponse(response, challenge, known));
  if (!used) return refuse("passkey_refused");
  await recordUse(ctx, known, used);
  const { userId } = known;
  const isBothFactors = used.userVerified && (await hasFactor.of(ctx, userId));
  return ok(await signInProven(ctx, { userId, aal: isBothFactors ? "aal2" : "aal1" }, client));
}
