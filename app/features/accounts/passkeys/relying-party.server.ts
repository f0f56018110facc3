import { isIP } from "node:net";
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { firmName } from "#app/lib/firm.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { passkey } from "../tables.server.ts";

export const challengeMinutes = 10;

/** The relying party: passkeys belong to the site's host name, and only its origin can use them. */
export function relyingParty() {
  const { SITE_URL } = env();
  return { rpName: firmName(), rpID: new URL(SITE_URL).hostname, origin: new URL(SITE_URL).origin };
}

export function passkeysArePossible(): boolean {
  const { protocol, hostname } = new URL(env().SITE_URL);
  const isNamed = isIP(hostname) === 0 && !hostname.startsWith("[");
  return isNamed && (protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost"));
}

/** A challenge is the token of a proof, so it is random, single-use and expires. */
export const challengeBytes = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(token, "base64url"));

/** The challenge in a browser's response, or an empty string if it is malformed. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString("utf8"));
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}

/** The authenticator's statement, or null if the response is not valid for this site, challenge and passkey. */
export async function verifiedResponse(
  response: AuthenticationResponseJSON,
  challenge: string,
  known: typeof passkey.$inferSelect,
  { requireUserVerification = false } = {},
) {
  const { rpID, origin } = relyingParty();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification,
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, "base64url")),
        counter: known.counter,
        transports: known.transports as AuthenticatorTransport[],
      },
    });
    return verified ? authenticationInfo : null;
  } catch {
    return null;
  }
}

/** Stores what a verified response says about its passkey. The next response must have a higher counter, unless it is 0. */
export async function recordUse(
  ctx: Ctx,
  known: Pick<typeof passkey.$inferSelect, "id">,
  used: VerifiedAuthenticationResponse["authenticationInfo"],
): Promise<void> {
  await ctx.db
    .update(passkey)
    .set({ counter: used.newCounter, isBackedUp: used.credentialBackedUp, lastUsedAt: ctx.now })
    .where(eq(passkey.id, known.id));
}
